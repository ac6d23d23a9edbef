"""plain.py FILE... - counts comments and test names with a clause that lacks a noun, such as "what
could wait" or "who was there before": readers must read them twice. Prints them and fails if there
are more than CEILING, and asks for a lower CEILING if there are fewer. Some of the rest are right."""
import re
import sys

CEILING = 2

PRONOUN = r"[Ww]h(?:o|om|at|oever|atever)"
VERB = (r"(?:is|are|was|were|has|have|had|does|did|may|might|can|could|must|will|would|comes?|came|goes|went|"
        r"takes?|took|says?|said|asks?|asked|plays?|played|leaves?|left|knows?|knew|gives?|gave|holds?|held|"
        r"stands?|stood|needs?|wants?|makes?|made|tells?|told|hears?|heard|belongs?|waits?|waited)")
RIDDLES = re.compile(
    rf"^…?\s*(?:{PRONOUN}|[Ww](?:hether|here|hich|hose)|[Tt]h(?:at|ose)|[Nn]or)\b|"
    rf"\b{PRONOUN}\s+(?:\w+\s+)?{VERB}\b|\b(?:[Nn]o|[Ss]ome|[Aa]ny)body\b|"
    r"\b[Tt]h(?:at|ose) of\b|\b(?:is|are|was|were) (?:none|no)\b(?! longer)")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
TEST = re.compile(r"^static void (\w+)\(void \*\*\w+\)|^\w*CASE\((\w+)\)", re.M)


def texts(path, code):
    """Yields place and text of each comment and, in tests, of each test name."""
    for match in COMMENT.finditer(code):
        yield match.start(), re.sub(r"[\s/*]*\n[\s/*]*", " ", match[0].strip("/*")).strip()
    if path.startswith("tests/"):
        for match in TEST.finditer(code):
            yield match.start(), (match[1] or match[2]).replace("_", " ")


def main():
    riddles = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            code = file.read()
        riddles += [f"{path}:{code.count(chr(10), 0, at) + 1}: {text[:120]}"
                    for at, text in texts(path, code) if not text.endswith("?") and RIDDLES.search(text)]
    if len(riddles) > CEILING:
        print(*riddles, f"{len(riddles)} comments and names need a noun; {CEILING} may", sep="\n")
    elif len(riddles) < CEILING:
        print(f"tests/plain.py: only {len(riddles)} riddles are left: lower CEILING to that")
    sys.exit(len(riddles) != CEILING)


main()
