"""Outputs and prompts of an lm-eval row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sacreval.core.missing_outputs import Outputs, missing_output
from sacreval.readers._lm_eval.layout import Row
from sacreval.readers._messages import Message, prompt_text

INVALID = "[invalid]"  # the regex filters' word for "nothing found"
UNPARSED = missing_output("unparsed", INVALID)


def with_samples(output: Outputs, repeats: Sequence[Any]) -> Outputs:
    """Return all replies beside what the filter leaves of them, such as the first."""
    if None in repeats:
        return Outputs(error=missing_output("not asked", "null among the repeats"))
    if output.samples is not None:  # of a filter that keeps all
        return output
    prediction = "" if output.error == UNPARSED else output.prediction
    return Outputs(prediction, [_text(one) for one in repeats])


def several(answers: list[Any]) -> Outputs:
    """Return the output where a filter keeps several answers, which are then the samples."""
    if not answers:
        return Outputs(error=missing_output("unparsed", "the filter kept nothing"))
    if None in answers:
        return Outputs(error=missing_output("not asked", "null in the log"))
    if all(one == INVALID for one in answers):
        return Outputs(error=UNPARSED)
    texts = ["" if one == INVALID else _text(one) for one in answers]
    return Outputs(texts[0]) if len(texts) == 1 else Outputs(samples=texts)


def prompt(row: Row) -> str | None:
    """Return the prompt of the first request."""
    arguments = row.arguments
    if not arguments:
        return None
    given = (
        next(iter(arguments.values())).arg_0
        if isinstance(arguments, dict)
        else arguments[0][0]
        if arguments[0]
        else None
    )
    if type(given) is str or given is None:
        return given
    return _chat(given)


def _chat(given: Any) -> str | None:
    """Return the text of messages, which are one JSON text in a list."""
    text = given[0] if isinstance(given, list) and len(given) == 1 else given
    if not isinstance(text, str):
        return msgspec.json.encode(text).decode()
    try:
        return prompt_text(msgspec.json.decode(text, type=list[Message]))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return text


def _text(value: Any) -> str:
    """Return an answer as text; older logs hold numbers."""
    return value if isinstance(value, str) else str(value)
