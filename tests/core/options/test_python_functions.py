"""Public functions: arguments of simple types are checked, and messages name parameters."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import pytest

import sacreval
from sacreval.core.metric import metrics
from sacreval.core.options.python_functions import (
    is_numbered_reference,
    nested,
    plain,
    python_function,
    rows_of,
    warn,
)
from sacreval.core.options.specs import OptionError
from sacreval.errors import ResultWarning, UsageError
from support import missing

OUTPUTS, REFERENCES = ["a b c", "d e"], ["a b c", "d f"]


@python_function
def shown(
    data: Any,
    *,
    seed: int = 1,
    share: float | None = None,
    ci: bool = False,
    how: Literal["one", "two"] = "one",
    names: str | Sequence[str] = (),
    bounds: Mapping[str, float] | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as in sacreval.evaluate
) -> Any:
    """Return all arguments."""
    warn("give --share or --no-ci, not --share-all")
    if map:
        raise UsageError("--map prediction=a.b, or -r; --seed 3")
    return data, seed, share, ci, how, names, bounds


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"ci": "false"}, "`ci` must be true or false, not text"),
        ({"ci": 1}, "`ci` must be true or false, not a whole number"),
        ({"seed": "3"}, "`seed` must be a whole number, not text"),
        ({"seed": True}, "`seed` must be a whole number, not true or false"),
        ({"share": "x"}, "`share` must be a number, not text"),
        ({"how": "three"}, "`how` cannot be 'three'"),
        ({"names": [1]}, "`names[0]` must be text, not a whole number"),
    ],
    ids=str,
)
def test_wrong_types(arguments, problem):
    """A value of another type is one sentence with the function and the parameter."""
    with pytest.raises(UsageError) as caught:
        shown([], **arguments)
    assert str(caught.value) == f"shown: {problem}; see help(sacreval.shown)"


@pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
def test_values_of_numpy():
    """Scalars of NumPy and lists of any kind are taken; other arguments are passed on."""
    data = np.array([1])
    values = shown(
        data, seed=np.int64(3), share=np.float32(0.5), ci=np.bool_(True), names=iter(["a"])
    )
    assert values[0] is data
    assert values[1:] == (3, 0.5, True, "one", ["a"], None)
    assert type(values[1]) is int
    assert shown(1, names={"a"})[5] == ["a"]


def test_messages_name_parameters():
    """Options in messages become parameters of the function; those of others stay."""
    with pytest.warns(ResultWarning, match=r"give share or ci=False, not --share-all") as caught:
        shown(1)
    assert caught[0].filename == __file__
    with (
        pytest.raises(UsageError, match=r'map=\{"prediction": "a\.b"\}, or -r; seed 3'),
        pytest.warns(ResultWarning),
    ):
        shown(1, map={"x": "y"})


def test_public_functions():
    """Every public function is checked, and keeps its signature."""
    for name in sacreval.__all__:
        function = getattr(sacreval, name)
        if inspect.isfunction(function) and name != "metric_function":
            assert function.__wrapped__.__name__ == name
            assert inspect.signature(function) == inspect.signature(function.__wrapped__)
    with pytest.raises(UsageError, match="evaluate: `resamples` must be a whole number"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf", resamples="many")
    with pytest.raises(UsageError, match="where a = is not a JMESPath expression"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf", where="a =")


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("bleu", {"lowercase": "false"}, "bleu: `lowercase` must be true or false, not text"),
        ("bleu", {"smooth_method": "expp"}, "bleu: `smooth_method` cannot be 'expp'"),
        ("chrf", {"word_order": "2"}, "chrf: `word_order` must be a whole number, not text"),
        ("chrf", {"word_order": True}, "chrf: `word_order` must be a whole number"),
        ("rouge", {"types": [1]}, r"rouge: `types\[0\]` must be text"),
    ],
)
def test_wrong_types_of_checked_options(name, options, problem):
    """A value of another type is refused in the words of YAML, where it would change scores."""
    with pytest.raises(OptionError, match=problem):
        metrics.get(name)(**options)


def test_values_of_numpy_of_checked_options():
    """Scalars of NumPy become Python's own, so that the signature is the same."""
    metric = metrics.get("chrf")(word_order=np.int64(2), lowercase=np.bool_(True))
    assert metric == metrics.get("chrf")(word_order=2, lowercase=True)
    assert type(metric.word_order) is int


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
    converted = plain(value)
    assert converted == expected
    assert type(converted) is type(expected)


def test_columns():
    """Columns with numbers are references, and those with a dot entries of groups and judgments."""
    row = {"reference1": "a", "reference_2": "b", "groups.domain": "x", "judgments.h": 1, "y": 2}
    assert nested(row) == {
        "references": ["a", "b"], "groups": {"domain": "x"}, "judgments": {"h": 1}, "y": 2
    }  # fmt: skip
    names = ("reference1", "references.2", "reference", "preference1", "1")
    assert [is_numbered_reference(name) for name in names] == [True, True, False, False, False]


def frames():
    """Return a frame of each library that is installed, with one text and two references."""
    columns = {"prediction": ["a b"], "reference1": ["a b"], "reference2": ["c"]}
    pd, pl, pa = (missing.module(name, "frames of it") for name in ("pandas", "polars", "pyarrow"))
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
