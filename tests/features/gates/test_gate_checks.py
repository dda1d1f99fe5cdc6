"""Gates that are checked without records."""

from sacreval.features.gates.gate_checks import mistakes
from sacreval.features.gates.stated_gates import StatedGates
from sacreval.scoring.entries.run_metrics import entries


def found(metrics, **stated):
    return mistakes({None: entries(metrics)}, StatedGates(**stated))


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
