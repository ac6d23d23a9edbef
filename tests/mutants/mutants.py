#!/usr/bin/env python3
"""mutants.py [-f FILE] [-n MUTANTS] [-s SEED] [-l SECONDS] BUILD - mutation tests.

Changes one operator, constant, condition, call or jump at a time in FOLDERS and reports the changes
that no test of tests/unit, tests/lobby and tests/golden notices. All mutants of a file are compiled
into it once, in a copy of the project in BUILD, and activated by the environment. For each mutant
the tests that execute it run, the quickest first, until one fails. Tries all mutants, or a random
sample of MUTANTS with SEED; SECONDS limits the processor time of all tests of a mutant.

The source is not changed. Exits with 1 if there are survivors."""

import argparse
import collections
import concurrent.futures
import glob
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True
import points  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDERS = ["engine", "storage", "bot/match", "bot/people", "bot/talk"]
LEARNT = {"engine/mitaines/policy_table.c"}  # numbers from `make train`
# it runs for minutes; other tests find the same mutants in seconds
LONG = {"lobby/soak"}
# the cheap ones of the sanitizers of `make test-asan`
TRAPS = "-O1 -fsanitize=bounds,object-size,shift,signed-integer-overflow -fsanitize-undefined-trap-on-error"
# most programs to link and run for a mutant of a constant
LINKS = 8
JOBS = 2
RUNNING = set()  # session ids of tests


class Tests:
    """A test program, or a session of tests/golden: its cases by number, and the mutants that each
    executes."""

    def __init__(self, name, tree):
        self.name, self.tree = name, tree
        self.seconds, self.reached = {}, {}
        source = f"{tree}/tests/{name}.c"
        self.text = open(source, encoding="utf-8").read() if os.path.exists(source) else ""

    def program(self):
        return f"{self.tree}/build/{'mitaines' if self.name.startswith('golden/') else self.name}"

    def is_about(self, file):
        """Returns True if its name contains the file's, as lobby/identity does for identity.c, or it includes
        the file's header."""
        part = file[:-2]
        return os.path.basename(part) in self.name or f'#include "{part}.h"' in self.text

    def command(self, program):
        if self.name.startswith("golden/"):
            return ["sh", "tests/golden.sh", f"tests/{self.name}.in"]
        return [program]

    def run(self, limit, program, **environment):
        """Runs it in a new folder. Returns whether it passed, and its last case. `program` is its own
        program, or mitaines for a session."""

        def restrict():
            # processor time only: a test that waits may take longer
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
            for kind, most in (resource.RLIMIT_AS, 4 << 30), (resource.RLIMIT_FSIZE, 64 << 20), (resource.RLIMIT_CORE, 0):
                resource.setrlimit(kind, (most, resource.RLIM_INFINITY))  # a soft limit, because some tests set their own

        with tempfile.TemporaryDirectory(prefix="mitaines.", dir=SCRATCH, ignore_cleanup_errors=True) as folder:
            os.chmod(folder, 0o755)  # some tests change their user id
            process = subprocess.Popen(
                self.command(program), cwd=self.tree, start_new_session=True, preexec_fn=restrict,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                env={
                    "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC", "TMPDIR": folder,
                    "MITAINES": program, **environment,
                },
            )  # fmt: skip
            RUNNING.add(process.pid)
            try:
                said, _ = process.communicate(timeout=10 + 3 * limit)
                passed = process.returncode == 0
            except subprocess.TimeoutExpired:
                said, passed = b"", False
            finally:
                end_session(process)
        case = re.findall(rb"^case (\d+)$", said, re.M)
        return passed, int(case[-1]) if case else 0

    def collect(self):
        """Records the mutants that its cases execute, unless the record is newer than the program. Returns
        False if a case fails."""
        program, learnt = self.program(), f"{self.tree}/../reached/{self.name}"
        if os.path.exists(learnt) and os.path.getmtime(learnt) > os.path.getmtime(program):
            passed = True
        else:
            os.makedirs(os.path.dirname(learnt), exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=SCRATCH) as file:
                passed, _ = self.run(300, program, MUTANTS_REACHED=file.name)
                if not passed:
                    return False
                shutil.copyfile(file.name, learnt)
        with open(learnt, encoding="ascii") as lines:
            for line in lines:
                case, took, *files = line.split()
                self.seconds[int(case)] = int(took) / 1000 + 0.002
                for part in files:
                    name, _, numbers = part.partition(":")
                    for number in numbers.split(","):
                        self.reached.setdefault((name, int(number)), set()).add(int(case))
        return passed


def end_session(process):
    RUNNING.discard(process.pid)
    kill_session(process.pid)
    process.stdout.close()
    process.wait()


def kill_session(session):
    try:
        os.killpg(session, signal.SIGKILL)
    except ProcessLookupError:
        pass


def leave(status):
    """Kills all tests and exits at once."""
    for session in list(RUNNING):
        kill_session(session)
    shutil.rmtree(SCRATCH, ignore_errors=True)
    sys.stdout.flush()
    os._exit(status)


class Copy:
    """The copy of the project in BUILD, with all mutants compiled into its files."""

    def __init__(self, build):
        self.tree = os.path.abspath(f"{build}/mutants/tree")
        self.files = {}
        os.makedirs(self.tree, exist_ok=True)
        wanted = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
        ).stdout.split("\n")
        wanted = {name for name in wanted if name and os.path.isfile(f"{ROOT}/{name}")}
        for name in glob.glob("**", root_dir=self.tree, recursive=True):
            if os.path.isfile(f"{self.tree}/{name}") and name not in wanted and not name.startswith("build/"):
                os.remove(f"{self.tree}/{name}")
        changing = {name for name in wanted if name.endswith(".c") and name.startswith(tuple(f"{f}/" for f in FOLDERS))}
        for name in wanted - changing | LEARNT:
            with open(f"{ROOT}/{name}", "rb") as source:
                self.write(name, source.read())
            shutil.copymode(f"{ROOT}/{name}", f"{self.tree}/{name}")
        self.make("build/words/catalogue.h", "build/sql/statements.h")
        clang = ["clang", *self.ask("$(FLAGS)"), f"-I{self.tree}/build"]
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            for source in pool.map(lambda name: points.read(name, clang, ROOT), sorted(changing - LEARNT)):
                self.files[source.file] = source
                self.write(source.file, source.changed().encode("latin-1"))
        self.make("build/tests/mutants/switch.o")
        switch = os.path.getmtime(f"{self.tree}/build/tests/mutants/switch.o")
        for program in glob.glob(f"{self.tree}/build/mitaines") + glob.glob(f"{self.tree}/build/[ulg]*/*"):
            if os.path.getmtime(program) < switch:  # make does not know this dependency
                os.remove(program)
        self.make("units", "build/mitaines", "build/golden/channel", "build/lab/bench", linked=True)

    def write(self, name, data):
        """Writes a file only if it differs, so that objects newer than it stay valid."""
        path = f"{self.tree}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            with open(path, "rb") as old:
                if old.read() == data:
                    return
        with open(path, "wb") as new:
            new.write(data)

    def options(self, linked):
        options = ["WARNINGS=-std=c11 -w", f"CFLAGS={TRAPS}", "BUILD=build"]
        if linked:
            options += ["LDFLAGS=build/tests/mutants/switch.o -Wl,--wrap=_cmocka_run_group_tests"]
        return ["make", "--no-print-directory", *options]

    def make(self, *goals, linked=False):
        subprocess.run([*self.options(linked), f"-j{JOBS}", "-s", *goals], cwd=self.tree, check=True, stdout=subprocess.DEVNULL)

    def ask(self, text):
        """Returns the words that a text expands to in the Makefile."""
        print_it = f"print-it: ; @echo {text}"
        asked = [*self.options(True), "-s", f"--eval={print_it}", "print-it"]
        return subprocess.run(asked, cwd=self.tree, check=True, stdout=subprocess.PIPE, text=True).stdout.split()

    def compiled(self, mutant, folder):
        """Compiles the file of a mutant of a constant. Returns the path of the object."""
        out = f"{folder}/changed.o"
        define = f"-DMUTANT_CONSTANT={mutant.number}"
        subprocess.run(["cc", *self.compiler, define, "-c", "-o", out, mutant.file], cwd=self.tree, check=True)
        return out

    def linked(self, tests, mutant, changed, folder):
        """Links the tests' program with this object in place of the original. Returns the path of the
        program, of mitaines for a session."""
        parts = [changed if part == f"build/{mutant.file[:-2]}.o" else part for part in self.parts]
        programs = [tests.name]
        if tests.name.startswith("golden/"):
            programs = ["golden/channel", "mitaines"] if tests.name.startswith("golden/channel") else ["mitaines"]
        for name in programs:
            out, own = f"{folder}/{name}", f"build/{'bot/main' if name == 'mitaines' else f'tests/{name}'}.o"
            os.makedirs(os.path.dirname(out), exist_ok=True)
            command = ["cc", *self.linker, "-o", out, own, "build/tests/helpers.a", *parts, *self.libraries]
            subprocess.run(command, cwd=self.tree, check=True)
        return out

    def prepare_constants(self):
        self.compiler = self.ask("$(FLAGS) $(CFLAGS)")
        self.linker, self.parts = self.ask("$(CFLAGS) $(LDFLAGS)"), self.ask("$(PARTS)")
        self.libraries = self.ask("$(LIBS) $(TESTLIBS)")

    def tests(self):
        names = [f"{folder}/{os.path.basename(source)[:-2]}" for folder in ("unit", "lobby")
            for source in sorted(glob.glob(f"{self.tree}/tests/{folder}/*.c"))]  # fmt: skip
        names += [f"golden/{os.path.basename(path)[:-3]}" for path in sorted(glob.glob(f"{self.tree}/tests/golden/*.in"))]
        return [Tests(name, self.tree) for name in names if name not in LONG]


class Trial:
    """Tries mutants with the recorded tests."""

    def __init__(self, copy, tests, seconds):
        self.copy, self.tests, self.seconds = copy, tests, seconds
        self.killers = collections.defaultdict(list)  # cases that found a mutant, by file, latest first

    def cases(self, mutant):
        """Returns the cases that execute a mutant, as (seconds, tests, case), quickest first. For a constant
        these are the cases that execute its file, or its folder if the file has no code."""
        found = []
        for tests in self.tests:
            if mutant.constant:
                cases = set().union(*(tests.reached[place] for place in self.near(tests, mutant)))
            else:
                cases = tests.reached.get((mutant.file, mutant.number), ())
            found += [(tests.seconds[case], tests, case) for case in cases]
        return sorted(found, key=lambda entry: (entry[0], entry[1].name, entry[2]))

    def near(self, tests, mutant):
        beside = os.path.dirname(mutant.file) + "/"
        own = bool(self.copy.files[mutant.file].switched)
        return [place for place in tests.reached if place[0] == mutant.file or not own and place[0].startswith(beside)]

    def rank(self, tests, mutant):
        """Returns the order of tests for a constant: first those about the file, then those named like its
        folder, as unit/mitaines_table for engine/mitaines, then those that execute most of it."""
        folder = os.path.basename(os.path.dirname(mutant.file))
        return (not tests.is_about(mutant.file), folder not in tests.name, -len(self.near(tests, mutant)))

    def parts(self, mutant):
        """Yields the cases to run together: first each case that last found a mutant of the file, then
        program by program, those about the file and quick ones that execute much of it first. For a
        constant only a few programs, because each must be linked."""
        cases = self.cases(mutant)
        killers = self.killers[mutant.file]
        first = [entry for entry in cases if (entry[1], entry[2]) in killers]
        first.sort(key=lambda entry: killers.index((entry[1], entry[2])))
        programs = collections.defaultdict(list)
        for entry in cases:
            if entry not in first or mutant.constant:
                programs[entry[1]].append(entry)
        if mutant.constant:
            known = [entry[1] for entry in first]
            best = sorted(programs.values(), key=lambda part: self.rank(part[0][1], mutant))[:LINKS]
            yield from sorted(best, key=lambda part: part[0][1] not in known)
            return
        yield from ([entry] for entry in first)
        yield from sorted(
            programs.values(),
            key=lambda part: (
                not part[0][1].is_about(mutant.file),
                sum(entry[0] for entry in part) / len(self.near(part[0][1], mutant)) ** 3,
            ),
        )

    def noticed(self, mutant):
        """Returns the test that notices a mutant, or None and the reason."""
        spent, said = 0.0, "no test comes by"
        with tempfile.TemporaryDirectory(prefix="mitaines.", dir=SCRATCH) as folder:
            changed = self.copy.compiled(mutant, folder) if mutant.constant else None
            for part in self.parts(mutant):
                tests = part[0][1]
                took = sum(entry[0] for entry in part)
                if spent and spent + took > self.seconds:
                    return None, f"no test of {spent:.0f} s notices, others take longer"
                said = "no test notices"
                program = self.copy.linked(tests, mutant, changed, folder) if changed else tests.program()
                spent += took
                cases = ",".join(str(entry[2]) for entry in part)
                on = {} if changed else {"MUTANT": f"{mutant.file}:{mutant.number}"}
                passed, case = tests.run(int(2 + 5 * took), program, MUTANT_CASES=cases, **on)
                if not passed:
                    killers = self.killers[mutant.file]
                    self.killers[mutant.file] = [(tests, case), *(k for k in killers if k != (tests, case))][:12]
                    return f"{tests.name} {case}", ""
        return None, said


def folder_of(file):
    return next(folder for folder in FOLDERS if file.startswith(folder + "/"))


def judge(mutant, outcome):
    """Prints a survivor. Returns "caught" or "survived"."""
    by, said = outcome
    if by:
        return "caught"
    print(f"\n{mutant.file}:{mutant.line}: {said}\n{mutant.file} {mutant.function}")
    print(f"- {mutant.before}\n+ {mutant.after}", flush=True)
    return "survived"


def sum_up(counts):
    print(f"\n{'':12} {'mutants':>8} {'caught':>8} {'survived':>8}")
    for folder, count in [*counts.items(), ("all", sum(counts.values(), collections.Counter()))]:
        total = sum(count.values())
        if total:
            share = 100 * count["caught"] / total
            print(f"{folder:12} {total:8} {count['caught']:8} {count['survived']:8} {share:20.1f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-f", metavar="FILE", help="only these files or folders")
    parser.add_argument("-n", metavar="MUTANTS", type=int, help="only so many of them")
    parser.add_argument("-s", metavar="SEED", default="1")
    parser.add_argument("-l", metavar="SECONDS", type=float, default=30)
    parser.add_argument("build")
    arguments = parser.parse_args()

    os.environ.pop("MAKEFLAGS", None)
    copy = Copy(arguments.build)
    mutants = [mutant for source in copy.files.values() for mutant in source.mutants]
    if arguments.f:
        wanted = tuple(name if name.endswith(".c") else name.rstrip("/") + "/" for name in arguments.f.split())
        mutants = [mutant for mutant in mutants if mutant.file.startswith(wanted)]
    total = len(mutants)
    if arguments.n and arguments.n < total:
        mutants = random.Random(arguments.s).sample(mutants, arguments.n)
    mutants.sort(key=lambda mutant: (mutant.file, mutant.number))
    print(f"{len(mutants)} of {total} mutants, seed {arguments.s}", file=sys.stderr)
    if any(mutant.constant for mutant in mutants):
        copy.prepare_constants()

    tests = copy.tests()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        failing = [one.name for one, passed in zip(tests, pool.map(Tests.collect, tests)) if not passed]
        if failing:
            sys.exit(f"mutants: these fail without any: {' '.join(failing)}")
        print(f"{sum(len(one.seconds) for one in tests)} tests, {sum(sum(one.seconds.values()) for one in tests):.0f} s",
            file=sys.stderr)  # fmt: skip

        trial = Trial(copy, tests, arguments.l)
        counts, tried = {folder: collections.Counter() for folder in FOLDERS}, 0
        for mutant, outcome in zip(mutants, pool.map(trial.noticed, mutants)):
            counts[folder_of(mutant.file)][judge(mutant, outcome)] += 1
            tried += 1
            if tried % 100 == 0:
                print(f"{tried} tried", file=sys.stderr, flush=True)
    sum_up(counts)
    return int(any(count["survived"] for count in counts.values()))


if __name__ == "__main__":
    # in memory, because databases would wait for a disk
    SCRATCH = tempfile.mkdtemp(prefix="mutants.", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    os.chmod(SCRATCH, 0o755)
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
        signal.signal(number, lambda *_: leave(2))
    try:
        leave(main())
    except SystemExit as end:
        if isinstance(end.code, int):
            leave(end.code)
        print(end, file=sys.stderr)
        leave(2)
    except BaseException:
        traceback.print_exc()
        leave(2)
