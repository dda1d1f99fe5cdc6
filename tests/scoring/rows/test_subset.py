"""The scored records of a system, or of a group in it."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.breakdowns import Breakdown, Field
from sacreval.scoring.rows.collected_rows import collect
from sacreval.scoring.rows.subset import Subset

BY = Breakdown((Field("g"),))
RECORDS = [
    Instance(prediction=p, references=["a"], instance_id=i, groups={"g": g})
    for i, p, g in ((10, "a", "x"), (9, "b", "x"), (2, "a", "y"))
]


def members(name="exact-match", records=RECORDS):
    found = collect([Batch(records)], [Entry(metrics.get(name)())], group_fields=[Field("g")])
    return Subset.of(found["system"], 0)


def test_records_are_in_the_order_of_ids():
    """Rows are sorted by number, and places say where each was read."""
    found = members()
    assert found.places.tolist() == [2, 1, 0]
    assert found.rows[:, 0].tolist() == [1, 0, 1]
    assert found.scores() == {"exact_match": pytest.approx(2 / 3)}


def test_groups():
    """Each value of a group has its own records, sorted by name."""
    found = {name: (len(one), one.scores()["exact_match"]) for name, one in members().split(BY)}
    assert found == {"g=x": (2, 0.5), "g=y": (1, 1.0)}


@pytest.mark.parametrize(("name", "value"), [("distinct-n", 2 / 3), ("self-bleu", None)])
def test_metrics_of_sets_score_the_records_themselves(name, value):
    """A set is measured on the records that were picked."""
    scores = members(name).scores()
    if value is not None:
        assert scores["distinct_1"] == pytest.approx(value)
    (_, first), _ = members(name).split(BY)
    assert len(first) == 2
    assert first.scores() == metrics.get(name)().measure(Batch([RECORDS[1], RECORDS[0]]))


def test_undefined_outputs_are_named():
    """What the formula leaves undefined has a reason; no records have none."""
    numbers = [
        Instance(prediction=1, references=[i], instance_id=i, groups={"g": 1}) for i in (1, 2)
    ]
    found = members("pearson", numbers)
    assert found.undefined().keys() == {"pearson"}
    assert found.where(found.places < 0).undefined() == {}
