"""Functions for Python: values of other libraries, and arguments checked by their types."""

from __future__ import annotations

import re
import sys
import warnings
from abc import ABCMeta
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache, wraps
from inspect import signature
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar, get_type_hints

from sacreval.core.options.option_types import from_json, is_simple, of_fields
from sacreval.errors import ResultWarning, SacrevalError, UsageError, nearest

_OWN = frozenset({str, int, float, bool, type(None), bytes})
_MISSING = ("NAType", "NaTType")  # of pandas


def plain(value: Any) -> Any:
    """Return a value with Python's own types in place of those of NumPy, pandas and Arrow.

    Args:
        value: Any value; lists, tuples and mappings are converted item by item, arrays and tuples
            to lists. Values of other types, such as records, are returned unchanged.
    """
    kind = type(value)
    if kind in _OWN:
        return value
    if kind is dict:
        return {plain(key): plain(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [plain(item) for item in value]
    if kind.__name__ in _MISSING:
        return None
    for method in ("as_py", "tolist"):
        if hasattr(value, method):
            return plain(getattr(value, method)())
    return value


def rows_of(frame: Any) -> list[dict[str, Any]] | None:
    """Return the rows of a data frame of pandas or polars, or of a table of Arrow.

    Args:
        frame: Any value.

    Returns:
        A mapping of column to value for each row, without missing values; None for other values.

    Raises:
        UsageError: If two columns have one name.
    """
    if hasattr(frame, "to_dicts"):  # polars
        rows = frame.to_dicts()
    elif hasattr(frame, "to_pylist") and hasattr(frame, "column_names"):  # Arrow
        _check_names(frame.column_names)
        rows = frame.to_pylist()
    elif hasattr(frame, "columns") and hasattr(frame, "to_dict"):  # pandas
        _check_names(frame.columns)
        rows = frame.to_dict("records")
    else:
        return None
    return [
        {str(name): x for name, value in row.items() if not is_missing(x := plain(value))}
        for row in rows
    ]


def _check_names(names: Any) -> None:
    repeated = [name for name, times in Counter(map(str, names)).items() if times > 1]
    if repeated:
        raise UsageError(f"the frame has two columns '{repeated[0]}'; drop or rename one")


def is_missing(value: Any) -> bool:
    """Return whether a value is missing in a data frame: None or NaN."""
    return value is None or (isinstance(value, float) and value != value)  # noqa: PLR0124


def nested(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record from columns of a table.

    Args:
        row: Column to value. `reference_1`, `reference2` … hold one reference each;
            `groups.NAME` and `judgments.NAME` are entries of `groups` and `judgments`.
    """
    record: dict[str, Any] = {}
    for name, value in row.items():
        head, dot, tail = name.partition(".")
        if is_numbered_reference(name):
            record.setdefault("references", []).append(value)
        elif dot and head in ("groups", "judgments"):
            record.setdefault(head, {})[tail] = value
        else:
            record[name] = value
    return record


def is_numbered_reference(name: str) -> bool:
    """Return whether a column holds one of several references, such as `reference_1`."""
    head = name.rstrip("0123456789")
    return head != name and head.rstrip("_.") in ("reference", "references")


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
        known = signature(function).parameters
        try:
            bound = signature(function).bind(*args, **options)
        except TypeError:  # whose message lacks the name of the function
            for name in options:
                if name not in known:
                    raise TypeError(
                        f"{function.__name__}() got an unexpected keyword argument '{name}'; "
                        f"{nearest(name, known)}"
                    ) from None
            return function(*args, **options)
        hints = _simple_hints(function)
        for name in bound.arguments.keys() & hints.keys():
            bound.arguments[name] = _checked(function, name, hints[name], bound.arguments[name])
        token = _PARAMETERS.set(frozenset(known))
        try:
            return function(*bound.args, **bound.kwargs)
        except SacrevalError as error:
            error.args = tuple(in_python(x) if isinstance(x, str) else x for x in error.args)
            raise
        finally:
            _PARAMETERS.reset(token)

    return checked


def in_python(text: str, known: frozenset[str] | None = None) -> str:
    """Return a text with parameters of a function in place of options.

    Args:
        text: A message, or the help of an option.
        known: The parameters; by default those of the function that runs.
    """
    known = _PARAMETERS.get() if known is None else known

    def named(match: re.Match[str]) -> str:
        option = match["name"].replace("-", "_")
        if match["no"] and f"no_{option}" in known:
            return f"no_{option}"
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
    hints = {}
    for name, parameter in signature(function).parameters.items():
        written = SimpleNamespace(__annotations__={name: parameter.annotation})
        try:
            hint = get_type_hints(written, vars(sys.modules[function.__module__]))[name]
        except NameError:  # imported for type checkers alone
            continue
        if is_simple(hint):
            hints[name] = hint
    return hints


def _checked(function: Callable[..., Any], name: str, hint: Any, value: Any) -> Any:
    """Return the value of an argument with Python's own types."""
    import msgspec

    value = list(value) if isinstance(value, Iterator | set | frozenset) else plain(value)
    try:
        from_json(hint, value)
    except (msgspec.ValidationError, TypeError) as error:
        from sacreval.core.options.type_errors import in_plain_words

        problem = in_plain_words(error, name)
        raise UsageError(
            f"{function.__name__}: {problem}; see help(sacreval.{function.__name__})"
        ) from None
    return value


class CheckedOptions(ABCMeta):
    """The class of metric classes, which checks simple options of each new metric."""

    def __call__(cls, *args: Any, **options: Any) -> Any:
        """Create a metric.

        Raises:
            OptionError: If a value has another type than its option, such as text for true.
        """
        simple = _simple_options(cls) if options else {}
        for name in options.keys() & simple.keys():
            options[name] = _checked_option(cls, name, simple[name], options[name])
        return super().__call__(*args, **options)


@cache
def _simple_options(cls: type) -> dict[str, Any]:
    """Return the types of a class's options that take simple values alone."""
    try:
        hints = of_fields(cls)
    except (UsageError, TypeError):  # a class that is no metric yet
        return {}
    return {name: hint for name, hint in hints.items() if is_simple(hint)}


def _checked_option(cls: type, name: str, hint: Any, value: Any) -> Any:
    from sacreval.core.options.specs import value_of

    value = plain(value) if type(value).__module__ != "builtins" else value
    value_of(cls, getattr(cls, "name", cls.__name__), name, hint, value)
    return value
