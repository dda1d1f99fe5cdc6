"""Records without an output or a verdict."""

import pytest

from sacreval.core.record_parts import RecordReply
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Missing
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.entries.run_metrics import Entry, entry
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.rows.field_checks import settle
from support.judges import QUALITY, write


@pytest.fixture
def report(tmp_path):
    """Score ten records, of which six have a verdict."""
    replies = [
        *(RecordReply(text=f"[[{x}]]") for x in (1, 2, 3, 4, 5, 3)),
        RecordReply(text="?"), RecordReply(missing="failed"), RecordReply(missing="refused"),
    ]  # fmt: skip
    records = [
        Instance(
            instance_id=i, prediction="p", sources=["s"], replies={"quality": [reply]},
            groups={"half": i % 2},
        )
        for i, reply in enumerate(replies)
    ]  # fmt: skip
    records.append(Instance(instance_id=9, sources=["s"], error="none", groups={"half": 1}))
    entries, batches = settle([Entry(Judge(judge=write(tmp_path, QUALITY)))], [Batch(records)])
    return evaluate(batches, entries, by="half").report()


def test_counts_and_bounds(report):
    """Reasons are counted apart; the bounds have all of them at the worst and at the best."""
    whole = report.results[0]
    assert (whole.n, whole.scored, whole.value) == (10, 6, 3.0)
    assert whole.missing == Missing(unparsed=1, failed=2, refused=1, if_worst=2.2, if_best=3.8)
    assert whole.missing.total == 4


def test_groups(report):
    """Groups have their own counts."""
    groups = {one.group: one.missing for one in report.results if one.group}
    assert groups["half=0"].counts == {"unparsed": 1, "refused": 1}
    assert groups["half=1"].counts == {"failed": 2}


def test_another_metric():
    """Records of any metric are counted by the reason; bounds need a mean with a worst value."""
    records = [
        Instance(instance_id=1, prediction="a", references=["a"]),
        Instance(instance_id=2, error="filtered: f", references=["a"]),
        Instance(instance_id=3, error="not asked", references=["a"]),
        Instance(instance_id=4, error="what is this?", references=["a"]),
    ]
    made = [entry("exact-match").on_engine(None), entry("bleu").on_engine(None)]
    match, bleu, *_ = evaluate([Batch(records)], made).report().results
    assert (match.n, match.value) == (4, 1.0)
    counts = {"filtered": 1, "failed": 1, "not_asked": 1}
    assert match.missing == Missing(**counts, if_worst=0.25, if_best=1.0)
    assert bleu.missing == Missing(**counts)
