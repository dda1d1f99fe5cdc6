"""Create registered objects from a spec: `rouge`, or `rouge{"types": ["1"], "stemmer": true}`."""

from collections.abc import Mapping
from dataclasses import fields
from math import isfinite
from typing import Any, TypeVar

import msgspec

from sacreval.core.deprecated import current_options
from sacreval.core.registry import RESERVED, Registry
from sacreval.errors import UsageError, nearest, shortened

T = TypeVar("T")


class OptionError(UsageError):
    """An unknown option, or an invalid value of an option.

    Args:
        message: The message.
        option: Name of the option.
    """

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option


def from_spec(registry: Registry[T], spec: str) -> T:
    """Create an object from a spec: its name and, in braces, its options as JSON.

    Args:
        registry: The registry that contains the name.
        spec: The spec, such as `table{"quoting": "none"}`.

    Raises:
        UsageError: If the name, an option or a value is wrong.
    """
    name, options = split_spec(spec)
    return from_options(registry, name, options)


def split_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """Split a spec into the name and the options.

    Args:
        spec: The spec, such as `table{"quoting": "none"}`.

    Raises:
        UsageError: If the options are not a JSON object, or a key is repeated.
    """
    name, brace, rest = spec.partition("{")
    try:
        options = msgspec.json.decode(brace + rest, type=dict[str, Any]) if brace else {}
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UsageError(
            f"'{shortened(spec)}': the options in braces are not a JSON object ({error}); "
            f'write {name}{{"option": value}}'
        ) from None
    if brace:
        from sacreval.io.repeated_keys import check_document

        check_document((brace + rest).encode(), f"'{shortened(spec)}'")
    spelt: dict[str, str] = {}
    for key in options:
        if spelt.setdefault(key.replace("-", "_"), key) != key:
            raise UsageError(f"'{shortened(spec)}': '{key}' is repeated in the options; keep one")
    return name.strip(), options


def write_spec(name: str, options: Mapping[str, Any]) -> str:
    """Write a spec; the inverse of `split_spec`.

    Args:
        name: The registered name.
        options: Option name to value, as decoded from JSON or YAML.

    Raises:
        OptionError: If a value is NaN or infinite, which JSON does not have.
    """
    for key, value in options.items():
        if isinstance(value, float) and not isfinite(value):
            raise OptionError(f"{name}: {key} is {value}; give a finite number", key)
    return f"{name}{msgspec.json.encode(dict(options)).decode()}" if options else name


def from_options(registry: Registry[T], name: str, options: Mapping[str, Any]) -> T:
    """Create an object from its registered name and its constructor's options.

    Args:
        registry: The registry that contains the name.
        name: The registered name.
        options: Option name to value, as decoded from JSON or YAML.

    Raises:
        UsageError: If the name, an option or a value is wrong.
    """
    return convert(registry.get(name), name, options)


def convert(cls: type[T], name: str, options: Mapping[str, Any]) -> T:
    """Create an object from its class and its constructor's options.

    Args:
        cls: The class, a dataclass.
        name: Its name in messages.
        options: Option name to value, as decoded from JSON or YAML.

    Raises:
        UsageError: If an option or a value is wrong.
    """
    known = [f.name for f in fields(cls) if f.name not in RESERVED]  # type: ignore[arg-type]
    values = current_options({key.replace("-", "_"): x for key, x in options.items()}, known)
    for key in values:
        if key not in known:
            raise OptionError(f"{name} has no option '{key}'; {nearest(key, known)}", key)
    try:
        return msgspec.convert(values, cls)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, UsageError):
            raise error.__cause__ from None
        from sacreval.core.wrong_values import in_plain_words

        option = str(error).rpartition("`$.")[2].rstrip("`").partition("[")[0]
        raise OptionError(f"{name}: {in_plain_words(error)}; {_help(cls, name)}", option) from None


def _help(cls: type, name: str) -> str:
    if hasattr(cls, "perturb"):
        return f"see the options of {name} in sacreval list perturbations"
    if hasattr(cls, "replies") and not hasattr(cls, "reduce"):  # a runner, not the metric judge
        return "see the options of runners in sacreval list runners"
    if not hasattr(cls, "reduce"):  # a reader, which has no command
        return f"see the options of {name} in sacreval list readers"
    return f"see the options of {name} with --help"
