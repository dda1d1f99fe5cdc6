"""Extractors of a wrapper: one or several, tried in turn until an answer fits the metric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from sacreval.core.contract.read_values import typed
from sacreval.errors import RecordError
from sacreval.metrics._wrappers.fit_answer import fitted
from sacreval.text.answers.answers import CLOSEST, NONE, THINKING, Extractor, extractor, in_turn
from sacreval.text.answers.closest_label import closest_label
from sacreval.text.user_functions import FunctionError

Extractors = str | tuple[str, ...]
"""An extractor, or several in the order in which they are tried."""


class NotAnItemError(RecordError):
    """A list that a metric does not accept; where it stands for references, they are its items.

    Args:
        items: The items.
    """

    def __init__(self, items: list[Any]) -> None:
        super().__init__("the list is not what the metric accepts; extract in another way")
        self.items = items


class Way(NamedTuple):
    """An extractor.

    Args:
        name: Its name, with its argument.
        find: The function.
    """

    name: str
    find: Extractor


def canonical(how: str | Sequence[str]) -> Extractors:
    """Return one extractor as text, several as a tuple."""
    several = in_turn(how) or (NONE,)
    return several[0] if len(several) == 1 else several


def splits(how: Extractors) -> bool:
    """Return whether an extractor may return a list."""
    return any(_is_list(one) for one in in_turn(how))


def ways(how: Extractors, labels: Sequence[str]) -> list[Way]:
    """List extractors in the order in which they are tried.

    Args:
        how: The extractors.
        labels: The labels of the metric, for `closest-label` without labels of its own.

    Raises:
        UsageError: If there is no extractor of a name.
    """
    return [Way(one, _function(one, tuple(labels))) for one in in_turn(how)]


@cache
def _function(how: str, labels: tuple[str, ...]) -> Extractor:
    return closest_label(labels) if how == CLOSEST and labels else extractor(how)


def first_answer(
    text: str, tried: Sequence[Way], holds: Callable[[Any], bool], clean: Callable[[str], str]
) -> Any:
    """Return the first answer that the metric accepts.

    Args:
        text: The text.
        tried: Extractors in the order in which they are tried.
        holds: Check of whether the metric accepts a value.
        clean: Normalisation of texts.

    Raises:
        NotAnItemError: If a single extractor finds a list that is not accepted.
        FunctionError: If a function of the user fails.
        RecordError: If none of them finds an answer that is accepted.
    """
    for way in tried:
        try:
            return _answer(text, way, holds, clean)
        except FunctionError:
            raise
        except RecordError:
            if len(tried) == 1:
                raise
    names = ", ".join(way.name for way in tried)
    raise RecordError(
        f"none of {names} finds an answer; check the output, or extract in another way"
    )


def _answer(text: str, way: Way, holds: Callable[[Any], bool], clean: Callable[[str], str]) -> Any:
    found = way.find(text)
    if _is_list(way.name) and not (holds(found) or holds([typed(x) for x in found])):
        raise NotAnItemError(found)
    return fitted(found, holds, clean, json=way.name.startswith("json:"))


def _is_list(how: str) -> bool:
    return how.rpartition(f"{THINKING}:")[2].startswith("list:")
