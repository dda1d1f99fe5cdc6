"""Records with log-probabilities of 0, which Python writes as -Infinity and JSON does not have."""

from __future__ import annotations

import json
from math import inf
from typing import Any

from sacreval.asking.openai_logprobs import LEAST
from sacreval.errors import InputError

MARK = b"-Infinity"
_FIELDS = ("choices", "sequence", "meta")  # which may hold log-probabilities


def decoded(line: bytes, where: str) -> dict[str, Any]:
    """Decode a record; the log-probability of a probability of 0 is that which servers write."""
    try:
        record = json.loads(line, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: this is not JSON ({error}); correct the line") from None
    if not isinstance(record, dict):
        raise InputError(f"{where}: each record must be an object; write one on each line")
    for name, value in record.items():
        if name not in _FIELDS and _is_infinite(value):
            raise InputError(
                f"{where}: `{name}` is -Infinity, which only a log-probability can be; correct it"
            )
    finite: dict[str, Any] = _finite(record)
    return finite


def _constant(text: str) -> float:
    if text != MARK.decode():
        raise ValueError(f"{text} is no number")
    return -inf


def _is_infinite(value: Any) -> bool:
    if isinstance(value, list | dict):
        return any(map(_is_infinite, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and value == -inf


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return LEAST if isinstance(value, float) and value == -inf else value
