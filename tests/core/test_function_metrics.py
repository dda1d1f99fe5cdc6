"""What functions declare, by the decorator or by attributes."""

import pytest

from sacreval import metric_function
from sacreval.core.function_metrics import Declared, declared
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


@pytest.mark.parametrize("outputs", ["abc", [], ["a", "a"], [1]], ids=str)
def test_wrong_outputs(outputs):
    """Outputs are different names."""

    def function():
        return 1

    function.outputs = outputs
    with pytest.raises(UsageError, match="write different names, as in"):
        declared(function, "f")
