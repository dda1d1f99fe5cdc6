"""Values in outputs: JSON alone, in a code fence or in text, after the reasoning; whole values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sacreval.errors import RecordError

if TYPE_CHECKING:
    import json

_OPENING = re.compile(
    r"<(?:think|thinking|thought|reasoning)>|<\|begin_of_thought\|>|\[THINK\]", re.IGNORECASE
)
_CLOSING = re.compile(
    r"</(?:think|thinking|thought|reasoning)>|<\|end_of_thought\|>|\[/THINK\]", re.IGNORECASE
)


def after_thinking(text: str) -> str:
    """Return what follows the last mark that closes reasoning; the text itself without a mark."""
    ends = [match.end() for match in _CLOSING.finditer(text)]
    rest = text[ends[-1] :] if ends else text
    if _OPENING.search(rest):
        raise RecordError("the reasoning is not closed; the output may be cut")
    return rest


_START = re.compile(r'\{(?=[ \t\n\r]*")|\[(?=[ \t\n\r]*[\[{"\-\dtfn])')  # of what is not empty
_FENCE = re.compile(r"`{3,}")
_LANGUAGE = re.compile(r"[\w+-]*[ \t]*\n")  # after the mark of a fence
_MOST_TRIES = 1_000  # brackets that look like JSON and begin none
_MOST_READ = 5_000_000  # characters after such brackets, which are read again for each
_FAULTS = (msgspec.DecodeError, UnicodeError, ValueError, RecursionError)


class _Span(NamedTuple):
    """A JSON value in a text, or a ValueError where one is refused."""

    start: int
    end: int
    value: Any


def json_value(text: str) -> Any:
    """Return the JSON value that a text is; None if it is none, or an object repeats a key."""
    try:
        value = msgspec.json.decode(text)
        if "{" in text:
            _strict().decode(text)
    except _FAULTS:
        return None
    return value


def answer_in_json(text: str, find: Callable[[Any], Any]) -> Any:
    """Return what a function finds in the JSON values of an output; None if it finds nothing.

    The output may be JSON as a whole. Else its reasoning is dropped, and the last code fence is
    read, then all of the text; in both, objects before lists. Empty brackets among other text are
    no values, and neither are parts of others.

    Args:
        text: The output.
        find: A function from a value to the answer; None if there is none.

    Raises:
        RecordError: If there is no JSON, or several values have different answers; an object
            repeats a key; a number is NaN or too large; the JSON is nested too deeply; or the
            reasoning is not closed.
    """
    has_values = False
    try:
        for values in _ranked(text):
            has_values = has_values or bool(values)
            answer = _agreed([answer for value in values if (answer := find(value)) is not None])
            if answer is not None:
                return answer
    except ValueError as error:
        raise RecordError(f"{error}; check it") from None
    if not has_values:
        raise RecordError("the output contains no JSON; check it")
    return None


def _agreed(answers: Sequence[Any]) -> Any:
    """Return the answer of several values; None if there is none. Empty lists count only alone."""
    answers = [answer for answer in answers if answer != []] or answers
    if any(answer != answers[0] for answer in answers[1:]):
        raise ValueError("the output's JSON has several different answers")
    return answers[-1] if answers else None


def json_objects(text: str) -> list[Mapping[str, Any]]:
    """Return the JSON objects of an output after its reasoning that are not part of another.

    Args:
        text: The output.

    Raises:
        ValueError: If an object repeats a key, a number is NaN or too large, the JSON is nested too
            deeply, or too many brackets begin no JSON.
        RecordError: If the reasoning is not closed.
    """
    whole = json_value(text)
    if whole == {}:
        return [whole]
    scan = _Scan(text)
    return list(_objects_in(scan.values(scan.rest)))


def _objects_in(values: Sequence[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the objects among values, and in lists of them at any depth, in their order."""
    left = list(reversed(values))
    while left:
        value = left.pop()
        if isinstance(value, dict):
            yield value
        elif isinstance(value, list):
            left.extend(reversed(value))


def _ranked(text: str) -> Iterator[Sequence[Any]]:
    """Yield the values of an output in groups, the likeliest first."""
    yield _whole(text)
    scan = _Scan(text)
    for part in (*scan.last_fence(), scan.rest):
        yield _whole(text[part])
        values = scan.values(part)
        yield [value for value in values if isinstance(value, dict)]
        yield [value for value in values if isinstance(value, list)]


def _whole(text: str) -> Sequence[Any]:
    value = json_value(text)
    return [] if value is None else [value]


class _Scan:
    """Where the values, the reasoning and the last code fence of a text are.

    Marks inside of values are no marks of the text.

    Raises:
        RecordError: If the reasoning is not closed.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = list(_spans(text))
        self.prose = self._prose()
        self.rest = slice(len(text) - len(after_thinking(self.prose)), len(text))

    def _prose(self) -> str:
        """Return the text with blanks in place of values."""
        pieces, place = [], 0
        for span in self.spans:
            pieces += [self.text[place : span.start], " " * (span.end - span.start)]
            place = span.end
        return "".join([*pieces, self.text[place:]])

    def last_fence(self) -> Iterator[slice]:
        """Yield what is in the last code fence, which may not be closed; nothing without one."""
        marks = list(_FENCE.finditer(self.prose, self.rest.start))
        if marks:
            opening, *closing = marks[(len(marks) - 1) // 2 * 2 :]
            start = opening.end()
            language = _LANGUAGE.match(self.prose, start)
            end = closing[0].start() if closing else self.rest.stop
            yield slice(language.end() if language else start, end)

    def values(self, part: slice) -> list[Any]:
        """Return the values in a part of the text.

        Args:
            part: From the first character to that after the last.

        Raises:
            ValueError: If one of them is refused.
        """
        values = [span.value for span in self.spans if part.start <= span.start < part.stop]
        for value in values:
            if isinstance(value, ValueError):
                raise value
        return values


def _spans(text: str) -> Iterator[_Span]:
    """Yield the objects and lists of a text that are not part of another, and faults."""
    import json

    place = tries = read = 0
    while match := _START.search(text, place):
        start = match.start()
        place = start + 1
        try:
            end = _strict().raw_decode(text, start)[1]
            yield _Span(start, end, _decoded(text[start:end]))
            place = end
        except json.JSONDecodeError as error:
            is_cut = error.msg.startswith("Unterminated")  # and pos is where the string begins
            tries, read = tries + 1, read + (len(text) if is_cut else error.pos) - start
        except ValueError as error:
            yield _Span(start, place, error)
            tries, read = tries + 1, read + len(text) - start
        except RecursionError:
            raise ValueError("the output's JSON is nested too deeply") from None
        if tries > _MOST_TRIES or read > _MOST_READ:
            raise ValueError("too many brackets of the output begin no JSON")


def _decoded(text: str) -> Any:
    """Return a value of JSON, or a ValueError."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return ValueError("the JSON has a number that is too large, or half of a character")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("an object of the JSON repeats a key")
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"the JSON has {constant}, which is not a JSON number")


@cache
def _strict() -> json.JSONDecoder:
    """Return the parser that finds where JSON in a text ends."""
    import json

    return json.JSONDecoder(
        object_pairs_hook=_without_repeats,
        parse_constant=_refuse,
        parse_int=len,  # int() refuses thousands of digits; values are decoded by msgspec
    )


_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_DIGITS = 400  # an integer of more is too large for a float
_LONGEST_LITERAL = 1_000_000  # characters of a Python list; parsing takes hundreds of bytes each
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


def parsed_number(text: str) -> int | float | None:
    """Return the number that a text is, white space around it aside; None if it is none.

    The decimal sign is a point, and there are no separators between thousands: `1,5` may be 1.5 or
    15, and is no number. Neither are `nan` and `inf`.

    Args:
        text: The text, such as `3.5`, `-2` or `1e-3`.
    """
    bare = text.strip()
    if not re.fullmatch(_NUMBER, bare):
        return None
    try:
        return int(bare) if len(bare) < _DIGITS else float(bare)
    except ValueError:
        return float(bare)


def parsed_boolean(text: str) -> bool | None:
    """Return whether a text is true or yes, in any case; None if it is neither these nor no."""
    return _BOOLEANS.get(text.strip().lower())


def parsed_list(text: str) -> list[Any] | None:
    """Return the list that a text is, as JSON or Python writes it; None if it is none.

    Tuples in a Python list become lists.

    Args:
        text: The text, such as `["a", "b"]` or `['a', 'b']`.
    """
    bare = text.strip()
    if not (bare.startswith("[") and bare.endswith("]")):
        return None
    value = json_value(bare)
    if value is None and len(bare) <= _LONGEST_LITERAL:
        value = _literal(bare)
    return value if isinstance(value, list) else None


def parsed(text: str) -> Any:
    """Return the value that a text is: JSON, also with `True` and `False`, or a number.

    Returns:
        The value; None if it is none.
    """
    for spelling in (text, text.strip().lower()):
        if (value := json_value(spelling)) is not None:
            return value
    return parsed_number(text)


def _literal(text: str) -> Any:
    import ast

    try:
        return _as_json(ast.literal_eval(text))
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None


def _as_json(value: Any) -> Any:
    return [_as_json(item) for item in value] if isinstance(value, list | tuple) else value
