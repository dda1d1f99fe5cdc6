"""From runs to verdicts."""

import pytest

from sacreval.features.programs.sandboxes.frames import Run
from sacreval.features.programs.sandboxes.programs import (
    CallTests,
    CodeTests,
    Job,
    Limits,
    Program,
    StdinTests,
)
from sacreval.features.programs.sandboxes.verdicts import judgement, values_of

TWO = CodeTests(parts=("a", "b"))
CALLS = CallTests(entry="f", calls=((1,), (2,)), expected=(1, 2))
PIPES = StdinTests(inputs=("1", "2"), expected=("1\n", "2\n"))


def job(tests=TWO):
    return Job(program=Program(text="", tests=tests, seconds=1.0), limits=Limits(memory=100),
               processes=True, token="T")  # noqa: S106  # fmt: skip


def report(*lines, **fields):
    return Run(report=tuple(line.encode() for line in lines), **fields)


GOOD = ("-1 ok", "0 ok", "1 ok", "done T")


@pytest.mark.parametrize(
    ("run", "verdict", "tests"),
    [
        (report(*GOOD), "passed", (True, True)),
        (report("-1 ok", "0 ok", "1 wrong", "done T"), "wrong", (True, False)),
        (report("-1 ok", "0 error", "1 wrong", "done T"), "error", (False, False)),
        (report("-1 error", "done T"), "error", (None, None)),
        (report("-1 memory", "done T"), "memory", (None, None)),
        (report(*GOOD[:3]), "error", (True, True)),
        (report(*GOOD[:3], "done X"), "error", (True, True)),
        (report("-1 ok", "0 ok", "done T"), "error", (True, None)),
        (report(), "error", (None, None)),
        (report("nonsense", "\udcff".encode("utf-8", "surrogateescape").decode("latin-1")),
         "error", (None, None)),
        (report("-1 ok", "0 ok", why="time"), "timeout", (True, None)),
        (report(why="lost"), "error", (None, None)),
        (report(why="output"), "wrong", (None, None)),
        (report(status=24), "timeout", (None, None)),
        (report(status=9, peak=95 * 1024), "memory", (None, None)),
        (report(status=9, peak=9 * 1024), "error", (None, None)),
    ],
)  # fmt: skip
def test_code(run, verdict, tests):
    """A program passes only if all tests are reported and the token follows them."""
    found = judgement(job(), [run])
    assert (found.verdict, found.tests) == (verdict, tests)


def test_scripts():
    """A program without tests is its own test."""
    script = job(CodeTests())
    assert judgement(script, [report("-1 ok", "done T")]).tests == (True,)
    assert judgement(script, [report("-1 wrong", "done T")]).verdict == "wrong"
    assert judgement(script, [report()]).tests == (None,)


@pytest.mark.parametrize(
    ("lines", "verdict", "tests"),
    [
        (("0 value 1", "1 value 2"), "passed", (True, True)),
        (("0 value 1", "1 value 3"), "wrong", (True, False)),
        (("0 value 1", '1 value {"float": "0x1p1"}'), "passed", (True, True)),
        (("0 value 1", "1 value {"), "wrong", (True, False)),
        (("0 value 1", "1 value " + "1" * 99_999), "wrong", (True, False)),
        (("0 value", "1 value 2"), "wrong", (False, True)),
        (("0 error", "1 value 2"), "error", (False, True)),
        (("0 value 1",), "error", (True, None)),
    ],
)
def test_calls(lines, verdict, tests):
    """Results are compared outside the sandbox."""
    found = judgement(job(CALLS), [report("-1 ok", *lines, "done T")])
    assert (found.verdict, found.tests) == (verdict, tests)


def test_standard_input():
    """Each run is a test, and the sums of their times are those of the program."""
    runs = [report("-1 ok", "done T", output=b"1", seconds=0.5, cpu=0.1, peak=5),
            report("-1 ok", "done T", output=b"3", seconds=0.25, cpu=0.1, peak=9)]  # fmt: skip
    found = judgement(job(PIPES), runs)
    assert (found.verdict, found.tests) == ("wrong", (True, False))
    assert (found.seconds, found.cpu_seconds, found.peak_kib) == (0.75, 0.2, 9)
    assert judgement(job(PIPES), runs[:1]).verdict == "error"
    late = report("-1 ok", why="time", output=b"1")
    assert judgement(job(PIPES), [late]).verdict == "timeout"


def test_values():
    """What a solution returns is known only if every call returned."""
    assert values_of(report("-1 ok", "0 value 1", '1 value {"tuple": []}', "done T"), 2) == (1, ())
    assert values_of(report("-1 ok", "0 value 1", "1 error"), 2) is None
    assert values_of(report("-1 ok", "0 value"), 1) is None
    assert values_of(report("-1 ok", "0 value {"), 1) is None
    assert values_of(report("-1 ok", "0 value 1", why="time"), 1) is None


def test_ends():
    """Exit codes are those of the system, and unknown where the driver fell silent."""
    assert judgement(job(), [report(status=256)]).exit == 1
    assert judgement(job(), [report(status=11)]).exit == -11
    assert judgement(job(), [report(why="lost")]).exit is None
