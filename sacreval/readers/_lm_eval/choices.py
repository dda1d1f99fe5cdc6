"""Choices with log-probabilities, and texts with theirs, from the rows of an lm-eval log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf, isfinite
from typing import Any, NamedTuple

import msgspec

from sacreval.asking.openai_logprobs import LEAST
from sacreval.core.missing_outputs import missing_output
from sacreval.errors import InputError
from sacreval.readers._lm_eval.layout import Request, Row
from sacreval.readers._lm_eval.results import TaskConfig
from sacreval.readers._lm_eval.targets import gold, numbered_option, written_place

_BLANKS = re.compile(r"\s+")  # lm-eval's words are what is between these
_TRUE = (True, "True", "true")


class LogProb(NamedTuple):
    """What the model returned for a continuation.

    Args:
        value: Its log-probability.
        greedy: Whether greedy decoding writes it; None where it is not stated.
    """

    value: float
    greedy: bool | None


def log_prob(found: Any, where: str) -> LogProb:
    """Read a log-probability, alone or with the flag for greedy decoding, stored as text or not.

    That of a probability of 0 is `LEAST`, as in JSONL.

    Raises:
        InputError: If it is neither.
    """
    pair = found if isinstance(found, list) else [found]
    try:
        value = float(pair[0])
    except (IndexError, TypeError, ValueError, OverflowError):
        raise InputError(
            f"{where}: `resps` has {str(found)[:60]!r} where a log-probability belongs; the log "
            "may be edited; copy it again"
        ) from None
    value = LEAST if value == -inf else value
    return LogProb(value, pair[1] in _TRUE if len(pair) > 1 else None)


def fault(found: Sequence[LogProb]) -> str | None:
    """Return the `error` of a record whose log-probabilities are not all finite."""
    for i, one in enumerate(found):
        if not isfinite(one.value):
            return missing_output("failed", f"log-probability {i} is {one.value}")
    return None


def continuation(request: Request) -> str:
    """Return the text whose log-probability was asked for."""
    try:
        return msgspec.json.decode(request.arg_1, type=str)
    except msgspec.ValidationError:
        return ""


def of_choices(row: Row, doc: Any, config: TaskConfig | None, where: str) -> dict[str, Any]:
    """Return the fields of a record with choices.

    Args:
        row: The row.
        doc: Its `doc`, decoded.
        config: The task's configuration; None where it is not known.
        where: File and line.

    Raises:
        InputError: If a log-probability is none, or requests and replies differ in number.
    """
    requests = row.requests()
    found = [log_prob(one[0] if one else None, where) for one in row.resps]
    if len(requests) != len(found):
        raise InputError(
            f"{where}: {len(found)} replies to {len(requests)} requests; the log may be edited; "
            "copy it again"
        )
    if wrong := fault(found):
        return {"error": wrong}
    texts = [continuation(one) for one in requests]
    half = len(texts) // 2
    if _is_mutual_information(requests, texts):
        choices = [
            _choice(text, one) | {"unconditioned": alone.value}
            for text, one, alone in zip(texts[:half], found[:half], found[half:], strict=True)
        ]
        return {"choices": choices, "gold": gold(row.target, texts[:half], doc, config)}
    contexts = [str(one.arg_0) for one in requests]
    if len(texts) > 1 and len(set(texts)) == 1 and len(set(contexts)) > 1:
        choices = [_choice(text, one) for text, one in zip(contexts, found, strict=True)]
        return {"choices": choices, "gold": _gold_of_contexts(doc, config, contexts)}
    choices = [_choice(text, one) for text, one in zip(texts, found, strict=True)]
    if len(choices) == 1:
        return {"choices": choices, "gold": 0, **of_text(texts[0], found[0])}
    return {"choices": choices, "gold": gold(row.target, texts, doc, config)}


def of_text(text: str, found: LogProb) -> dict[str, Any]:
    """Return the fields of a record with the log-probability of a whole text."""
    words, size = len(_BLANKS.split(text)), len(text.encode())
    return {"sequence": {"logprob": found.value, "words": words, "bytes": size}}


def _choice(text: str, found: LogProb) -> dict[str, Any]:
    choice = {"text": text, "logprob": found.value}
    return choice if found.greedy is None else {**choice, "greedy": found.greedy}


def _is_mutual_information(requests: Sequence[Request], texts: Sequence[str]) -> bool:
    """Return whether the choices are asked for again without the question."""
    half, odd = divmod(len(texts), 2)
    if odd or not half or any(one.arg_0 for one in requests[half:]):
        return False
    given = any(one.arg_0 for one in requests[:half])
    return given and [t.strip() for t in texts[:half]] == [t.strip() for t in texts[half:]]


def _gold_of_contexts(doc: Any, config: TaskConfig | None, contexts: Sequence[str]) -> int | None:
    """Return the right one of several contexts, which the target does not state."""
    how = config.doc_to_text if config else None
    place = doc.get(how) if isinstance(how, str) and isinstance(doc, dict) else None
    digits = str(place) if isinstance(place, int | str) else ""
    right = written_place(digits, len(contexts))
    return numbered_option(doc, contexts) if right is None else right
