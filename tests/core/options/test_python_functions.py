"""Public functions: arguments of simple types are checked, and messages name parameters."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import pytest

import sacreval
from sacreval.core.options.python_functions import python_function, warn
from sacreval.errors import ResultWarning, UsageError

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
    found = shown(
        data, seed=np.int64(3), share=np.float32(0.5), ci=np.bool_(True), names=iter(["a"])
    )
    assert found[0] is data
    assert found[1:] == (3, 0.5, True, "one", ["a"], None)
    assert type(found[1]) is int
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
