"""Option groups: named tuples that verbs take, whose fields are options of the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar, get_type_hints

Verb = Callable[..., None]
T = TypeVar("T")

_GROUPS: set[object] = set()


def option_group(cls: type[T]) -> type[T]:
    """Mark a named tuple whose fields are options of the command line; used as a decorator."""
    _GROUPS.add(cls)
    return cls


def ungrouped(verb: Verb) -> Verb:
    """Return a function that has each field of a verb's option groups as a separate parameter.

    Args:
        verb: A function; parameters whose types are option groups are replaced by their fields.
    """
    # Entry is imported for type checking only; listing options does not need it.
    hints = get_type_hints(verb, localns={"Entry": object}, include_extras=True)
    given = list(inspect.signature(verb).parameters.values())
    groups = {p.name: hints[p.name] for p in given if _is_group(hints[p.name])}
    flat = [one for p in given for one in _parameters(p, hints[p.name])]

    @wraps(verb)
    def run(*arguments: Any, **values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field: values.pop(field) for field in group._fields})
        verb(*arguments, **values)

    run.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in flat}
    return run


def _parameters(parameter: inspect.Parameter, hint: Any) -> Iterator[inspect.Parameter]:
    if not _is_group(hint):
        yield parameter.replace(annotation=hint)
        return
    hints = get_type_hints(hint, include_extras=True)
    for name, one in inspect.signature(hint).parameters.items():
        yield one.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[name])


def _is_group(hint: Any) -> bool:
    return isinstance(hint, type) and hint in _GROUPS
