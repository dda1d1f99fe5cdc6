"""Groups of options become options of the command line."""

import inspect
from typing import Annotated, NamedTuple

from sacreval.cli.options.ungrouped import OptionGroup, ungrouped


class Size(OptionGroup):
    """Two options."""

    width: Annotated[int, "help"] = 1
    height: int = 2


def test_fields_are_parameters():
    """A verb is called with fields, and gets the group that they make."""
    seen = []

    @ungrouped
    def verb(name: str, size: Size, *, loud: bool = False) -> None:
        seen.append((name, size, loud))

    parameters = inspect.signature(verb).parameters
    assert list(parameters) == ["name", "width", "height", "loud"]
    assert parameters["width"].annotation == Annotated[int, "help"]
    assert parameters["height"].default == 2
    verb("a", width=3, height=4, loud=True)
    [(name, size, loud)] = seen
    assert (name, size.width, size.height, loud) == ("a", 3, 4, True)


def test_changed_fields():
    """Values that are not the defaults are listed; 0 and False are values."""
    assert Size(width=1, height=2).changed() == []
    assert Size(width=0, height=2).changed() == ["width"]


def test_other_tuples_stay():
    """A named tuple that is no group is a parameter like others."""

    class Pair(NamedTuple):
        a: int = 0

    def verb(pair: Pair) -> None: ...

    verb.__annotations__["pair"] = Pair
    assert list(inspect.signature(ungrouped(verb)).parameters) == ["pair"]
