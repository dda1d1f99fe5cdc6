"""From runs to verdicts."""

import json
import math

import pytest

from sacreval.features.programs.sandboxes.child import plain
from sacreval.features.programs.sandboxes.frames import Run
from sacreval.features.programs.sandboxes.program_verdicts import (
    RULES,
    Other,
    agrees,
    decoded,
    judgement,
    same_output,
    values_of,
)
from sacreval.features.programs.sandboxes.programs import (
    CallTests,
    CodeTests,
    Job,
    Program,
    ProgramLimits,
    StdinTests,
)

TWO = CodeTests(parts=("a", "b"))

CALLS = CallTests(entry="f", calls=((1,), (2,)), expected=(1, 2))

PIPES = StdinTests(inputs=("1", "2"), expected=("1\n", "2\n"))


def job(tests=TWO):
    return Job(program=Program(text="", tests=tests, seconds=1.0), limits=ProgramLimits(memory=100),
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
    judged = judgement(job(), [run])
    assert (judged.verdict, judged.tests) == (verdict, tests)


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
    judged = judgement(job(CALLS), [report("-1 ok", *lines, "done T")])
    assert (judged.verdict, judged.tests) == (verdict, tests)


def test_standard_input():
    """Each run is a test, and the sums of their times are those of the program."""
    runs = [report("-1 ok", "done T", output=b"1", seconds=0.5, cpu=0.1, peak=5),
            report("-1 ok", "done T", output=b"3", seconds=0.25, cpu=0.1, peak=9)]  # fmt: skip
    judged = judgement(job(PIPES), runs)
    assert (judged.verdict, judged.tests) == ("wrong", (True, False))
    assert (judged.seconds, judged.cpu_seconds, judged.peak_kib) == (0.75, 0.2, 9)
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


VALUES = [
    None, True, 1, -(2**80), 0.1, -0.0, math.inf, 1 + 2j, "ä\n", b"\0\xff", [1, [2.0]], (1, (2,)),
    {1, 2}, frozenset("a"), {"a": (1,), (1, 2): {3}}, [], (), {}, [True, None],
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_round_trip(value):
    """A value and the types inside it come back as they were."""
    restored = decoded(json.dumps(plain(value)).encode())
    assert restored == value
    assert repr(restored) == repr(value)


def test_not_a_number():
    """NaN stays NaN."""
    assert math.isnan(decoded(json.dumps(plain(math.nan)).encode()))


def test_others():
    """What is no plain data is known by its type, and equals nothing, not even itself."""
    restored = decoded(json.dumps(plain(iter([]))).encode())
    assert restored == Other("list_iterator") is False or restored.kind == "list_iterator"
    assert restored != restored  # noqa: PLR0124
    assert len({restored}) == 1


class Named(str):
    """A kind of text."""

    __slots__ = ()


def test_kinds_of_plain_types():
    """A subclass is read as the plain type."""
    assert decoded(json.dumps(plain(Named("x"))).encode()) == "x"


@pytest.mark.parametrize(
    "text", [b"", b"{}", b'{"a":1,"b":2}', b'{"no":1}', b'{"int":1}', b'{"float":"x"}',
             b'{"set":[[1]]}', b'{"complex":["1"]}', b'{"dict":[1]}', b"[" * 100_000]
)  # fmt: skip
def test_other_json(text):
    """JSON that is no value is an error."""
    with pytest.raises(ValueError):  # noqa: PT011 - the decoders' own words
        decoded(text)


CASES = [
    ("equal", 1, 1.0, True), ("equal", [1], (1,), False), ("equal", Other("x"), Other("x"), False),
    ("livecodebench", (1, 2), [1, 2], True), ("livecodebench", [(1,)], [[1]], False),
    ("evalplus", 0.1 + 0.2, 0.3, True), ("evalplus", 1, 1.0, True), ("evalplus", 1.1, 1.0, False),
    ("evalplus", [0.3], (0.1 + 0.2,), False), ("evalplus", [0.3], [0.1 + 0.2], True),
    ("evalplus", [0.3, 1.0], [0.3], False), ("evalplus", math.inf, math.inf, True),
    ("evalplus", math.nan, math.nan, False), ("evalplus", Other("x"), 0.5, False),
    ("evalplus", "a", "b", False), ("evalplus", None, 0.5, False),
    ("same-set", [1, 2, 2], (2, 1), True), ("same-set", 5, [5], False),
    ("any", 1, 2, True), ("zero-too", 0, 5, True), ("zero-too", 4, 5, False),
    ("not-none", Other("Match"), True, True), ("not-none", None, True, False),
    ("not-none", True, False, False), ("not-none", None, False, True),
    ("not-none", Other("Match"), Other("Match"), True), ("not-none", None, None, True),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "found", "expected", "same"), CASES)
def test_rules(rule, found, expected, same):
    """Each rule agrees with what is right, and with nothing else."""
    assert agrees(rule, found, expected, ([1],), 0.0) is same


def test_rules_of_single_problems():
    """Problems with other right answers have rules of their own."""
    assert agrees("root", 2.0, None, ([-4, 0, 1],), 1e-4)  # x squared less four
    assert not agrees("root", 2.1, None, ([-4, 0, 1],), 1e-4)
    assert not agrees("root", None, None, ([-4, 0, 1],), 1e-4)
    assert agrees("pyramid", round(9 + 6 * math.sqrt(1.5**2 + 16)), 33, (3, 4), 0.0)
    assert agrees("pyramid", 33, 33, (3, 4), 0.0)
    assert agrees("digit-distance", 6, 9, (23, 56), 0.0)
    assert agrees("digit-distance", 1 + 2, 9, (1, 22), 0.0)
    assert not agrees("digit-distance", 7, 9, (23, 56), 0.0)


def test_tolerance():
    """A tolerance of the problem counts for all numbers, absolute beside the relative one."""
    assert agrees("evalplus", 5, 6, ([],), 1.0)
    assert not agrees("evalplus", 5, 6, ([],), 0.5)
    assert agrees("evalplus", [[1.0]], [[1.0 + 1e-8]], ([],), 1e-9)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("found", [None, Other("x"), 10**400, [[]], {"a": 1}, "x", b"x", {1}])
def test_no_result_is_an_error(rule, found):
    """Whatever a program returns, a rule decides."""
    for expected in (1, 1.5, [1], "x", None, True, (1.5,)):
        assert agrees(rule, found, expected, (3, 4), 1e-6) in (True, False)


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [
        ("1 2\n3\n", "1 2\n3", True),
        (" 1 2 \n3 ", "1 2\n3", True),
        ("1.0\n", "1", True),
        ("1e2", "100.0", True),
        ("1\n2", "1", False),
        ("yes", "YES", False),
        ("1 x", "1.0 x", False),
        ("", "", True),
        ("0.3", "0.30000000000000004", False),
        ("1  2", "1 2", True),
        ("sNaN", "1", False),
    ],
)
def test_outputs(found, expected, same):
    """Outputs are compared by line, without white space at ends, else as decimal numbers."""
    assert same_output(found, expected) is same
