"""Gates of a run, parsed with and without the baseline; all mistakes are told in one error."""

import pytest

from sacreval.errors import InputError, MistakesError, UsageError
from sacreval.features.gates.gate_options import GateOptions
from sacreval.features.gates.regression_rule import Regression
from sacreval.features.gates.run_gates import gates_of, one_by_one, parsed_gates
from sacreval.scoring.entries.run_metrics import entries


def mistakes(sets=(None,), **stated):
    of_sets = dict.fromkeys(sets, entries(["chrf", "bleu"]))
    with pytest.raises(UsageError) as caught:
        gates_of(of_sets, GateOptions(**stated), Regression(), {})
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


def test_each_gate_on_data_sets_has_a_sentence():
    """Of several data sets too all mistakes are named, each once."""
    assert mistakes(["a", "b"], check=["chrf[dataset=c] > 1", "bleu >= x", "chrf > 1"]) == (
        "--check chrf[dataset=c] > 1: there is no data set 'c'; available: (mean), a, b",
        "--check bleu >= x: 'x' is not a finite number; give one like 0.3",
    )


def test_a_mistake_of_two_together():
    """What is wrong only with both, such as a repetition, is told too, and one error is plain."""
    assert mistakes(fail_under=["bleu=1", "bleu=2"]) == (
        "--fail-under bleu=2: 'bleu' is repeated; keep one",
    )


def test_the_right_value_is_returned():
    """Without a mistake the gates are parsed once."""
    calls = []
    assert one_by_one(lambda one: calls.append(one) or 3, GateOptions(check=["a", "b"])) == 3
    assert len(calls) == 1
    assert issubclass(MistakesError, UsageError)


def test_the_baseline_is_read_only_for_a_run(tmp_path):
    """Gates are parsed without the file of the baseline, which a run reads."""
    options = GateOptions(max_drop=["bleu=1"], baseline=tmp_path / "none.json")
    run = {None: entries(["bleu"])}, options, Regression(), {}
    gates = parsed_gates(*run).sets[None]
    assert (gates.rule.max_drop, gates.baseline) == ({"bleu": 1.0}, None)
    with pytest.raises(InputError, match="no such file"):
        gates_of(*run)


def test_without_gates_there_is_no_rule():
    """A run without gates judges nothing."""
    gates = gates_of({None: entries(["bleu"])}, GateOptions(), Regression(), {})
    assert gates.sets[None].rule is None
