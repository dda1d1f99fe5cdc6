"""Notes on metrics that have scores of different outputs, which are tested on common outputs."""

from itertools import product

import pytest

from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row
from support.correlations import compare_metrics, correlate

QUICK = {"human": "h", "level": ["system"], "coefficient": ["pearson"], "resamples": 20}
HUMAN = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 9.0}
WIDE = {"a": 3.0, "b": 2.0, "c": 1.0, "d": 9.0}  # good only because of d
NARROW = {"a": 1.0, "b": 3.0, "c": 2.0}  # has no score of d


def rows(*, without=()):
    """Create two inputs of each system; `narrow` also lacks the cells named."""
    made = []
    for system, i in product(HUMAN, "12"):
        scores = {"wide": WIDE[system], "also": WIDE[system] + (i == "1")}
        if system in NARROW and (system, i) not in without:
            scores["narrow"] = NARROW[system]
        made.append(Row(system, i, "peer", scores, {"h": HUMAN[system]}, ""))
    return made


def notes(data, **options):
    """Return the notes on different outputs, and on a contradiction."""
    found = compare_metrics(score_set(data), **{**QUICK, **options}).notes
    return [n for n in found if "different judged outputs" in n or "On common outputs" in n]


def test_metrics_of_different_outputs_are_named():
    """The note names the metrics with their numbers of outputs, and the system to leave out."""
    uneven, _ = notes(rows())
    assert "8 of 4 systems (also, wide), 6 of 3 systems (narrow)." in uneven
    assert "with --exclude d all have the same." in uneven
    assert notes(rows(), exclude=["d"]) == []


def test_a_test_that_contradicts_the_table_is_told():
    """A pair whose tested difference has another sign than in the table is named with both."""
    found = compare_metrics(score_set(rows()), **QUICK)
    value = {one.metric: one.value for one in found.results}
    assert value["wide"] > value["narrow"]
    tested = next(t for t in found.tests if {t.metric_a, t.metric_b} == {"wide", "narrow"})
    assert tested.delta == pytest.approx(-1.5)
    _, against = notes(rows())
    assert "pearson of also less that of narrow at system level is -1.5000" in against
    assert f"contradicts {value['also'] - value['narrow']:+.4f} in the table; more" in against


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_a_pair_is_counted_once(alternative):
    """Two one-sided tests of one pair contradict the table once."""
    assert "more such pairs: 1." in notes(rows(), alternative=alternative)[1]


def test_single_outputs_are_to_be_scored():
    """Where no system explains the difference, scoring and --metric are the remedy."""
    uneven = notes(rows(without={("a", "1")}))[0]
    assert "score what is missing, or choose metrics of the same outputs with --metric" in uneven


def test_even_metrics_and_correlations_alone():
    """Metrics of the same outputs have no note, nor have correlations without tests."""
    assert notes(rows(), metrics=["wide", "also"]) == []
    found = correlate(score_set(rows()), interval="none", **QUICK).notes
    assert not any("different judged outputs" in note for note in found)


def test_many_sets_are_counted():
    """Beyond three sets of outputs their number is stated."""
    data = [
        Row(s, i, "peer", {f"m{k}": 1.0 + k for k in range(5) if f"{k}" != i}, {"h": h}, "")
        for s, h in HUMAN.items() for i in "01234"
    ]  # fmt: skip
    assert "16 of 4 systems (m2), and 2 other sets." in notes(data, metrics=["all"])[0]
