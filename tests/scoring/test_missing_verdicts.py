"""Records without a verdict."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.core.requests import RecordReply
from sacreval.core.results import Missing
from sacreval.errors import UsageError
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.field_checks import settle
from sacreval.scoring.missing_verdicts import check_share, share_verdicts
from sacreval.scoring.run_metrics import Entry, entry
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
    assert (whole.n, whole.value) == (6, 3.0)
    assert whole.missing == Missing(
        unparsed=1, failed=1, refused=1, no_output=1, if_worst=2.2, if_best=3.8
    )
    assert whole.missing.total == 4


def test_groups(report):
    """Groups have their own counts."""
    groups = {one.group: one.missing for one in report.results if one.group}
    assert groups["half=0"].counts == {"unparsed": 1, "refused": 1}
    assert groups["half=1"].counts == {"failed": 1, "no output": 1}


def test_gate(report):
    """The gate fails where the share of records without a verdict is larger."""
    assert share_verdicts(None, report.results) == []
    (passed,) = share_verdicts(0.4, report.results)
    (failed,) = share_verdicts(0.39, report.results)
    assert (passed.passed, failed.passed) == (True, False)
    assert failed.sentence == "quality of system has no verdict on 4 of 10 records"


def test_gate_needs_a_judge(tmp_path):
    """The gate is a share, and of judges alone."""
    judges = [Entry(Judge(judge=write(tmp_path, QUALITY)))]
    check_share(0.1, judges)
    with pytest.raises(UsageError, match="from 0 to 1"):
        check_share(1.5, judges)
    with pytest.raises(UsageError, match="no metric of this run is a judge"):
        check_share(0.1, [entry("bleu")])
