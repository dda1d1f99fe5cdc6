"""The methods of intervals by name."""

from pathlib import Path
from typing import get_args

import pytest

from sacreval.core.interval_names import INTERVALS, IntervalName
from sacreval.errors import InputError
from sacreval.scoring.intervals import methods
from sacreval.scoring.intervals.methods._base import Method, method_of


def test_every_name_has_a_module():
    """Names, what is said of them and modules are the same; each module has its own class."""
    assert list(get_args(IntervalName)) == ["auto", *INTERVALS]
    files = {path.stem for path in Path(methods.__file__).parent.glob("[a-z]*.py")}
    assert files == {name.replace("-", "_").replace(".", "_") for name in INTERVALS}
    classes = [type(method_of(name)) for name in INTERVALS]
    assert len(set(classes)) == len(INTERVALS)
    assert all(issubclass(one, Method) for one in classes)


def test_another_name():
    """A name without a method is refused, with the nearest one; nothing is computed instead."""
    with pytest.raises(InputError, match="there is no interval 'willson'; did you mean 'wilson'"):
        method_of("willson")
