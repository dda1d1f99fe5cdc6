"""Gates of a run, parsed with and without the baseline."""

import pytest

from sacreval.errors import InputError
from sacreval.features.gates.run_gates import gates_of, parsed_gates
from sacreval.features.gates.stated_gates import StatedGates
from sacreval.scoring.entries.run_metrics import entries

LEVEL = {"level": 0.95, "seed": 1}


def test_the_baseline_is_read_only_for_a_run(tmp_path):
    """Gates are parsed without the file of the baseline, which a run reads."""
    stated = StatedGates(max_drop=["bleu=1"], baseline=tmp_path / "none.json")
    found = parsed_gates(entries(["bleu"]), stated, **LEVEL)
    assert (found.rule.max_drop, found.baseline) == ({"bleu": 1.0}, None)
    with pytest.raises(InputError, match="no such file"):
        gates_of(entries(["bleu"]), stated, **LEVEL)


def test_without_gates_there_is_no_rule():
    """A run without gates judges nothing."""
    assert gates_of(entries(["bleu"]), StatedGates(), **LEVEL).rule is None
