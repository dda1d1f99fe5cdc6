"""All mistakes in the gates of a run at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec import structs

from sacreval.errors import MistakesError, UsageError
from sacreval.features.gates.stated_gates import StatedGates

T = TypeVar("T")
LISTS = (
    "fail_under",
    "check",
    "not_worse",
    "significant_drop",
    "max_drop",
    "no_new_failures",
)
"""The options that may be repeated, each a gate."""


def one_by_one(parse: Callable[[StatedGates], T], stated: StatedGates) -> T:
    """Parse gates; if one is wrong, look for mistakes in all others.

    Args:
        parse: Parses gates, and raises an error about the first that is wrong.
        stated: All gates.

    Raises:
        UsageError: If any is wrong; the sentences of all are in it.
    """
    try:
        return parse(stated)
    except UsageError as error:
        found = list(dict.fromkeys(map(str, [*of_each(parse, stated), error])))
        if len(found) > 1:
            raise MistakesError(found) from None
        raise


def of_each(parse: Callable[[StatedGates], object], stated: StatedGates) -> Iterator[UsageError]:
    """Yield what is wrong with each gate by itself.

    Args:
        parse: Parses gates, and raises an error about the first that is wrong.
        stated: All gates.
    """
    empty: dict[str, None] = dict.fromkeys(LISTS)
    for name in LISTS:
        for text in getattr(stated, name) or ():
            try:
                parse(structs.replace(stated, **{**empty, name: [text]}))
            except UsageError as error:
                yield error
