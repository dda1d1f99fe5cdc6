"""Gates: bounds, drops and paired tests against an accepted run."""

import pytest

from sacreval.core.results import Result
from sacreval.features.gates.gates import Gate, change, short
from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
EVALUATE = ("evaluate", "bleu", SAMPLE)


@pytest.mark.parametrize(
    ("gate", "code"),
    [
        (["--fail-under", "bleu=13"], 0),
        (["--fail-under", "bleu=14"], 1),
        (["--check", "bleu >= 13"], 0),
        (["--check", "bleu>20"], 1),
        (["--check", "bleu < 80", "--check", "bleu <= 77.4"], 0),
        (["--check", "bleu < 77"], 1),
    ],
)
def test_bounds(cli, gate, code):
    """A gate holds for every system or the run exits with 1; the results are printed either way."""
    done = cli(*EVALUATE, *gate)
    assert done.code == code
    assert "careful" in done.out
    assert ("gate failed" in done.err) == bool(code)


def test_fail_under_knows_where_lower_is_better(cli):
    """--fail-under ter=60 fails above 60 and passes below."""
    assert cli("evaluate", "ter", SAMPLE, "--fail-under", "ter=70").code == 0
    done = cli("evaluate", "ter", SAMPLE, "--fail-under", "ter=60")
    assert done.code == 1
    assert "literal" in done.err
    assert "careful" not in done.err


def result(value):
    return Result(
        metric="m", output="m", system_id="s", group=None, value=value, n=1,
        higher_is_better=True, interval=None, signature="m", engine="official",
    )  # fmt: skip


@pytest.mark.parametrize("operator", [">=", "<=", ">", "<"])
@pytest.mark.parametrize("value", [None, float("nan")])
def test_nothing_never_passes(operator, value):
    """A number that is missing or NaN fails every gate."""
    assert not Gate("g", "m", operator, 0.0).verdict(result(value)).passed


@pytest.mark.parametrize(
    ("operator", "passes"), [(">=", True), ("<=", True), (">", False), ("<", False)]
)
def test_the_boundary(operator, passes):
    """The bound itself passes >= and <=, and float noise does not move it."""
    assert Gate("g", "m", operator, 0.3).verdict(result(0.1 + 0.2)).passed is passes


def test_every_violated_gate_is_printed(cli):
    """All violated gates are told, quiet or not, and counted."""
    done = cli(*EVALUATE, "--fail-under", "bleu=50", "--check", "bleu < 70", "-q")
    assert done.code == 1
    assert done.err.count("gate failed") == 3
    assert "3 of 6 gates failed" in done.err


BAD = {
    "an unknown number": (["--fail-under", "blue=3"], "'blue'", "'bleu'"),
    "an unknown number in a check": (["--check", "rouge1_f1 >= 3"], "'rouge1_f1'", "bleu"),
    "no value": (["--fail-under", "bleu"], "METRIC=VALUE"),
    "not a number": (["--fail-under", "bleu=high"], "'high'", "0.3"),
    "not a finite number": (["--check", "bleu >= nan"], "'nan'", "finite"),
    "a number of Python alone": (["--fail-under", "bleu=1_0"], "'1_0'", "finite"),
    "a bound twice": (["--fail-under", "bleu=3", "--fail-under", "bleu=4"], "repeated"),
    "no condition": (["--check", "bleu = 3"], "bleu >= 30"),
    "a drop from nothing": (["--max-drop", "bleu=1"], "--baseline"),
    "a negative drop": (["--baseline", "b.json", "--max-drop", "bleu=-1"], "0 or more"),
    "an unknown drop": (["--baseline", "b.json", "--max-drop", "blue=1"], "'blue'"),
    "no such baseline": (
        ["--baseline", "gone.json"],
        "gone.json",
        "baseline set RESULT.json gone.json",
    ),
    "no baseline but something else": (
        ["--baseline", "no.json"],
        "no.json",
        "not a result of `sacreval evaluate`",
    ),
    "a file twice": (["--junit", "x.xml", "--instances", "x.xml"], "named twice"),
    "no folder": (["--junit", "gone/x.xml"], "gone", "create it first"),
    "an existing file": (["--junit", "no.json"], "no.json", "--force"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_gates(cli, tmp_path, name):
    """A gate that cannot be judged exits with 2 before any work, with one sentence."""
    (tmp_path / "no.json").write_text("{}")
    words, *fragments = BAD[name]
    done = cli(*EVALUATE, *words)
    assert done.code == 2
    assert done.out == ""
    for fragment in fragments:
        assert fragment in done.err


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (69.11481234567, "69.1148"),
        (33.5, "33.5"),
        (100.0, "100"),
        (1234567.0, "1234567"),
        (0.0, "0"),
        (-0.126248, "-0.1262"),
        (0.000123456, "0.0001235"),
        (1.5e-7, "1.5e-07"),
        (float("inf"), "inf"),
    ],
)
def test_numbers_have_four_decimals(value, text):
    """Zeros at the end are left out, and small numbers keep four digits."""
    assert short(value) == text


@pytest.mark.parametrize(
    ("value", "bound", "text"),
    [
        (29.99999, 30, "29.99999"),
        (30.00001, 30, "30.00001"),
        (30.0, 30, "30"),
        (29.9999, 30, "29.9999"),
        (33.44446, 33.44448, "33.44446"),
    ],
)
def test_rounding_changes_no_verdict(value, bound, text):
    """A number that would be shown on another side of its bound has all its digits."""
    assert short(value, bound) == text


def test_a_change_has_a_sign():
    """Both scores and their difference on shared records are stated; equal texts differ."""
    assert change(69.11481, 68.98851, -0.126248) == "it went from 69.1148 to 68.9885 (-0.1262)"
    assert change(1.0, 2.0) == "it went from 1 to 2"
    assert change(1.0, 1.000001) == "it went from 1 to 1.000001"
    assert change(1.0, 2.0, 1.0).endswith("(+1)")
