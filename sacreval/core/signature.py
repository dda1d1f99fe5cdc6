"""Signatures: a name and its options in one line, `bleu|lowercase:false|tokenize:13a`."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from sacreval.core.options.option_types import to_json
from sacreval.errors import UsageError

_PARTS = re.compile(r"\|(?=[A-Za-z0-9_.-]+:)")
_PLAIN = re.compile(r"[A-Za-z0-9_.+-]+")


def join(parts: Mapping[str, Any], encode: Callable[[Any], str]) -> str:
    """Join parts as `name:value|name:value`, in their order.

    Args:
        parts: Name to value.
        encode: Writes a value.
    """
    return "|".join(f"{name}:{encode(value)}" for name, value in parts.items())


def write(name: str, options: Mapping[str, Any]) -> str:
    """Write a signature.

    Args:
        name: Name of the metric or method.
        options: Option name to value; values are written as JSON, plain words without quotes.

    Returns:
        `name|option:value|...` in the order of `options`.

    Raises:
        UsageError: If a value has no form in JSON.
    """
    for option, value in options.items():
        _check_json(name, option, value)
    return "|".join([name, join(options, _encode)]) if options else name


def write_conditions(**conditions: object) -> str:
    """Write what a correlation or a test depends on, as `level:system|coef:pearson|...`.

    Args:
        **conditions: Name to text or number, written without quotes; None is left out, underscores
            in names become hyphens.
    """
    present = {name.replace("_", "-"): v for name, v in conditions.items() if v is not None}
    return join(present, lambda v: f"{v:g}" if isinstance(v, float) else str(v))


def read(text: str) -> tuple[str, dict[str, Any]]:
    """Parse a signature; the inverse of `write`.

    Args:
        text: A signature.

    Returns:
        The name, and the options as a mapping of name to value.
    """
    name, *parts = _PARTS.split(text)
    pairs = (part.partition(":") for part in parts)
    return name, {key: _decode(value) for key, _, value in pairs}


def with_values(text: str, values: Mapping[str, Any]) -> str:
    """Return a signature with other values of some options.

    Args:
        text: A signature.
        values: Option to its new value; options that the signature lacks are ignored.
    """
    name, *parts = _PARTS.split(text)
    changed = [
        f"{key}:{_encode(values[key])}" if (key := part.partition(":")[0]) in values else part
        for part in parts
    ]
    return "|".join([name, *changed])


def _check_json(name: str, option: str, value: Any) -> None:
    """Check that the value of an option can be written."""
    if value is None or isinstance(value, str | int | float):
        return
    try:
        to_json(value)
    except (TypeError, msgspec.MsgspecError) as error:
        raise UsageError(
            f"{name}: the option {option} cannot be in the signature ({error}); give it a type "
            "that JSON can write"
        ) from None


def _encode(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and _decode(value) == value:
        return value
    return to_json(value).replace("|", "\\u007c")


def _decode(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
