"""All mistakes in gates are told in one error."""

import pytest

from sacreval.errors import MistakesError, UsageError
from sacreval.features.gates.gate_mistakes import one_by_one
from sacreval.features.gates.run_gates import gates_of
from sacreval.features.gates.stated_gates import StatedGates
from sacreval.scoring.entries.run_metrics import entries


def mistakes(**stated):
    with pytest.raises(UsageError) as caught:
        gates_of(entries(["chrf", "bleu"]), StatedGates(**stated), level=0.95, seed=1)
    return getattr(caught.value, "sentences", (str(caught.value),))


def test_each_gate_has_a_sentence():
    """Four wrong gates of three options are four sentences, and right ones none."""
    found = mistakes(
        fail_under=["chrff=1", "bleu=1"],
        check=["chrf >> 3", "bleu => 60", "bleu >= 3"],
        max_drop=["bleu=x"],
        baseline="none.json",
    )
    assert [one.split(" ")[0].rstrip(":") for one in found] == [
        "--fail-under", "--check", "--check", "--max-drop",
    ]  # fmt: skip
    assert 'there is no operator >>; write >=, <=, > or <, as in "chrf > 30"' in found[1]
    assert 'there is no operator =>; write >=, <=, > or <, as in "bleu >= 30"' in found[2]


def test_a_mistake_of_two_together():
    """What is wrong only with both, such as a repetition, is told too, and one error is plain."""
    assert mistakes(fail_under=["bleu=1", "bleu=2"]) == (
        "--fail-under bleu=2: 'bleu' is repeated; keep one",
    )


def test_the_right_value_is_returned():
    """Without a mistake the gates are parsed once."""
    calls = []
    assert one_by_one(lambda one: calls.append(one) or 3, StatedGates(check=["a", "b"])) == 3
    assert len(calls) == 1
    assert issubclass(MistakesError, UsageError)
