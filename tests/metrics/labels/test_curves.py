"""What metrics over all thresholds read: a number, and 0 or 1."""

from pathlib import Path

import pytest

from support.program import write_jsonl
from support.tasks import pairs, scores_of

CURVES = pytest.mark.parametrize("name", ["roc-auc", "average-precision", "max-f1"])


@CURVES
@pytest.mark.parametrize(("score", "outcome"), [("high", 1), (0.5, 2), (0.5, "b")])
def test_refused(cli, name, score, outcome):
    """A score that is no number, or an outcome that is neither 0 nor 1, is named by its line."""
    write_jsonl(Path("in.jsonl"), pairs([0.9, score], [1, outcome]))
    done = cli("evaluate", name, "in.jsonl")
    assert (done.code, done.err.count("\n"), "in.jsonl:2" in done.err) == (2, 1, True)


@CURVES
def test_only_the_first_reference_counts(name):
    """A second reference changes nothing."""
    records = pairs([0.9, 0.8, 0.7], [1, 0, 1])
    more = [{**record, "references": [*record["references"], 0]} for record in records]
    assert scores_of(name, more) == scores_of(name, records)
