"""Tests of pairs of metrics as a matrix."""

from sacreval.features.correlate.tables.correlations import matrices


def pair(a, b, delta, *, significant=False, level="system"):
    return {"level": level, "coefficient": "pearson", "metric_a": a, "metric_b": b,
            "delta": delta, "significant": significant}  # fmt: skip


def test_the_best_metric_comes_first():
    """A pair has one cell, above the diagonal; columns have the numbers of rows."""
    tests = [pair("y", "x", 0.25, significant=True), pair("y", "z", 0.5), pair("x", "z", 0.1)]
    (table,) = matrices(tests)
    assert table.head == ["system pearson", "2", "3"]
    assert table.rows == [["1 y", "+0.250*", "+0.500"], ["2 x", "", "+0.100"], ["3 z", "", ""]]


def test_a_negative_difference_turns_around():
    """Whichever metric a test names first, the row is the better one."""
    (table,) = matrices([pair("x", "y", -0.25, significant=True)])
    assert table.rows == [["1 y", "+0.250*"], ["2 x", ""]]


def test_one_sided_tests_of_both_directions():
    """Of two tests of a pair, the cell is of the one for its row."""
    (table,) = matrices([pair("y", "x", 0.2, significant=True), pair("x", "y", -0.2)])
    assert table.rows[0] == ["1 y", "+0.200*"]


def test_levels_have_their_own():
    """Each level and coefficient has a matrix; what is undefined is a hyphen."""
    first, second = matrices([pair("x", "y", 1.0), pair("x", "y", None, level="summary")])
    assert (first.head[0], second.head[0]) == ("system pearson", "summary pearson")
    assert second.rows[0][1] == "-"
