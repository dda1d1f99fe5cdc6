"""Functions for Python: arguments are checked by their types, and messages name parameters."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import cache, wraps
from inspect import signature
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar, get_type_hints

from sacreval.core.options.option_types import from_json, is_simple
from sacreval.core.options.python_values import plain
from sacreval.errors import ResultWarning, SacrevalError, UsageError

P = ParamSpec("P")
R = TypeVar("R")

_OPTION = re.compile(r"(?<![\w-])--(?P<no>no-)?(?P<name>[a-z][a-z-]*[a-z])")
_MAP = re.compile(r"--map ([\w.]+)=(\S+?)(?=[,;.]?(?:\s|$))")
_SHORT = {"-r": "references", "-m": "metrics"}
_PARAMETERS: ContextVar[frozenset[str]] = ContextVar("parameters", default=frozenset())


def python_function(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a public function.

    Args:
        function: The function. Arguments of simple types, such as bool or a list of texts, may be
            values of NumPy; others are passed on unchanged.
    """

    @wraps(function)
    def checked(*args: P.args, **options: P.kwargs) -> R:
        try:
            given = signature(function).bind(*args, **options)
        except TypeError:  # whose message lacks the name of the function
            return function(*args, **options)
        hints = _simple_hints(function)
        for name in given.arguments.keys() & hints.keys():
            given.arguments[name] = _checked(function, name, hints[name], given.arguments[name])
        names = frozenset(signature(function).parameters)
        token = _PARAMETERS.set(names)
        try:
            return function(*given.args, **given.kwargs)
        except SacrevalError as error:
            error.args = tuple(in_python(x) if isinstance(x, str) else x for x in error.args)
            raise
        finally:
            _PARAMETERS.reset(token)

    return checked


def in_python(text: str) -> str:
    """Return a message with the parameters of the function that runs in place of options.

    Args:
        text: A message of the command line, such as "give references with -r".
    """
    known = _PARAMETERS.get()

    def named(match: re.Match[str]) -> str:
        option = match["name"].replace("-", "_")
        name = next((x for x in (option, f"{option}s") if x in known), None)
        if name is None:
            return match[0]
        return f"{name}=False" if match["no"] else name

    if "map" in known:
        text = _MAP.sub(r'map={"\1": "\2"}', text).replace("} map={", ", ")
    text = _OPTION.sub(named, text)
    for flag, name in _SHORT.items():
        if name in known:
            text = re.sub(rf"(?<![\w-]){flag}(?![\w-])", name, text)
    return text


def warn(text: str, *, depth: int = 0) -> None:
    """Issue a notice as a warning at the line that called the function.

    Args:
        text: The notice.
        depth: Number of functions between the decorated one and the caller of this one.
    """
    warnings.warn(in_python(text), ResultWarning, stacklevel=4 + depth)


@cache
def _simple_hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the parameters that take simple values alone."""
    found = {}
    for name, parameter in signature(function).parameters.items():
        written = SimpleNamespace(__annotations__={name: parameter.annotation})
        try:
            hint = get_type_hints(written, vars(sys.modules[function.__module__]))[name]
        except NameError:  # imported for type checkers alone
            continue
        if is_simple(hint):
            found[name] = hint
    return found


def _checked(function: Callable[..., Any], name: str, hint: Any, value: Any) -> Any:
    """Return the value of an argument with Python's own types.

    Raises:
        UsageError: If it is of another type than the parameter.
    """
    import msgspec

    value = list(value) if isinstance(value, Iterator | set | frozenset) else plain(value)
    try:
        from_json(hint, value)
    except (msgspec.ValidationError, TypeError) as error:
        from sacreval.core.options.wrong_values import in_plain_words

        problem = in_plain_words(error, name)
        raise UsageError(
            f"{function.__name__}: {problem}; see help(sacreval.{function.__name__})"
        ) from None
    return value
