"""Groups whose records have similar scores are found in the data."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.dependence import (
    GroupedScores,
    choose_unit,
    strongest,
    strongest_of,
)
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.rows.subset import Subset


def grouped(values, size, *, alike=1.0, name="passage", extra=None):
    """Return records in groups that are all right or all wrong, up to a share of the records."""
    rng = np.random.default_rng(5)
    instances = []
    for g in range(values):
        for j in range(size):
            right = g % 2 if rng.random() < alike else rng.random() < 0.5
            groups = {name: f"{g}", **(extra or {})}
            instances.append(
                Instance(
                    instance_id=f"{g}-{j}",
                    system_id="a",
                    prediction="x" if right else "y",
                    references=["x"],
                    groups=groups,
                )
            )
    return evaluate([Batch(instances)], metrics.get("exact-match")(), every_group=True)


def test_alike_records_are_drawn_whole():
    """Ten passages of ten equal answers: intraclass correlation 1, effective n 10."""
    report = grouped(10, 10).report(IntervalOptions())
    assert report.results[0].interval.unit == "passage"
    assert report.results[0].interval.reason == "0/1 scores, 10 values of passage"
    assert "intraclass correlation 1.00, design effect 10, effective n 10" in report.notices[0]
    assert "intervals are over passage" in report.notices[0]


@pytest.mark.parametrize(
    ("values", "size"), [(5, 10), (10, 1)], ids=["too few values", "one record a value"]
)
def test_other_groups_change_nothing(values, size):
    """Fewer than six values, or values of one record, are no units; nothing is said of them."""
    report = grouped(values, size).report(IntervalOptions())
    assert report.results[0].interval.unit is None
    assert not [text for text in report.notices if "alike" in text]


def test_parts_of_a_data_set():
    """A group of more than 50 records a value is named, and used only if the user names it."""
    evaluation = grouped(6, 51)
    report = evaluation.report(IntervalOptions())
    assert report.results[0].interval.unit is None
    assert "give --resample-by passage" in report.notices[0]
    named = evaluation.report(IntervalOptions(unit="passage")).results[0].interval
    assert (named.unit, named.method) == ("passage", "wilson")
    assert named.high - named.low > 0.5


def test_a_named_method_takes_records():
    """--interval percentile takes records as independent, as before; no group is looked for."""
    interval = grouped(10, 10).report(IntervalOptions(method="percentile")).results[0].interval
    assert (interval.unit, interval.method) == (None, "percentile")


def test_records_without_the_group():
    """A group that some record lacks is no unit."""
    evaluation = grouped(10, 10)
    collected = evaluation.systems["a"]
    collected.groups["passage"][0] = "(none)"
    assert evaluation.report(IntervalOptions()).results[0].interval.unit is None


def test_the_strongest_group():
    """Of several groups the one with the largest design effect is the unit."""
    evaluation = grouped(10, 10)
    collected = evaluation.systems["a"]
    collected.groups["pair"] = [f"{i // 2}" for i in range(100)]
    parts = [Subset.of(collected, 0)]
    groups = strongest(parts)
    assert [likeness.group for likeness in groups] == ["passage", "pair"]
    assert choose_unit(groups).unit == "passage"
    assert strongest(parts, ["passage"])[0].group == "pair"


def test_other_scores_of_records_are_measured():
    """Given scores, such as differences of two runs, are measured in place of their own."""
    evaluation = grouped(10, 10, alike=0.0)
    part = Subset.of(evaluation.systems["a"], 0)
    assert not [likeness for likeness in strongest([part]) if likeness.icc > 0.5]
    differences = np.array([float(value) for value in part.values("passage")])
    (likeness,) = strongest_of([GroupedScores.of(part, differences[:, None])])
    assert (likeness.group, likeness.values) == ("passage", 10)
    assert likeness.icc == pytest.approx(1.0)


def near_the_ceiling(values, wrong, size=10):
    """Return records of which a few are wrong, in different passages."""
    instances = [
        Instance(
            instance_id=i,
            system_id="a",
            prediction="y" if i % size == 0 and i < wrong * size else "x",
            references=["x"],
            groups={"passage": f"{i // size}"},
        )
        for i in range(values * size)
    ]
    return evaluate([Batch(instances)], metrics.get("exact-match")(), every_group=True)


@pytest.mark.parametrize(
    ("values", "wrong", "unit"),
    [(20, 9, "passage"), (20, 0, "passage"), (20, 10, None), (9, 5, None)],
    ids=["nine wrong", "all right", "ten wrong", "nine passages"],
)
def test_likeness_that_cannot_be_seen(values, wrong, unit):
    """With fewer than ten wrong answers nothing shows whether those of a passage are alike.

    Intervals are then over passages, of which there must be ten.
    """
    report = near_the_ceiling(values, wrong).report(IntervalOptions())
    assert report.results[0].interval.unit == unit
    notices = [text for text in report.notices if "too few to see" in text]
    notice = (
        "fewer than 10 records have the rarer score, too few to see whether records of one passage "
        f"are alike ({values} values of 10 records): intervals are over passage; --interval wilson "
        "takes records"
    )
    assert notices == ([notice] if unit else [])
    wilson = near_the_ceiling(values, wrong).report(IntervalOptions(method="wilson"))
    assert wilson.results[0].interval.unit is None


def test_likeness_of_other_scores_is_not_assumed():
    """Scores other than 0 and 1, and groups of more than 50 records, are taken as before."""
    assert near_the_ceiling(10, 5, 51).report(IntervalOptions()).results[0].interval.unit is None
    named = near_the_ceiling(20, 5).report(IntervalOptions(method="anytime"))
    assert not any("alike" in text for text in named.notices)
