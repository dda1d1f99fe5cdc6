"""Create registered objects from a spec: `rouge`, or `rouge{"types": ["1"], "stemmer": true}`."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from math import isfinite
from typing import Any, TypeVar

from sacreval.core.options.option_types import from_json, of_fields
from sacreval.core.options.registry import RESERVED, Registry
from sacreval.errors import UsageError, nearest, one_line, shortened

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
    import msgspec

    name, brace, rest = spec.partition("{")
    try:
        options = msgspec.json.decode(brace + rest, type=dict[str, Any]) if brace else {}
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UsageError(
            f"'{shortened(spec)}': the options in braces are not a JSON object ({error}); "
            f'write {name}{{"option": value}}'
        ) from None
    if brace:
        from sacreval.io.formats.json_documents import check_document

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
    import msgspec

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
    values = {key.replace("-", "_"): x for key, x in options.items()}
    for key in values:
        if key not in known:
            raise OptionError(f"{name} has no option '{key}'; {nearest(key, known)}", key)
    values = _with_lists(cls, values)
    hints = of_fields(cls)
    return create(
        cls, name, {key: value_of(cls, name, key, hints[key], values[key]) for key in values}
    )


def value_of(cls: type, name: str, option: str, hint: Any, value: Any) -> Any:
    """Convert the value of an option from JSON or YAML to its type.

    Args:
        cls: The class that has the option.
        name: Its name in messages.
        option: The option, with underscores.
        hint: Its type.
        value: The value, as decoded from JSON or YAML.

    Raises:
        OptionError: If it has another type.
    """
    import msgspec

    try:
        return from_json(hint, value)
    except (msgspec.ValidationError, TypeError) as error:
        from sacreval.core.options.type_errors import in_plain_words

        problem = in_plain_words(error, option)
        raise OptionError(f"{name}: {problem}; {_help(cls, name)}", option) from None


def create(cls: type[T], name: str, values: Mapping[str, Any]) -> T:
    """Create an object from the values of its options, which its constructor may refuse.

    Args:
        cls: The class, a dataclass.
        name: Its name in messages.
        values: Option to value, each of the type of the option.

    Raises:
        UsageError: If an option is missing, or the constructor raises an exception.
    """
    lacking = [f.name for f in fields(cls) if _is_required(f) and f.name not in values]  # type: ignore[arg-type]
    if lacking:
        raise OptionError(f"{name} needs the option {lacking[0]}; {_help(cls, name)}", lacking[0])
    try:
        return cls(**values)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise UsageError(
            f"{name} refuses its options ({one_line(error)}); {_help(cls, name)}"
        ) from error


def _is_required(field: Field[Any]) -> bool:
    return field.init and field.default is MISSING and field.default_factory is MISSING


def _with_lists(cls: type, values: dict[str, Any]) -> dict[str, Any]:
    """Return options in which one text or number stands in a list where several are allowed."""
    several = {f.name for f in fields(cls) if str(f.type).startswith("tuple[")}
    return {
        key: [x] if key in several and isinstance(x, str | int | float) else x
        for key, x in values.items()
    }


def _help(cls: type, name: str) -> str:
    if hasattr(cls, "perturb"):
        return f"see the options of {name} in sacreval list perturbations"
    if hasattr(cls, "replies") and not hasattr(cls, "reduce"):  # a runner, not the metric judge
        return "see the options of runners in sacreval list runners"
    if not hasattr(cls, "reduce"):  # a reader, which has no command
        return f"see the options of {name} in sacreval list readers"
    return f"see the options of {name} with --help"
