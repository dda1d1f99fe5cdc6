"""The layout of a table of correlations for a paper."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.tables.paper_layout import layout, shown
from sacreval.features.paper.layout import Choice

NAMES = {"a": "A", "b": "B", "c": "C"}
VALUES = {"a": 0.5, "b": 0.25, "c": -0.125}


def result(metric, value, level="system", coefficient="kendall", **fields):
    """Return a correlation; its interval is the value and 0.1 on both sides."""
    interval = None if value is None else {"low": value - 0.1, "high": value + 0.1}
    return {"metric": metric, "level": level, "coefficient": coefficient, "value": value,
            "interval": interval, **fields}  # fmt: skip


def a_test(better, worse, *, significant, level="system", **fields):
    """Return a test of two metrics."""
    return {"metric_a": better, "metric_b": worse, "level": level, "coefficient": "kendall",
            "significant": significant, "p_adjusted": 0.5, **fields}  # fmt: skip


def of(results, tests=(), columns=(), *, transposed=False, averages=()):
    """Return the layout of a document."""
    found = {"results": results, "tests": tests, "averages": averages}
    table = shown(found, Choice(columns), [*VALUES])
    return layout(table, NAMES, transposed=transposed)


def marked(table, column=0):
    """Return the marks of a column by metric."""
    cells = {labels[0]: row[column] for labels, row in table.rows}
    return {name: (cell.bold, cell.dagger) for name, cell in cells.items()}


SYSTEM = [result(*one) for one in VALUES.items()]


def test_metrics_are_rows():
    """Levels stand above coefficients, and a value that is undefined has a dash."""
    both = [
        *SYSTEM,
        result("a", 0.1, "summary", "pearson"),
        result("b", None, "summary", "pearson"),
    ]
    table = of(both)
    assert table.labels == ["metric"]
    assert table.heads == [[("system", 1), ("summary", 1)], [("Kendall", 1), ("Pearson", 1)]]
    texts = [(labels[0], [cell.text for cell in row]) for labels, row in table.rows]
    assert texts == [("A", ["0.500", "0.100"]), ("B", ["0.250", "--"]), ("C", ["-0.125", "--"])]


def test_the_best_without_tests():
    """Without tests the best is bold, and nothing has a dagger."""
    plain = {"A": (True, False), "B": (False, False), "C": (False, False)}
    assert marked(of(SYSTEM)) == plain
    alone = of([result("a", 0.5), result("b", None), result("c", None)])
    assert not any(cell.bold for _, row in alone.rows for cell in row)


def test_marks_follow_the_tests():
    """What a test does not distinguish from the best is bold, what is worse has a dagger."""
    tests = [a_test("a", "b", significant=False), a_test("a", "c", significant=True)]
    tests += [a_test("b", "c", significant=False)]
    assert marked(of(SYSTEM, tests)) == {"A": (True, False), "B": (True, False), "C": (False, True)}


def test_one_sided_tests_in_both_directions():
    """Of two one-sided tests of a pair one that is significant separates them."""
    tests = [a_test("a", "b", significant=True), a_test("b", "a", significant=False)]
    assert marked(of(SYSTEM, tests))["B"] == (False, True)


def test_tests_without_a_result_mark_nothing():
    """A pair without a p-value is not called alike."""
    untested = a_test("a", "b", significant=False) | {"p_adjusted": None}
    assert marked(of(SYSTEM, [untested]))["B"] == (False, False)


def test_intervals_stand_beside_values():
    """A column of intervals has no marks; one coefficient is not repeated in heads."""
    table = of([*SYSTEM, result("a", 0.1, "summary")], columns=["value", "interval"])
    assert table.heads == [[("system", 2), ("summary", 2)]]
    first = table.rows[0][1]
    assert [cell.text for cell in first] == ["0.500", "[0.400, 0.600]", "0.100", "[0.000, 0.200]"]
    assert not first[1].bold


def test_metrics_are_columns():
    """Transposed, each row names its level, coefficient and part."""
    both = [*SYSTEM, result("a", 0.1, "summary")]
    table = of(both, columns=["value", "interval"], transposed=True)
    assert table.heads == [[("A", 1), ("B", 1), ("C", 1)]]
    assert table.labels == ["level", ""]
    assert [labels for labels, _ in table.rows][:2] == [["system", "value"], ["system", "interval"]]


def test_tasks_and_their_average():
    """An average is a further task with its own tests, and tasks can be chosen."""
    results = [
        result(name, x, task=task) for task in ("news", "talks") for name, x in VALUES.items()
    ]
    averages = [{**result(name, x), "n_tasks": 2} for name, x in VALUES.items()]
    tests = [a_test("a", "b", significant=True, task="(average)")]
    table = of(results, tests, averages=averages)
    assert table.heads == [[("news", 1), ("talks", 1), ("average", 1)]]
    assert marked(table, 2)["B"] == (False, True)
    assert marked(table, 0)["B"] == (False, False)
    assert of(results, tests, ["average"], averages=averages).heads == [[("Kendall", 1)]]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (["kendal"], "--columns kendal: did you mean 'kendall'"),
        (["interval"], "there are no intervals; drop --interval none"),
    ],
)
def test_wrong_columns(columns, said):
    """An unknown column, and intervals that were not computed, are one sentence."""
    with pytest.raises(UsageError, match=said):
        of([one | {"interval": None} for one in SYSTEM], columns=columns)
