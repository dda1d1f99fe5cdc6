"""Types of options: from JSON, from words, from constructors and their docstrings."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from sacreval.core.options.docstrings import arguments, arguments_in, describe, summary
from sacreval.core.options.option_texts import from_word, from_words
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
    converted = from_json(hint, value)
    assert (type(converted), converted) == (type(found), found)


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


@pytest.mark.parametrize(
    ("hint", "word", "value"),
    [
        (str, "3", "3"),
        (str | None, "null", "null"),
        (Path, "null", Path("null")),
        (int | str, "3", 3),
        (int | str, '"3"', "3"),
        (int | str, "3x", "3x"),
        (int | None, "null", None),
        (Any, "[1]", [1]),
        (Any, "[1", "[1"),
        (bool | str, "true", True),
    ],
    ids=str,
)
def test_one_word(hint, word, value):
    """Text is text where only text is wanted; else JSON comes before text."""
    converted = from_word(hint, word)
    assert (type(converted), converted) == (type(value), value)


@pytest.mark.parametrize(
    ("hint", "words", "value"),
    [
        (list[int], ["[1, 2]"], [1, 2]),
        (list[list[int]], ["[1, 2]"], [[1, 2]]),
        (list[Any], ["a", "1"], ["a", 1]),
        (tuple[int, str] | None, ["1", "2"], (1, "2")),
        (tuple[int, str] | None, ["null"], None),
        (dict[str, list[int]], ["a=[1]", "b=[]"], {"a": [1], "b": []}),
        (dict[str, str], ["a=b=c"], {"a": "b=c"}),
        (dict, ["a=1"], {"a": 1}),
    ],
    ids=str,
)
def test_several_words(hint, words, value):
    """One word may be the whole; else words are items, or pairs of a mapping."""
    assert from_words(hint, words) == value


@pytest.mark.parametrize("words", [["a"], ["a=1", "a=2"], ['{"a": 1, "a": 2}'], ["{"]], ids=str)
def test_wrong_words(words):
    """A word that is no pair, and a key that is repeated, raise ValidationError."""
    with pytest.raises(msgspec.ValidationError):
        from_words(dict[str, int], words)


@pytest.mark.parametrize("indent", ["  ", "    ", "\t"], ids=repr)
def test_arguments(indent):
    """Names are read with their text, however it is indented and broken."""
    text = """
    Does it.

    Args:
    >a: A ratio: x to y.
    >b (list[str], optional): The first
    >>and the second.

    >c: The last.

    Returns:
    >d: None.
    """
    texts = arguments_in(inspect.cleandoc(text).replace(">", indent))
    assert texts == {"a": "A ratio: x to y.", "b": "The first and the second.", "c": "The last."}


def test_no_arguments():
    """A docstring may have none."""
    assert arguments_in("Does it.") == {}
    assert arguments_in("") == {}


def test_arguments_of_base_classes():
    """A class need not repeat what its base says, and may say it in its own words."""

    class Base:
        """Does it.

        Args:
            a: One.
            b: Two.
        """

    class Own(Base):
        """Does more.

        Args:
            b: Another.
            c: Three.
        """

    assert arguments(Own) == {"a": "One.", "b": "Another.", "c": "Three."}


def test_inherited_text():
    """A class without a docstring has that of its base, also where `dataclass` writes one."""

    class Base:
        """It is described.

        Args:
            a: A.
        """

    @dataclass
    class Sub(Base):
        a: int = 1

    assert (describe(Sub), summary(Sub)) == ("It is described.", "It is described.")
    assert arguments(Sub)["a"] == "A."
