"""Errors of keys and words in judge files, with the keys and words that would be valid there."""

from __future__ import annotations

import re
from typing import Any, get_args, get_type_hints

import msgspec

from sacreval.asking.requests import Message
from sacreval.core.options.wrong_values import in_plain_words
from sacreval.errors import nearest, shortened
from sacreval.metrics.judges._definition import Definition, Pair, Step
from sacreval.metrics.judges._json_rule import JsonRule
from sacreval.metrics.judges._label_scales import ChoicesScale, ListScale
from sacreval.metrics.judges._line_rules import ErrorsRule, LinesRule
from sacreval.metrics.judges._logprobs import LogprobsRule
from sacreval.metrics.judges._mqm import MqmScale
from sacreval.metrics.judges._rules import Rule
from sacreval.metrics.judges._scales import ChecklistScale, NumberScale

_SCALES: tuple[type[msgspec.Struct], ...] = (
    NumberScale, ChoicesScale, ChecklistScale, ListScale, MqmScale,
)  # fmt: skip
_PARTS: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "scale": _SCALES, "parse": (Rule,), "json": (JsonRule,), "lines": (LinesRule,),
    "errors": (ErrorsRule,), "logprobs": (LogprobsRule,), "pair": (Pair,),
    "messages": (Message,), "steps": (Step,),
}  # fmt: skip


def key_error(error: msgspec.ValidationError) -> str:
    """Describe an error of a judge file in plain words, with what to write instead."""
    text = str(error)
    place = re.search(r" - at `\$\.?([^`]*)`$", text)
    keys = re.findall(r"[A-Za-z_]+", place[1]) if place else []
    if unknown := re.search(r"unknown field `([^`]*)`", text):
        known = _keys(_parts_at(keys))
        return f"there is no key '{shortened(unknown[1])}'; {nearest(unknown[1], known)}"
    if keys and (wrong := re.match(r"Invalid (?:enum )?value (.*) - at ", text)):
        words = _words(_parts_at(keys[:-1]), keys[-1])
        if words:
            return f"`{place[1] if place else ''}` cannot be {wrong[1]}; write {_either(words)}"
    return in_plain_words(error)


def _parts_at(keys: list[str]) -> tuple[type[msgspec.Struct], ...]:
    """Return what may stand at a place of a judge file."""
    return _PARTS.get(keys[-1], (Definition,)) if keys else (Definition,)


def _keys(parts: tuple[type[msgspec.Struct], ...]) -> list[str]:
    fields = {name for part in parts for name in part.__struct_fields__}
    return sorted(fields | ({"type"} if parts is _SCALES else set()))


def _words(parts: tuple[type[msgspec.Struct], ...], key: str) -> list[str]:
    """Return the words that a key may have; none if it may have others."""
    if key == "type":
        return [str(part.__struct_config__.tag) for part in parts]
    hints: list[Any] = [get_type_hints(part).get(key) for part in parts]
    return [word for hint in hints for word in _literals(hint)]


def _literals(hint: Any) -> list[str]:
    """Return the words of a type, also where it may be None."""
    arguments = get_args(hint)
    words = [word for word in arguments if isinstance(word, str)]
    return words or [word for argument in arguments for word in _literals(argument)]


def _either(words: list[str]) -> str:
    unique = list(dict.fromkeys(words))
    return " or ".join(filter(None, (", ".join(unique[:-1]), unique[-1])))
