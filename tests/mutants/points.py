"""Finds the mutants of a C file in clang's syntax tree, and writes the file with all of them in it,
each behind a switch (switch.h)."""

import json
import re
import subprocess
from dataclasses import dataclass, field

SWAPS = {
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "%=": "*=", "&=": "|=", "|=": "&=", "^=": "|=",
    "<<=": ">>=", ">>=": "<<=", "++": "--", "--": "++",
}  # fmt: skip
NUMBERS = re.compile(r"^(const )?(bool|_Bool|(unsigned )?(int|long|short|char)|unsigned|u?int\d+_t|size_t|enum .*|card)$")
# these have no code, or none that could have a switch
CLOSED = {"StaticAssertDecl", "UnaryExprOrTypeTraitExpr", "OffsetOfExpr", "RecordDecl", "TypedefDecl"}
# only sanitizers notice a missing free
FREES = re.compile(r"\w*free\(")
BODIES = {"CompoundStmt", "IfStmt", "ForStmt", "WhileStmt", "DoStmt", "CaseStmt", "DefaultStmt", "LabelStmt"}


@dataclass
class Mutant:
    """One change of the source."""

    file: str
    number: int
    function: str
    line: int
    before: str  # its lines without indentation
    after: str
    constant: bool  # no switch is possible: compiled separately


@dataclass
class Point:
    """A part of the source and its replacements."""

    begin: int
    end: int
    function: str
    form: str  # form of the switch: value, truth, constant, call or jump
    texts: list = field(default_factory=list)
    numbers: list = field(default_factory=list)


class Source:
    def __init__(self, file, text, tree):
        self.file, self.text, self.points = file, text, {}
        for node in tree["inner"]:
            if self.extent(node):
                self.walk(node, "", False)
        self.mutants = []
        for point in self.in_order():
            for text in point.texts:
                point.numbers.append(len(self.mutants) + 1)
                self.mutants.append(self.mutant(point, text))

    @property
    def switched(self):
        return [mutant for mutant in self.mutants if not mutant.constant]

    def in_order(self):
        return sorted(self.points.values(), key=lambda point: (point.begin, -point.end))

    def mutant(self, point, text):
        begin = self.text.rfind("\n", 0, point.begin) + 1
        end = self.text.find("\n", point.end)
        before = self.text[begin:end]
        after = self.text[begin : point.begin] + text + self.text[point.end : end]
        constant = point.form == "constant"
        line = self.text.count("\n", 0, point.begin) + 1
        number = len(self.mutants) + 1
        return Mutant(self.file, number, point.function, line, shown(before), shown(after), constant)

    # --- places

    def extent(self, node):
        """Returns begin and end of a node in this file, or None if it is in another file or in a macro."""
        places = [node.get("range", {}).get(end, {}) for end in ("begin", "end")]
        macros = ["expansionLoc" in place for place in places]
        begin, end = (place.get("expansionLoc", place) for place in places)
        if "offset" not in begin or "offset" not in end or "includedFrom" in begin or "includedFrom" in end:
            return None
        stop = end["offset"] + end["tokLen"]
        if macros[1]:
            stop = self.after_arguments(stop)
        if any(macros) and (all(macros) and begin["offset"] == end["offset"]):
            word = self.text[begin["offset"] : stop]
            return (begin["offset"], stop) if word in ("true", "false") else None
        return begin["offset"], stop

    def after_arguments(self, at):
        depth = 0
        if self.text[at : at + 1] != "(":
            return at
        for i in range(at, len(self.text)):
            depth += {"(": 1, ")": -1}.get(self.text[i], 0)
            if depth == 0:
                return i + 1
        return at

    def of(self, node):
        extent = self.extent(node)
        return self.text[extent[0] : extent[1]] if extent else None

    def add(self, node, function, form, *texts, extent=None):
        extent = extent or self.extent(node)
        if not extent or not texts:
            return
        point = self.points.setdefault((*extent, form), Point(*extent, function, form))
        point.texts += [text for text in texts if text not in point.texts]

    # --- changes

    def walk(self, node, function, constant, stepping=False):
        kind, inner = node.get("kind"), [n for n in node.get("inner", []) if n]
        if kind in CLOSED:
            return
        if kind == "FunctionDecl":
            function = node["name"]
        elif kind == "EnumConstantDecl" or kind == "VarDecl" and (not function or node.get("storageClass") == "static"):
            constant = True
        elif kind == "CaseStmt":
            inner = [n for n in inner if n["kind"] != "ConstantExpr"]
        elif kind == "ImplicitCastExpr" and node.get("castKind") == "NullToPointer":
            return
        if constant:
            self.number(node, function, "constant")
        else:
            self.expression(node, kind, inner, function, stepping)
            if kind in BODIES:
                for statement in inner[-1:] if kind == "ForStmt" else inner:
                    self.statement(statement, function)
        for i, child in enumerate(inner):
            # a changed step would only make the loop endless
            steps = kind == "ForStmt" and i == len(inner) - 2 and i > 0
            self.walk(child, function, constant, steps)

    def number(self, node, function, form):
        text = self.of(node)
        if text in ("true", "false"):
            self.add(node, function, form, "false" if text == "true" else "true")
        elif text and node["kind"] in ("IntegerLiteral", "FloatingLiteral"):
            self.add(node, function, form, one_more(text))

    def condition(self, node, function, *texts):
        """Adds mutants in which a condition is constant."""
        self.add(node, function, "truth", *texts)

    def expression(self, node, kind, inner, function, stepping):
        if kind in ("IntegerLiteral", "FloatingLiteral", "CXXBoolLiteralExpr"):
            self.number(node, function, "value")
        elif kind in ("IfStmt", "ConditionalOperator"):
            self.condition(inner[0], function, "true", "false")
        elif kind == "WhileStmt":
            self.condition(inner[0], function, "false")
        elif kind == "DoStmt":
            self.condition(inner[1], function, "false")
        elif kind == "ForStmt":
            whole = node["inner"]  # beginning, variable, condition, step, body
            if whole[2]:
                self.condition(whole[2], function, "false")
        elif kind in ("BinaryOperator", "CompoundAssignOperator"):
            self.binary(node, inner, function, stepping)
        elif kind == "UnaryOperator" and not stepping:
            text, operator = self.of(node), node["opcode"]
            if text and operator in ("!", "-") and text.startswith(operator):
                self.add(node, function, "value", text[1:])
            elif text and operator in ("++", "--"):
                self.add(node, function, "value", text.replace(operator, SWAPS[operator]))
        elif kind == "ReturnStmt" and inner:
            value = inner[0]
            while value["kind"] == "ImplicitCastExpr":
                value = value["inner"][0]
            if inner[0].get("type", {}).get("qualType") in ("bool", "_Bool") and self.of(value) not in ("true", "false"):
                self.condition(inner[0], function, "true", "false")

    def binary(self, node, inner, function, stepping):
        operator, sides = node["opcode"], [self.extent(n) for n in inner]
        if stepping or None in sides:
            return
        (begin, left), (right, end) = sides
        text, between = self.text, self.text[left:right]
        if operator in ("&&", "||"):
            self.condition(node, function, text[begin:left], text[right:end])
        elif operator == "-" and all(re.search(r"[*\]]$", n["type"]["qualType"]) for n in inner):
            return  # pointers cannot be added
        elif operator in SWAPS and operator in between and "sizeof" not in text[right:end]:
            changed = between.replace(operator, SWAPS[operator], 1)
            self.add(node, function, "value", text[begin:left] + changed + text[right:end])

    def statement(self, node, function):
        """Adds a mutant without this statement, for example without a call whose value is not used."""
        kind, extent = node["kind"], self.extent(node)
        if not extent or FREES.match(self.text, extent[0]):
            return
        if kind in ("CallExpr", "CompoundAssignOperator", "UnaryOperator") or node.get("opcode") == "=":
            if self.text[extent[1] : extent[1] + 1] == ";":  # a statement, not a condition
                self.add(node, function, "call", "", extent=extent)
        elif kind in ("BreakStmt", "ContinueStmt") or kind == "ReturnStmt" and "inner" not in node:
            self.add(node, function, "jump", "", extent=(extent[0], self.text.index(";", extent[1]) + 1))

    # --- output

    def changed(self):
        out, _ = self.render(self.in_order(), 0, 0, len(self.text))
        return f'#include "tests/mutants/switch.h"\n#line 1 "{self.file}"\n{out}'

    def render(self, points, i, begin, end):
        out, at = [], begin
        while i < len(points) and points[i].begin >= begin and points[i].end <= end:
            point = points[i]
            out.append(self.text[at : point.begin])
            inner, i = self.render(points, i + 1, point.begin, point.end)
            out.append(self.switch(point, inner))
            at = point.end
        out.append(self.text[at:end])
        return "".join(out), i

    @staticmethod
    def switch(point, inner):
        if point.form == "jump":
            return f"{{ if (!MUTANT({point.numbers[0]})) {inner} }}"
        if point.form == "call":
            return f"(MUTANT({point.numbers[0]}) ? (void)0 : (void)({inner}))"
        on = "MUTANT_CONSTANT == {}" if point.form == "constant" else "MUTANT({})"
        cast = "!!" if point.form == "truth" else ""
        choices = "".join(
            f"{on.format(number)} ? {cast}({one_line(text)}) : " for number, text in zip(point.numbers, point.texts)
        )
        return f"({choices}{cast}({inner}))"


def one_more(text):
    whole = re.fullmatch(r"(\d+)([uUlL]*)", text)
    if whole and not (text.startswith("0") and len(whole[1]) > 1):
        return str(int(whole[1]) + 1) + whole[2]
    return f"({text} + 1)"


def one_line(text):
    return " ".join(text.split())


def shown(text):
    return one_line(text).encode("latin-1").decode()


def read(file, clang, folder):
    """Reads a file and its mutants. `clang` is the command for its syntax tree, run in `folder`."""
    tree = subprocess.run(
        [*clang, "-fsyntax-only", "-Xclang", "-ast-dump=json", file], cwd=folder, check=True, stdout=subprocess.PIPE
    )
    # clang counts bytes, and in latin-1 each byte is a character
    with open(f"{folder}/{file}", encoding="latin-1") as source:
        return Source(file, source.read(), json.loads(tree.stdout))
