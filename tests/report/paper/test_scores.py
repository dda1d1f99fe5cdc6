"""The scores of a table for a paper."""

from dataclasses import replace

import pytest

from sacreval.core.comparisons import ComparisonReport, Settings, Standing
from sacreval.core.results import Interval, Result
from sacreval.errors import UsageError
from sacreval.report.paper.scores import of_comparison, of_results
from support.pairs import compared

INTERVAL = Interval(low=1.0, high=2.0, level=0.95, method="bca", resamples=9, seed=1)


def result(output, system, value, **fields):
    return Result(
        metric=output, output=output, system_id=system, group=fields.pop("group", None),
        value=value, n=3, higher_is_better=True, interval=fields.pop("interval", None),
        signature=output, engine="native", **fields,
    )  # fmt: skip


def standing(system, value, group=None):
    return Standing(
        output="x", group=group, system_id=system, value=value, best_rank=1, worst_rank=1
    )


def test_scores_and_intervals():
    """Of an evaluation a cell has the score and its interval, and the best is marked."""
    found = of_results([result("bleu", "a", 41.5, interval=INTERVAL), result("bleu", "b", 42.0)])
    (column,) = found.columns
    assert (column.name, found.systems, found.parts) == (
        "BLEU ↑",
        ["a", "b"],
        ["score", "plus-minus", "interval"],
    )
    first, second = (found.cells[x, column] for x in "ab")
    assert first.parts == {
        "score": "41.50",
        "plus-minus": "41.50 ± 0.50",
        "interval": "[1.00, 2.00]",
    }
    assert (first.best, second.best, second.differs) == (False, True, False)


def test_data_sets_are_columns():
    """Each data set has its own best, and the mean over them is called so."""
    rows = [("news", "a", 2.0), ("news", "b", 1.0), ("(mean)", "a", 1.0), ("(mean)", "b", 2.0)]
    found = of_results([result("bleu", s, v, dataset=d) for d, s, v in rows])
    assert [one.dataset for one in found.columns] == ["news", "mean"]
    best = {(s, c.dataset) for (s, c), one in found.cells.items() if one.best}
    assert best == {("a", "news"), ("b", "mean")}


def test_differences_from_the_base():
    """Of a comparison a cell has the difference, the corrected p-value, and whether it is found."""
    found = of_comparison(ComparisonReport(
        Settings(), [compared("x", "b", finding="better")], [standing("a", 1.0), standing("b", 2.0)]
    ))  # fmt: skip
    (column,) = found.columns
    base, other = (found.cells[x, column] for x in "ab")
    assert list(base.parts) == ["score"]
    assert list(other.parts) == ["score", "difference", "p"]
    assert (other.differs, other.best, base.best) == (True, True, False)


def test_what_is_not_distinguished_from_the_best_is_bold():
    """The base too, where the test does not find that the best is better."""
    table = [compared("x", "b"), compared("x", "c", finding="worse")]
    standings = [standing("a", 1.0), standing("b", 2.0), standing("c", 0.5)]
    found = of_comparison(ComparisonReport(Settings(), table, standings))
    assert {s for (s, _), one in found.cells.items() if one.best} == {"a", "b"}
    assert {s for (s, _), one in found.cells.items() if one.differs} == {"c"}


def test_a_system_with_missing_records_is_not_bold():
    """It is marked, and its score is that of all its records; the best of the others is bold."""
    table = [compared("x", "b", other_missing=2, finding="depends on missing"), compared("x", "c")]
    standings = [standing("a", 1.0), replace(standing("b", 2.0), value_of_all=3.0)]
    report = ComparisonReport(Settings(), table, [*standings, standing("c", 0.5)])
    found = of_comparison(report)
    cells = {system: one for (system, _), one in found.cells.items()}
    assert {system for system, one in cells.items() if one.best} == {"a", "c"}
    assert [system for system, one in cells.items() if one.missing] == ["b"]
    assert cells["b"].parts["score"] == "3.0000"
    lone = replace(report, comparisons=[replace(table[0], base_missing=1)])
    assert not any(one.best for one in of_comparison(lone).cells.values() if one.missing)


def test_exploratory_findings_have_no_mark():
    """What is not corrected is not marked as a difference."""
    one = replace(compared("x", "b", finding="better"), exploratory=True)
    found = of_comparison(
        ComparisonReport(Settings(), [one], [standing("a", 1.0), standing("b", 2.0)])
    )
    assert not any(cell.differs for cell in found.cells.values())


def test_groups_are_refused():
    """A table for a paper has no rows for groups."""
    with pytest.raises(UsageError, match="drop --by"):
        of_results([result("bleu", "a", 1.0, group="d=x")])
    with pytest.raises(UsageError, match="drop --by"):
        of_comparison(ComparisonReport(Settings(), [], [standing("a", 1.0, "d=x")]))
