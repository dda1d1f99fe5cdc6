"""Gates: bounds, drops, tests against an accepted run, targets, missing records."""

import pytest
from msgspec import structs

from sacreval.core.results import MEAN, Missing, Result, Verdict
from sacreval.errors import UsageError
from sacreval.features.gates.gates import (
    Gate,
    change,
    gates_of_set,
    in_groups,
    is_summary,
    output_of,
    short,
    target_of,
)
from sacreval.features.gates.lacking_gates import Allowed
from sacreval.scoring.entries.run_metrics import entry
from sacreval.scoring.inputs.breakdowns import breakdowns
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


ENTRIES = [entry("bleu"), entry('chrf{"rename": {"chrf": "odd"}}'), entry("rouge")]

BY = breakdowns(["domain", "topic,language"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bleu", "bleu"),
        ("rouge1-f1 [domain=news]", "rouge1_f1[domain=news]"),
        ("bleu[topic=a,language=de]", "bleu[topic=a,language=de]"),
        ("bleu[topic,language=(mean)]", "bleu[topic,language=(mean)]"),
        ("rouge[domain=news]", "rougeL_f1[domain=news]"),
        ("odd[domain=a]", "odd[domain=a]"),
    ],
)
def test_targets(text, expected):
    """An output may have a group in brackets, and a metric stands for its main output."""
    assert target_of(text, "--check", ENTRIES, BY) == expected


@pytest.mark.parametrize(
    ("text", "by", "message"),
    [
        ("bleu[domain=a]", (), "not broken down by 'domain'; give --by domain"),
        ("bleu[dataset=a]", BY, "by 'dataset'; the run has no data sets; name them with --dataset"),
        ("bleu[domian=a]", BY, "not broken down by 'domian'; did you mean 'domain'"),
        ("blue[domain=a]", BY, "no output 'blue'"),
        ("bleu[]", BY, r"no output 'bleu\[\]'"),
    ],
)
def test_unknown_targets(text, by, message):
    """What the run does not have is refused before any computation."""
    with pytest.raises(UsageError, match=message):
        target_of(text, "--check", ENTRIES, by)


def test_parts():
    """The output, and whether the group is a summary."""
    assert output_of("bleu[domain=a]") == "bleu"
    assert output_of("bleu") == "bleu"
    assert is_summary("bleu[domain=(worst)]")
    assert not is_summary("bleu[domain=news]")


def gate_targets_result(system, group):
    return Result(metric="bleu", output="bleu", system_id=system, group=group, value=1.0, n=1,
                  higher_is_better=True, interval=None, signature="", engine="native")  # fmt: skip


def test_groups_that_do_not_exist():
    """A group of no system is refused with the groups there are; a system without it fails."""
    results = [
        gate_targets_result("a", None),
        gate_targets_result("a", "d=x"),
        gate_targets_result("b", None),
        gate_targets_result("b", "d=y"),
    ]
    (verdict,) = in_groups(["bleu", "bleu[d=x]"], results)
    assert (verdict.system_id, verdict.passed) == ("b", False)
    with pytest.raises(UsageError, match=r"there is no group d=z; there are d=x, d=y"):
        in_groups(["bleu[d=z]"], results)


MAINS = {"bleu": "bleu", "chrf": "chrf"}

OUTPUTS = {"a": {"bleu": True, "chrf": True}, "b": {"bleu": True}, MEAN: {"bleu": True}}


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("bleu >= 3", {"a": "bleu >= 3", "b": "bleu >= 3"}),
        ("chrf=3", {"a": "chrf=3"}),
        ("bleu[dataset=b] > .5", {"b": "bleu > .5"}),
        ("bleu[dataset=b, domain=news]=2", {"b": "bleu[domain=news]=2"}),
        ("bleu[domain=news] < 2", {"a": "bleu[domain=news] < 2", "b": "bleu[domain=news] < 2"}),
        ("bleu[dataset=b,by=Eliot, T. S.]=2", {"b": "bleu[by=Eliot, T. S.]=2"}),
        ("bleu[dataset=(mean)] >= 1", {MEAN: "bleu >= 1"}),
    ],
)
def test_which_sets_a_gate_is_about(text, of):
    """A gate is about the data set in brackets, else about all that have the output."""
    by_name = {name: gates_of_set([text], "--check", name, OUTPUTS, MAINS) for name in OUTPUTS}
    assert {name: texts[0] for name, texts in by_name.items() if texts} == of


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bleu[dataset=c] > 1", "there is no data set 'c'"),
        ("chrf[dataset=b] > 1", "no output 'chrf'"),
        ("ter > 1", "no output 'ter'"),
        ("bleu[dataset=a,dataset=b] > 1", "dataset is repeated"),
    ],
)
def test_unknown_names_are_refused(text, sentence):
    """Unknown data sets and outputs are errors."""
    with pytest.raises(UsageError, match=sentence):
        [gates_of_set([text], "--check", name, OUTPUTS, MAINS) for name in OUTPUTS]


def lacking_result(n=10, missing=0, unanswered=0):
    return Result(
        metric="m", output="q", system_id="a", group=None, value=3.0, n=n, interval=None,
        higher_is_better=True, signature="m|sacreval:1", engine="native", unanswered=unanswered,
        missing=Missing(failed=missing) if missing else None,
    )  # fmt: skip


PASSED = Verdict(gate="q >= 1", output="q", system_id="a", passed=True, sentence="q of a is 3")


def judged(allowed, now, old=None):
    before = {} if old is None else {("a", "q"): old}
    return allowed.without_silence([PASSED], [now], before)[0]


def test_shares():
    """A share is from 0 to 1."""
    Allowed(0.0, 1.0).check()
    with pytest.raises(UsageError, match=r"--max-missing 1.5: give a share from 0 to 1"):
        Allowed(missing=1.5).check()
    with pytest.raises(UsageError, match="--max-unanswered"):
        Allowed(unanswered=-0.1).check()


def test_a_share_is_a_gate():
    """It is judged for each metric and system, to the record."""
    assert Allowed().verdicts([lacking_result(missing=4)]) == []
    assert [x.passed for x in Allowed(missing=0.4).verdicts([lacking_result(missing=4)])] == [True]
    (failed,) = Allowed(missing=0.39).verdicts(
        [lacking_result(missing=4), lacking_result(missing=4)]
    )
    assert (failed.passed, failed.gate) == (False, "--max-missing 0.39")
    assert failed.sentence == "4 of 10 records of a are missing by q"
    (other,) = Allowed(unanswered=0.1).verdicts([lacking_result(unanswered=2)])
    assert other.sentence == "2 of 10 records of a are unanswered by q"


def test_missing_records_fail_every_gate():
    """But not as many as are allowed, or as the baseline has."""
    assert judged(Allowed(), lacking_result()) == PASSED
    failed = judged(Allowed(), lacking_result(missing=1))
    assert (failed.passed, failed.sentence) == (
        False, "q of a is 3; but 1 of 10 records are missing; --max-missing SHARE allows them"
    )  # fmt: skip
    assert judged(Allowed(missing=0.1), lacking_result(missing=1)).passed
    assert not judged(Allowed(missing=0.1), lacking_result(missing=2)).passed
    assert judged(Allowed(), lacking_result(missing=1), lacking_result(20, missing=2)).passed
    grown = judged(Allowed(), lacking_result(missing=2), lacking_result(20, missing=2))
    assert grown.sentence.endswith("2 of 10 records are missing, 2 of 20 in the baseline; "
                                   "--max-missing SHARE allows them")  # fmt: skip


def test_the_option_is_named_where_it_would_make_the_gate_pass():
    """A gate that fails by its score too is not mended by it."""
    worse = structs.replace(PASSED, passed=False, sentence="q of a is 0, but must be >= 1")
    (failed,) = Allowed().without_silence([worse], [lacking_result(missing=1)], {})
    assert failed.sentence == "q of a is 0, but must be >= 1; and 1 of 10 records are missing"


def test_unanswered_records_fail_gates_against_a_baseline():
    """Alone they have the lowest score already."""
    assert judged(Allowed(), lacking_result(unanswered=5)).passed
    assert judged(Allowed(), lacking_result(unanswered=5), lacking_result(unanswered=5)).passed
    assert not judged(Allowed(), lacking_result(unanswered=5), lacking_result(unanswered=4)).passed
    assert judged(Allowed(unanswered=0.5), lacking_result(unanswered=5), lacking_result()).passed
