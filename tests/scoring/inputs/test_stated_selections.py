"""Selections in signatures."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.results import Result
from sacreval.core.selection import Selection
from sacreval.scoring.inputs.stated_selections import (
    KEYS,
    in_options,
    other_selection,
    parts,
    stated,
)

SELECTIONS = [
    Selection(where=("a == 'x|limit:3' || b", 'c."d:e"')),
    Selection(where=("x",), limit=5),
    Selection(sample=10, seed=0),
]


@pytest.mark.parametrize("selection", SELECTIONS, ids=str)
def test_a_signature_states_the_selection(selection):
    """What is written is read again, whatever signs an expression has."""
    text = f"bleu|lowercase:false{parts(selection, 3, 10)}|data:0"
    assert stated(text) == selection
    assert "|taken:3-of-10|data:" in text


def test_no_selection():
    """Without one, all records take part, and options of a metric are no selection."""
    assert stated("m|limit:5|data:0") == Selection()
    assert in_options(Selection()) == "all records"


def test_no_metric_has_an_option_of_the_same_name():
    """Names of parts are told from options of metrics."""
    for name in metrics:
        assert KEYS.isdisjoint(metrics.get(name).__dataclass_fields__), name


def result(signature):
    return Result(metric="m", output="m", system_id="s", group=None, value=1.0, n=1,
                  higher_is_better=True, interval=None, signature=signature, engine="")  # fmt: skip


def test_other_selections():
    """Only conditions, limit, sample and seed make another selection, not the counts."""
    now, old = (
        result(f"m{parts(one, n, 9)}|data:0") for one, n in ((SELECTIONS[1], 3), (SELECTIONS[2], 4))
    )
    assert other_selection(now, old) == (
        "it is of another selection of records: --sample 10 --seed 0 there, --where x --limit 5 "
        "here"
    )
    assert not other_selection(now, result(f"m{parts(SELECTIONS[1], 4, 8)}|data:1"))
    assert "all records there" in other_selection(now, result("m|data:0"))
