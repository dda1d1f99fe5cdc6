"""Extractors of a wrapper: tried in turn until an answer fits the type that a metric needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sacreval.core.contract.read_values import typed
from sacreval.core.options.field_types import TEXT, TEXTS, Kind
from sacreval.errors import RecordError
from sacreval.text.answers.answer_extractors import (
    CLOSEST,
    NONE,
    THINKING,
    Extractor,
    extractor,
    in_turn,
)
from sacreval.text.answers.json_values import parsed, parsed_boolean
from sacreval.text.answers.plain_answers import closest_label
from sacreval.text.user_functions import FunctionError

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch, Instance


_SHOWN = 60  # characters of a text that a message quotes
_NUMBERS = ("1", "0.5")
PROBES: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("last-number", "number", "gsm8k", "gsm8k-strict", "gsm8k-flexible"), _NUMBERS),
    "letter": ("A",),
    "yes-no": ("yes",),
    "list": (["a", "b"], ["1", "0"], []),
}  # examples of their results


def or_text(kind: Kind) -> Kind:
    """Create a kind that accepts values of `kind`, and texts from which one may be extracted."""
    if kind in (TEXT, TEXTS):
        return kind
    return Kind(
        f"{kind.description}, or text that contains it", lambda v: _has_text(v) or kind.accepts(v)
    )


def _has_text(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and any(isinstance(item, str) for item in value)
    )


def fitted(
    answer: Any, holds: Callable[[Any], bool], clean: Callable[[str], str], *, json: bool = False
) -> Any:
    """Convert an answer: unchanged where a metric accepts texts, else parsed as JSON or a number.

    Args:
        answer: The extracted answer, a text or another value of JSON.
        holds: Check of whether the metric accepts a value.
        clean: Normalisation of texts.
        json: Whether a text is JSON, so that it may hold a list.

    Raises:
        RecordError: If no reading of the answer is accepted by the metric.
    """
    text = answer if isinstance(answer, str) else _written(answer)
    for value in _readings(text, clean, json=json or text is not answer):
        if value is not None and holds(value):
            return value
    short = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    raise RecordError(f"'{short}' is not a value that the metric accepts; extract in another way")


def _written(answer: Any) -> str:
    """Write an answer as JSON."""
    try:
        return msgspec.json.encode(answer).decode()
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise RecordError(
            f"the answer is of type {type(answer).__name__}, which JSON lacks; return a text, a "
            "number, a truth value or a list of these"
        ) from None


def _readings(text: str, clean: Callable[[str], str], *, json: bool) -> Iterator[Any]:
    """List the possible readings of a text, the likeliest first."""
    value = parsed(text)
    in_list = [cleaned(clean, value)] if isinstance(value, list) else []
    if json:
        yield from in_list
    yield (plain := clean(text))
    yield parsed(plain)
    yield parsed_boolean(plain)
    yield from in_list
    yield from ([typed(item) for item in values] for values in in_list)
    yield value


def cleaned(clean: Callable[[str], str], value: Any) -> Any:
    """Normalise a text, or the texts in a list; return other values unchanged."""
    if isinstance(value, str):
        return clean(value)
    return [cleaned(clean, item) for item in value] if isinstance(value, list) else value


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
    return any(_is_list(name) for name in in_turn(how))


def ways(how: Extractors, labels: Sequence[str]) -> list[Way]:
    """List extractors in the order in which they are tried."""
    return [Way(name, _function(name, tuple(labels))) for name in in_turn(how)]


@cache
def _function(how: str, labels: tuple[str, ...]) -> Extractor:
    return closest_label(labels) if how == CLOSEST and labels else extractor(how)


def first_answer(
    text: str, tried: Sequence[Way], holds: Callable[[Any], bool], clean: Callable[[str], str]
) -> Any:
    """Return the first answer that the metric accepts."""
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
    answer = way.find(text)
    if _is_list(way.name) and not (holds(answer) or holds([typed(x) for x in answer])):
        raise NotAnItemError(answer)
    return fitted(answer, holds, clean, json=way.name.startswith("json:"))


def _is_list(how: str) -> bool:
    return how.rpartition(f"{THINKING}:")[2].startswith("list:")


_MOST = 200  # records of a system that are looked at


class UnlikeReferences:
    """Finds runs in which no answer is its reference, but some are the answer in it.

    Args:
        metric: The metric.
        extract: Its extractors of outputs.
        plain: Returns a record as the metric reads it, with references as they are.
        both: Returns it with answers in place of references too.
    """

    def __init__(
        self,
        metric: Metric,
        extract: Extractors,
        plain: Callable[[Instance], Instance],
        both: Callable[[Instance], Instance],
    ) -> None:
        self._metric = metric
        self._extract = extract
        self._plain = plain
        self._both = both
        self._left = _MOST
        self._equal = False
        self._hidden = False

    def add(self, batch: Batch) -> None:
        """Look at records until the answer of one is its reference, or enough were seen."""
        for instance in batch:
            if self._equal or not self._left:
                return
            self._left -= 1
            self._equal = self._is_reference(self._plain, instance)
            self._hidden = self._hidden or self._is_reference(self._both, instance)

    def notices(self) -> list[str]:
        """Return the notice, if it is due."""
        if self._equal or not self._hidden:
            return []
        options = " ".join(f"--extract-references {quote(name)}" for name in in_turn(self._extract))
        seen = "no answer is a whole reference, but answers are what the same extractor finds in"
        return [f"{self._metric.name}: {seen} references; give {options}"]

    def _is_reference(self, read: Callable[[Instance], Instance], instance: Instance) -> bool:
        """Return whether the answer in an output is one of the references, as they are read."""
        try:
            changed = read(instance)
        except RecordError:
            return False
        answer: Any = getattr(changed, self._metric.judges)
        return answer in (changed.references or [])
