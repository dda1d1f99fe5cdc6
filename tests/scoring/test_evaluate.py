"""evaluate: rows of a run."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.scoring.evaluate import evaluate

RECORDS = [
    Instance(prediction=p, references=["a"], system_id=s, instance_id=i, groups={"g": g})
    for s, i, p, g in (
        ("s", 1, "a", "x"),
        ("t", 1, "b", "x"),
        ("s", 2, "b", "y"),
        ("t", 2, "b", "y"),
    )
]


def results(records=RECORDS, name="exact-match", **options):
    report = evaluate([Batch(list(records))], metrics.get(name)(), **options).report()
    return {(r.system_id, r.group): (r.value, r.n) for r in report.results}


def test_an_unknown_group_is_answered_with_the_nearest():
    """A group that no record has is refused, naming those that there are."""
    with pytest.raises(UsageError, match="'h'.*g"):
        results(by="h")
