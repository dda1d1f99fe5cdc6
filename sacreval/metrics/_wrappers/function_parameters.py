"""Parameters of a function that is a metric: fields of records, and options with their types."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple, get_type_hints

from sacreval.core.records import FIELDS
from sacreval.errors import UsageError

_FIRST = ("prediction", "references")  # what the first parameters are, unless they name fields
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_PLAIN = (bool, int, float, str)
ONE = "reference"
"""Parameter that receives the only reference of a record, where `references` receives all."""


class Parameters(NamedTuple):
    """The parameters of a function.

    Args:
        fields: Parameter to the field of records that it receives.
        by_place: Those of them that are passed by position.
        optional: Those of them with a default, which records need not have.
        options: Parameter to its default; the options of the metric.
    """

    fields: dict[str, str]
    by_place: tuple[str, ...]
    optional: tuple[str, ...]
    options: dict[str, Any]


def parameters_of(function: Callable[..., Any], name: str) -> Parameters:
    """Split the parameters of a function into fields of records and options.

    The first two are the output and its references, unless they have the name of another field. The
    field of `reference` is `references` too.

    Args:
        function: The function.
        name: Its name, for messages.

    Raises:
        UsageError: If a parameter is neither, or none is a field.
    """
    try:
        given = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # compiled, without a signature
        return Parameters(dict(zip("pr", _FIRST, strict=True)), ("p", "r"), (), {})
    fields: dict[str, str] = {}
    options: dict[str, Any] = {}
    for i, one in enumerate(given):
        if one.kind is one.VAR_KEYWORD:
            continue
        required, positional = one.default is one.empty, one.kind in _POSITIONAL
        if one.name in FIELDS:
            fields[one.name] = "references" if one.name == ONE else one.name
        elif required and positional and i < len(_FIRST):
            fields[one.name] = _FIRST[i]
        elif required or one.kind in (one.POSITIONAL_ONLY, one.VAR_POSITIONAL):
            raise UsageError(
                f"{name}: the parameter '{one.name}' is neither a field of records nor an option, "
                "which has a default and can be named"
            )
        else:
            options[one.name] = one.default
    if not fields:
        raise UsageError(f"{name} takes no field of records, such as prediction; add a parameter")
    if len(set(fields.values())) < len(fields):
        raise UsageError(f"{name} takes a field of records twice; name its first two parameters")
    by_name = {one.name: one for one in given}
    return Parameters(
        fields,
        tuple(x for x in fields if by_name[x].kind is inspect.Parameter.POSITIONAL_ONLY),
        tuple(x for x in fields if by_name[x].default is not inspect.Parameter.empty),
        options,
    )


def types_of(function: Callable[..., Any], name: str) -> dict[str, Any]:
    """Return the annotated types of the parameters of a function.

    Args:
        function: The function.
        name: Its name, for messages.

    Raises:
        UsageError: If a type is the name of nothing that the function's module has.
    """
    try:
        return get_type_hints(function)
    except (AttributeError, NameError, SyntaxError, TypeError) as error:
        if not getattr(function, "__annotations__", None):
            return {}
        raise UsageError(
            f"{name}: the type of a parameter cannot be resolved ({error}); import it in the "
            "module itself, outside functions and TYPE_CHECKING"
        ) from None


def kind_of(default: Any) -> Any:
    """Return the type of an option without annotation, that of its default."""
    return type(default) if type(default) in _PLAIN else Any


def copies(default: Any) -> Callable[[], Any]:
    """Create the function that returns a copy of a default, so that no metric changes it."""
    return lambda: deepcopy(default)
