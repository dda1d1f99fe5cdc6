"""Gates of a config, checked without records."""

import pytest

from sacreval.features.gates.config_gates import mistakes, probable, wrong_gates
from sacreval.features.gates.gate_options import GateOptions
from sacreval.scoring.entries.run_metrics import entries


def found(metrics, **stated):
    return mistakes({None: entries(metrics)}, GateOptions(**stated))


def test_names_of_outputs_that_depend_on_records():
    """They are not checked before the records are read; numbers and operators are."""
    stated = {"check": ["f1_a > 3", "macro_f1 => 3"], "fail_under": ["f1_b=x"]}
    told = found(["classification"], **stated)
    assert [one.partition(":")[0] for one in told] == [
        "--fail-under f1_b=x", "--check macro_f1 => 3",
    ]  # fmt: skip
    assert "this run has no output 'f1_a'" in " ".join(found(["bleu"], **stated))


def test_what_needs_the_run():
    """The baseline need not exist, and corrected means are left to the run."""
    assert not found(["bleu"], max_drop=["bleu=1"], baseline="none.json")
    assert not found(["bleu"], check=["bleu > 1"], corrected=True)
    assert found(["bleu"], max_drop=["bleu=1"]) == [
        "--max-drop needs a baseline; give --baseline RESULT.json"
    ]


def test_what_is_wrong_with_two_together():
    """A repeated output is a mistake of no single gate."""
    assert found(["bleu"], fail_under=["bleu=1", "bleu=2"]) == [
        "--fail-under bleu=2: 'bleu' is repeated; keep one"
    ]


def test_right_metrics():
    """Metrics that are right are taken as they are, and no other output is possible."""
    found = probable(["bleu", 'chrf{"word_order": 2}'])
    assert [one.name for one in found.entries] == ["bleu", "chrf"]
    assert found.unsure == []


def test_wrong_metrics():
    """A wrong name or option is replaced by the closest metric, whose outputs may be others."""
    found = probable(["bleu", "chrff", 'token-f1{"normalise": "x", "as": "f"}', "exact_match{"])
    assert [one.name for one in found.entries] == ["bleu", "chrf", "f"]
    assert found.unsure is None
    assert probable(["bleu", "chrff", 'token-f1{"normalise": "x", "as": "f"}']).unsure == [
        "chrf", "f",
    ]  # fmt: skip


def test_metrics_of_one_name():
    """Of two metrics with equal outputs the first is kept."""
    found = probable(["chrf", 'token-f1{"as": "chrf"}'])
    assert ([one.name for one in found.entries], found.unsure) == (["chrf"], ["chrf"])


def test_unknown_metrics():
    """A name that is close to none may have any output, as may one whose outputs are renamed."""
    assert probable(["zzzzzz"]).unsure is None
    assert probable(['chrff{"rename": {"chrf": "x"}}']).unsure is None


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"check": ["f1 > x"]}, ["--check f1 > x: 'x' is not"]),
        ({"check": ["bleu[domain=news] > 3"], "by": ["domain"]}, []),  # records may have it
        ({"baseline": "b.json"}, []),
    ],
)
def test_gates_of_a_config(values, said):
    """A wrong gate has a sentence that begins with the option."""
    texts = wrong_gates(values, ["bleu"], every_metric=True)
    assert [text[: len(start)] for text, start in zip(texts, said, strict=True)] == said
