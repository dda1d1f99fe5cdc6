"""What docstrings say of parameters."""

import inspect
from dataclasses import dataclass

import pytest

from sacreval.core.options.docstrings import arguments, arguments_in, describe, summary


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
    found = arguments_in(inspect.cleandoc(text).replace(">", indent))
    assert found == {"a": "A ratio: x to y.", "b": "The first and the second.", "c": "The last."}


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
