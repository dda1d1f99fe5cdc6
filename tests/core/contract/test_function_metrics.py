"""What functions declare, by the decorator or by attributes."""

import pytest

from sacreval import metric_function
from sacreval.core.contract.function_metrics import Declared, declared
from sacreval.errors import UsageError


def test_defaults():
    """A function that declares nothing has one output of its name, and larger is better."""
    assert declared(len, "size") == Declared(("size",))


def test_the_decorator_sets_attributes():
    """The decorator returns the function itself, with what it declares."""

    def function():
        return 1

    stated = metric_function(outputs=["a", "b"], higher_is_better=None, single_reference=True)
    assert stated(function) is function
    assert declared(function, "f") == Declared(
        ("a", "b"), higher_is_better=None, single_reference=True
    )


def test_the_decorator_without_parentheses():
    """Without parentheses the decorator declares the defaults."""

    @metric_function
    def function():
        return 1

    assert declared(function, "f") == Declared(("f",))


@pytest.mark.parametrize("outputs", ["abc", [], ["a", "a"], [1]], ids=str)
def test_wrong_outputs(outputs):
    """Outputs are different names."""

    def function():
        return 1

    function.outputs = outputs
    with pytest.raises(UsageError, match="write different names, as in"):
        declared(function, "f")


def test_highest():
    """A function states its largest number by annotation as bool, by number or by output."""

    def right() -> bool:
        return True

    assert declared(right, "right").highest == 1.0
    assert declared(metric_function(highest=100)(lambda: 1), "f").highest == 100.0
    by_output = metric_function(outputs=["a", "b"], highest={"a": 1.0})(lambda: 1)
    assert declared(by_output, "f").highest == {"a": 1.0}


@pytest.mark.parametrize("highest", [0, -1.0, "1", float("inf"), {"b": 1.0}], ids=str)
def test_wrong_highest(highest):
    """The largest number is positive and finite, and of an output that there is."""
    with pytest.raises(UsageError, match="write the largest number"):
        declared(metric_function(highest=highest)(lambda: 1), "f")
