"""Results of queries as Unitxt compares them."""

import pytest

from sacreval.metrics.structures._sql.frames import Frame
from sacreval.metrics.structures._sql.tables import compared

# Unitxt 1.26.10 with pandas 2.3.3: compare_result_dfs(DataFrame(gold), DataFrame(found), query),
# on 2026-11-23, where `ordered` is whether the query has ORDER BY.
CASES = [
    ([(1, "a"), (2, "b")], [("b", 2), ("a", 1)], False, (1, 1, 1)),
    ([(1, "a"), (2, "b")], [("b", 2), ("a", 1)], True, (0, 0, 0)),
    ([(1, 2), (2, 1)], [(1, 2), (1, 2)], False, (1, 1, 0)),  # rows are sorted, then columns
    ([(1, 2), (3, 4)], [(1,), (3,)], True, (0, 0, 1)),  # a part of the columns
    ([(1,), (None,)], [(1.0,), (None,)], True, (1, 1, 1)),  # NULL makes whole numbers decimals
    ([(1,), (2,)], [(1.0,), (2.0,)], True, (0, 0, 0)),
    ([(1, 2.5)], [(1.0, 2.5)], True, (1, 1, 1)),  # and so does a column of decimals
    ([(1, 2.5, "a")], [(1.0, 2.5, "a")], True, (0, 0, 0)),
    ([("1",)], [(1,)], False, (1, 1, 1)),  # cells are texts
    ([], [], False, (1, 0, 0)),
    ([], [(1,)], False, (0, 0, 0)),
]


@pytest.mark.parametrize(("gold", "found", "ordered", "want"), CASES)
def test_as_unitxt(gold, found, ordered, want):
    """Equality, equality with rows, and containment are those of Unitxt."""
    assert tuple(map(int, compared(gold, found, "unitxt", ordered=ordered))) == want


def test_cells():
    """The cells of rows are typed together, those of columns each on its own."""
    frame = Frame.of([(1, 2.5), (2, None)])
    assert frame.rows == [["1.0", "2.5"], ["2.0", "nan"]]
    assert frame.columns == [["1", "2"], ["2.5", "nan"]]
    assert Frame.of([("a", 1, None)]).rows == [["a", "1", "None"]]
