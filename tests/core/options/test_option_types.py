"""Types of options: values from JSON and back."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from sacreval.core.options.option_types import from_json, is_fixed, of_fields, shown, to_json
from sacreval.errors import UsageError
from support.many_types import ManyTypes


@pytest.mark.parametrize(
    ("hint", "value", "found"),
    [
        (Sequence[int], [1], (1,)),
        (Iterable[Path], ["a"], (Path("a"),)),
        (Mapping[str, Sequence[int]], {"a": [1]}, {"a": (1,)}),
        (Path | str, "a", Path("a")),
        (dict[str, Path | int], {"a": "b", "c": 1}, {"a": Path("b"), "c": 1}),
        (tuple[Path | int, Literal[0.5]], [1, 0.5], (1, 0.5)),
        (list[int] | tuple[str, ...], ["a"], ("a",)),
        (frozenset[Literal[0.5, 1.5]], [0.5, 0.5], frozenset({0.5})),
        (Annotated[int, msgspec.Meta(ge=0)], 3, 3),
        (Path, Path("a"), Path("a")),
    ],
    ids=str,
)
def test_values(hint, value, found):
    """Abstract types are tuples and dicts; unions that msgspec refuses are tried in order."""
    made = from_json(hint, value)
    assert (type(made), made) == (type(found), found)


@pytest.mark.parametrize(
    ("hint", "value", "part"),
    [
        (Path, 3, "must be text, the path"),
        (Path, "a\0", "NUL"),
        (Annotated[int, msgspec.Meta(ge=0)], -1, ">= 0"),
        (tuple[Path | int, int], [1], "of length 2, got 1"),
        (Literal[1], True, "got `bool`"),
        (Path | int, 0.5, "int"),
    ],
    ids=str,
)
def test_wrong_values(hint, value, part):
    """A wrong value raises ValidationError; true is not 1."""
    with pytest.raises(msgspec.ValidationError, match=part):
        from_json(hint, value)


@pytest.mark.parametrize(
    "hint",
    [Callable[[str], str], type, object(), complex],
    ids=["function", "type", "object", "complex"],
)
def test_types_without_a_form(hint):
    """A type that JSON cannot hold raises TypeError."""
    with pytest.raises(TypeError, match="no form in JSON"):
        from_json(hint, "a")


def test_to_json():
    """Sets and keys are sorted, so that equal values are written alike; paths are text."""
    value: Any = {"b": {3, 1}, "a": (Path("x"), None)}
    assert to_json(value) == '{"a":["x",null],"b":[1,3]}'
    with pytest.raises(TypeError, match="no form in JSON"):
        to_json(len)


def test_shown():
    """Types are written as in Python, with the choices of literals."""
    hints = (Sequence[int], dict[str, float] | None, tuple[int, str], Literal[True, "a"], set)
    assert [*map(shown, hints)] == [
        "list[int]", "dict[str, float]|null", "tuple[int, str]", "true|a", "set",
    ]  # fmt: skip
    assert [is_fixed(x) for x in (tuple[int], tuple[int, ...], list[int])] == [True, False, False]


def test_of_fields():
    """Types of fields are resolved; one that cannot be is named."""
    assert of_fields(ManyTypes)["either"] == int | str

    class Local(ManyTypes):
        choice: "Nowhere"  # noqa: F821 - on purpose

    with pytest.raises(UsageError, match="'Nowhere' is not defined"):
        of_fields(Local)
