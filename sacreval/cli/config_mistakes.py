"""All mistakes of a config at once, each with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from sacreval.errors import MistakesError, SacrevalError, UsageError

_PLACE = re.compile(r"(.*?):([0-9]+): ", re.DOTALL)


T = TypeVar("T")


class Mistakes(Protocol):
    """A function that finds what is wrong with the values of options."""

    def __call__(
        self, values: Mapping[str, Any], specs: Sequence[str], *, every_metric: bool
    ) -> list[str]:
        """Return what is wrong with the values of options, a sentence each.

        Args:
            values: The values by the names of parameters; wrong ones may be left out.
            specs: The metrics of the run, as texts; some may be wrong.
            every_metric: Whether these are all its metrics, which gates may name.
        """
        ...


class Checks(NamedTuple):
    """What a verb checks of a config before its run, beside what `config_checks` does for all.

    Args:
        keys: The keys whose values it checks.
        mistakes: Finds what is wrong with them.
    """

    keys: Sequence[str]
    mistakes: Mistakes


def fault(check: Callable[[Any], object], value: Any) -> str | None:
    """Return the message of the error that a check of a value raises; None if it raises none."""
    try:
        check(value)
    except SacrevalError as error:
        return str(error)
    return None


def gathered(makers: Iterable[Callable[[], T]]) -> list[T]:
    """Call functions and return what they return, after all of them were called.

    Args:
        makers: Functions that check a part of a config each.

    Raises:
        UsageError: If any of them raised an error; all sentences are in it.
    """
    results, errors = [], []
    for make in makers:
        try:
            results.append(make())
        except SacrevalError as error:
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    raise_all([text for error in errors for text in sentences(error)])
    return results


def sentences(error: SacrevalError) -> Sequence[str]:
    """Return the sentences of an error."""
    return error.sentences if isinstance(error, MistakesError) else (str(error),)


def raise_all(mistakes: Sequence[str]) -> None:
    """Raise an error with all mistakes, in the order of their lines; nothing without any.

    Args:
        mistakes: Sentences, which begin with `file:line: `.

    Raises:
        UsageError: If there are any.
    """
    ordered = sorted(dict.fromkeys(mistakes), key=_place)
    if len(ordered) == 1:
        raise UsageError(ordered[0])
    if ordered:
        raise MistakesError(ordered)


def elsewhere(mistakes: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the mistakes of lines that no known mistake is about."""
    lines = set(map(_place, known))
    return [mistake for mistake in mistakes if _place(mistake) not in lines]


def _place(sentence: str) -> tuple[str, int]:
    match = _PLACE.match(sentence)
    return (match[1], int(match[2])) if match else ("", 0)
