"""Options of metrics that are constructed in Python have the types that YAML has for them."""

from __future__ import annotations

from abc import ABCMeta
from functools import cache
from typing import Any

from sacreval.core.options.option_types import is_simple, of_fields
from sacreval.core.options.python_functions import plain
from sacreval.errors import UsageError


class CheckedOptions(ABCMeta):
    """The class of metric classes, which checks simple options of each new metric."""

    def __call__(cls, *args: Any, **options: Any) -> Any:
        """Create a metric.

        Raises:
            OptionError: If a value has another type than its option, such as text for true.
        """
        simple = _simple_options(cls) if options else {}
        for name in options.keys() & simple.keys():
            options[name] = _checked(cls, name, simple[name], options[name])
        return super().__call__(*args, **options)


@cache
def _simple_options(cls: type) -> dict[str, Any]:
    """Return the types of a class's options that take simple values alone."""
    try:
        hints = of_fields(cls)
    except (UsageError, TypeError):  # a class that is no metric yet
        return {}
    return {name: hint for name, hint in hints.items() if is_simple(hint)}


def _checked(cls: type, name: str, hint: Any, value: Any) -> Any:
    from sacreval.core.options.specs import value_of

    value = plain(value) if type(value).__module__ != "builtins" else value
    value_of(cls, getattr(cls, "name", cls.__name__), name, hint, value)
    return value
