"""The base of a comparison as the opponent."""

import pytest

from sacreval.errors import UsageError
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.entries.run_metrics import Entry, entry
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.pair_opponents import against_base
from support.judges import PREFERENCE, QUALITY, write
from support.program import write_jsonl


def opponent(entries):
    metric = entries[0].metric
    return metric.opponent, metric.opponent_system


@pytest.fixture
def files(tmp_path):
    """A file with one system, and one with two."""
    one = write_jsonl(tmp_path / "a.jsonl", [{"prediction": "x"}])
    lines = [{"system_id": name, "prediction": "x"} for name in ("b", "c")]
    return str(one), str(write_jsonl(tmp_path / "bc.jsonl", lines))


@pytest.mark.parametrize(
    ("order", "base", "want"),
    [((0, 1), None, (0, "a")), ((1, 0), None, (1, "b")), ((1, 0), "c", (1, "c")),
     ((1, 0), "a", (0, "a"))],
)  # fmt: skip
def test_base(tmp_path, files, order, base, want):
    """The base is the named system, else the first of the first file."""
    judge = Entry(Judge(judge=write(tmp_path, PREFERENCE)))
    found = against_base([judge], Source(tuple(files[i] for i in order)), base)
    assert opponent(found) == (files[want[0]], want[1])


def test_others_are_unchanged(tmp_path, files):
    """Other metrics, judges of single outputs and a named opponent stay as they are."""
    named = Judge(judge=write(tmp_path, PREFERENCE), opponent="x.jsonl")
    entries = [entry("bleu"), Entry(Judge(judge=write(tmp_path, QUALITY))), Entry(named)]
    assert against_base(entries, Source(files), None) == entries


@pytest.mark.parametrize("path", ["-", "a.txt"])
def test_no_jsonl(tmp_path, path):
    """The base is read twice, from JSONL."""
    judge = Entry(Judge(judge=write(tmp_path, PREFERENCE)))
    with pytest.raises(UsageError, match="reads the base again, from a JSONL file"):
        against_base([judge], Source((path,)), None)
