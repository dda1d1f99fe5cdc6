"""Numbers that metrics from outside return by name."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import RecordError, UsageError
from sacreval.metrics._wrappers.external_numbers import finite


@pytest.mark.parametrize("name", ["cmd:true", "hf:x"])
def test_directions(name):
    """Each number has its direction, by default that larger is better."""
    made = metrics.get(name)(
        numbers=("a", "b", "c"), lower_is_better=("b",), neither_is_better=("c",)
    )
    assert [made.is_higher_better(one) for one in made.outputs] == [True, False, None]


@pytest.mark.parametrize("name", ["cmd:true", "hf:x"])
@pytest.mark.parametrize("per", ["record", "batch", "set"])
def test_kinds(name, per):
    """Whether records have scores, which average to the system's, is an option."""
    made = metrics.get(name)(per=per)
    assert (made.of_sets, made.is_mean) == (per == "set", per != "set")


@pytest.mark.parametrize("name", ["cmd:true", "hf:x"])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"numbers": ()}, "names each number once"),
        ({"numbers": ("a", "a")}, "names each number once"),
        ({"numbers": ("f1",), "lower_is_better": ("f2",)}, "available: f1"),
        ({"numbers": ("f1",), "neither_is_better": ("x",)}, "available: f1"),
    ],
)
def test_wrong_names(name, options, said):
    """Names that are not among the numbers are refused."""
    with pytest.raises(UsageError, match=said):
        metrics.get(name)(**options)


def test_finite():
    """Numbers and booleans are floats; anything else is the error of a record."""
    assert [finite(one, "f", "m") for one in (1, True, 0.5)] == [1.0, 1.0, 0.5]
    for value in (None, "1", "x", float("nan"), float("-inf"), 10**400, [1]):
        with pytest.raises(RecordError, match="m returned .* for f; correct it"):
            finite(value, "f", "m")
