"""Values of NumPy, pandas, polars and Arrow, read as Python's own."""

import numpy as np
import pytest

import sacreval
from sacreval.core.options.python_functions import is_numbered_reference, nested, plain, rows_of
from sacreval.errors import UsageError
from support import missing


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.int64(3), 3), (np.float64(0.5), 0.5), (np.bool_(True), True), (np.str_("a"), "a"),
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]), (("a", "b"), ["a", "b"]),
        ({"x": np.array(["a"])}, {"x": ["a"]}), ([np.array([None, "a"], object)], [[None, "a"]]),
        (None, None), ("a", "a"),
    ],
    ids=str,
)  # fmt: skip
def test_values(value, expected):
    """Scalars, arrays and tuples become Python's own values, at any depth."""
    found = plain(value)
    assert found == expected
    assert type(found) is type(expected)


def test_columns():
    """Columns with numbers are references, and those with a dot entries of groups and judgments."""
    row = {"reference1": "a", "reference_2": "b", "groups.domain": "x", "judgments.h": 1, "y": 2}
    assert nested(row) == {
        "references": ["a", "b"], "groups": {"domain": "x"}, "judgments": {"h": 1}, "y": 2
    }  # fmt: skip
    names = ("reference1", "references.2", "reference", "preference1", "1")
    assert [is_numbered_reference(one) for one in names] == [True, True, False, False, False]


def frames():
    """Return a frame of each library that is installed, with one text and two references."""
    columns = {"prediction": ["a b"], "reference1": ["a b"], "reference2": ["c"]}
    pd, pl, pa = (missing.module(one, "frames of it") for one in ("pandas", "polars", "pyarrow"))
    return [pd.DataFrame(columns), pl.DataFrame(columns), pa.table(columns)]


def test_frames():
    """Frames of pandas, polars and Arrow have the same rows, and score the same."""
    for frame in frames():
        assert rows_of(frame) == [{"prediction": "a b", "reference1": "a b", "reference2": "c"}]
        assert sacreval.evaluate(frame, metrics="exact-match")["exact_match"] == 1
    assert rows_of([1]) is None


def test_missing_cells():
    """Cells of None, NaN and NA are left out."""
    pd = missing.module("pandas", "frames of pandas")
    frame = pd.DataFrame({"a": [None, "x"], "b": [float("nan"), 1.0], "c": [pd.NA, 2]})
    assert rows_of(frame) == [{}, {"a": "x", "b": 1.0, "c": 2}]


def test_cells_with_arrays(tmp_path):
    """A frame from Parquet has arrays in cells, which are lists of references."""
    pd = missing.module("pandas", "frames of pandas")
    missing.module("pyarrow", "frames of Arrow")
    path = tmp_path / "a.parquet"
    pd.DataFrame({"prediction": ["a"], "references": [["b", "a"]]}).to_parquet(path)
    assert sacreval.evaluate(pd.read_parquet(path), metrics="exact-match")["exact_match"] == 1


def test_repeated_columns():
    """Two columns of one name are refused, where the last one would count."""
    pd = missing.module("pandas", "frames of pandas")
    frame = pd.DataFrame([["a", "b"]], columns=["prediction", "prediction"])
    with pytest.raises(UsageError, match="two columns 'prediction'"):
        rows_of(frame)
