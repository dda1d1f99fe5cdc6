"""Extractors: named functions from an output to its answer, or RecordError if there is none."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from sacreval.errors import RecordError, UsageError, nearest, one_line, shortened
from sacreval.text.answers.json_values import after_thinking
from sacreval.text.answers.latex import boxed
from sacreval.text.answers.math_spellings import final_answer
from sacreval.text.answers.numbers_in_text import (
    gsm8k,
    gsm8k_flexible,
    gsm8k_strict,
    last_number,
    only_number,
)
from sacreval.text.answers.plain_answers import (
    by_separator,
    closest_label,
    first_line,
    first_word,
    letter,
    said,
)
from sacreval.text.normalizers import unchanged
from sacreval.text.timed_patterns import matches
from sacreval.text.user_functions import user_function

Extractor = Callable[[str], Any]
"""A function from an output to its answer, which raises RecordError if there is none."""


def by_pattern(pattern: str) -> Callable[[str], str]:
    """Create the function that returns a regular expression's last match, or its first group."""
    if not pattern:
        raise UsageError("regex: needs a pattern; write one after it, as in 'regex:Answer: (.*)'")
    named = shortened(pattern)
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        why = str(error) if isinstance(error, re.error) else one_line(error)
        raise UsageError(f"regex:{named} is not a regular expression ({why})") from None

    def find(text: str) -> str:
        hits = matches(pattern, text)
        if not hits:
            raise RecordError(f"no match of {named}; check the output, or change the pattern")
        last = hits[-1]
        answer = (last[1] if compiled.groups else last[0]) or ""
        if not answer.strip():
            raise RecordError(
                f"the last match of {named} is empty; check the output, or change the pattern"
            )
        return str(answer).strip()

    return find


def by_path(path: str) -> Extractor:
    """Create the function that applies a JMESPath expression to the JSON in an output."""
    from sacreval.text.answers.json_values import answer_in_json
    from sacreval.text.expressions import compiled

    search = compiled(path, "json:", wrong=RecordError)
    named = shortened(path)

    def find(text: str) -> Any:
        refused: list[RecordError] = []

        def at_path(value: Any) -> Any:
            try:
                answer = search(value)
            except RecordError as error:
                refused.append(error)
                return None
            is_blank = isinstance(answer, str) and not answer.strip()
            return None if is_blank else answer

        answer = answer_in_json(text, at_path)
        if answer is None:
            nothing = RecordError(f"the output's JSON has nothing at {named}; check it")
            raise next(iter(refused), nothing)
        return answer

    return find


def thoughtless(spec: str) -> Extractor:
    """Create the function that drops reasoning before it extracts the answer in another way."""
    find = extractor(spec or NONE)
    return lambda text: find(after_thinking(text))


def among(labels: str) -> Extractor:
    """Create the function that returns the closest of some labels."""
    named = tuple(dict.fromkeys(label for part in labels.split(",") if (label := part.strip())))
    if len(named) < 2:  # one label would always be the closest
        raise UsageError(
            "closest-label: needs labels; write them after it, as in "
            "'closest-label:positive,negative', or give --labels if the metric has that option"
        )
    return closest_label(named)


def own_function(path: str) -> Extractor:
    """Return the user's function as an extractor; None and exceptions are no answer."""
    function = user_function(path)

    def find(text: str) -> Any:
        answer = function(text)
        if answer is None:
            raise RecordError(f"py:{path} returned None; check the output, or the function")
        return answer

    return find


NONE = "none"
EXTRACTORS: dict[str, Extractor] = {
    NONE: unchanged,
    "last-number": last_number,
    "number": only_number,
    "boxed": boxed,
    "letter": letter,
    "yes-no": said,
    "first-line": first_line,
    "first-word": first_word,
    "gsm8k": gsm8k,
    "gsm8k-strict": gsm8k_strict,
    "gsm8k-flexible": gsm8k_flexible,
    "final-answer": final_answer,
}
WITH_ARGUMENT: dict[str, Callable[[str], Extractor]] = {
    "regex": by_pattern,
    "json": by_path,
    "list": by_separator,
    "closest-label": among,
    "after-thinking": thoughtless,
    "py": own_function,
}
WRITTEN = {
    "regex": "regex:PATTERN",
    "json": "json:JMESPATH",
    "list": "list:SEPARATOR",
    "closest-label": "closest-label:LABEL,LABEL",
    "after-thinking": "after-thinking:NAME",
    "py": "py:MODULE:FUNCTION",
}
THINKING = "after-thinking"
CLOSEST = "closest-label"  # without labels: those of the metric


def in_turn(specs: str | Iterable[str]) -> tuple[str, ...]:
    """List extractors that are tried one after the other until one finds an answer.

    Args:
        specs: Extractors, each a name or several joined by `+`, as in `boxed+last-number`. What
            follows an extractor with an argument is part of the argument, except after `py:`.
    """
    several = [specs] if isinstance(specs, str) else specs
    return tuple(name for spec in several for name in _split(spec))


def _split(spec: str) -> Sequence[str]:
    head, plus, rest = spec.partition("+")
    if plus and (head in EXTRACTORS or head == CLOSEST or head.startswith("py:")):
        return [head, *_split(rest)]
    return [spec]


@cache
def extractor(spec: str) -> Extractor:
    """Return an extractor.

    Args:
        spec: A name in `EXTRACTORS`, one in `WITH_ARGUMENT` with its argument after a colon, or
            several joined by `+`.

    Returns:
        A function from output to answer, which raises RecordError if there is none. The answer is a
        text; `list:`, `json:` and `py:` may return any value of JSON.

    Raises:
        UsageError: If there is no extractor of that name.
    """
    several = in_turn(spec)
    return _single(spec) if len(several) == 1 else first_of([_single(name) for name in several])


@cache
def text_extractor(spec: str) -> Callable[[str], str]:
    """Return an extractor whose answers are texts; other values are written as JSON.

    Args:
        spec: As for `extractor`.
    """
    import msgspec

    find = extractor(spec)

    def text_of(text: str) -> str:
        answer = find(text)
        return answer if isinstance(answer, str) else msgspec.json.encode(answer).decode()

    return text_of


def first_of(extractors: Sequence[Extractor]) -> Extractor:
    """Create the function that returns what the first extractor that finds an answer finds."""

    def find(text: str) -> Any:
        for extract in extractors[:-1]:
            try:
                return extract(text)
            except RecordError:
                continue
        return extractors[-1](text)

    return find


@cache
def _single(spec: str) -> Extractor:
    name, colon, argument = spec.partition(":")
    if name in WITH_ARGUMENT and (colon or name == CLOSEST):
        return WITH_ARGUMENT[name](argument)
    if spec not in EXTRACTORS:
        known = [*EXTRACTORS, *WRITTEN.values()]
        raise UsageError(f"There is no extractor '{shortened(spec)}'; {nearest(spec, known)}")
    return EXTRACTORS[spec]
