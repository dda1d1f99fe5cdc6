"""Functions and objects of Python that the user names, as in `py:MODULE:FUNCTION`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from sacreval.errors import NotSetUpError, RecordError, UsageError, nearest, one_line


def named(path: str, kinds: str) -> Any:
    """Import an object; modules of the working directory are found too, after all others.

    Args:
        path: MODULE:NAME.
        kinds: What it may be, for the message, such as `py:MODULE:CLASS, or py:MODULE:FUNCTION`.

    Raises:
        UsageError: If it is not written as a module and a name.
        NotSetUpError: If it cannot be imported.
    """
    module, _, attribute = path.partition(":")
    name = module.removeprefix("./").removesuffix(".py")
    if module.endswith(".py") and attribute and name.isidentifier():
        raise UsageError(f"py:{path}: name the module, not its file: py:{name}:{attribute}")
    if not attribute or not all(map(str.isidentifier, module.split("."))):
        raise UsageError(f"py:{path}: write {kinds}")
    if os.getcwd() not in sys.path:  # noqa: PTH109 - sys.path holds text
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        imported = import_module(module)
        if hasattr(imported, attribute):
            return getattr(imported, attribute)
    except (ImportError, AttributeError) as error:
        raise NotSetUpError(
            f"py:{path} cannot be imported ({one_line(error)}); install its package, or run in "
            "its folder"
        ) from error
    except (Exception, SystemExit) as error:
        raise NotSetUpError(
            f"py:{path} fails to import ({one_line(error)}); fix the module"
        ) from error
    names = [name for name in vars(imported) if not name.startswith("_")]
    raise UsageError(f"py:{path}: {module} has no '{attribute}'; {nearest(attribute, names)}")


SCHEME = "py:"


class FunctionError(RecordError):
    """A function of the user raised an exception, which says nothing of the text."""


@cache
def user_function(path: str) -> Callable[[str], Any]:
    """Return a function of one text, whose exceptions concern one record.

    Args:
        path: MODULE:FUNCTION.

    Returns:
        The function; it raises FunctionError if the user's raises an exception.

    Raises:
        UsageError: If it cannot be called.
        NotSetUpError: If it cannot be imported.
    """
    function = named(path, f"{SCHEME}MODULE:FUNCTION")
    if not callable(function):
        raise UsageError(f"{SCHEME}{path} is not a function; name a function of one text")

    def call(text: str) -> Any:
        try:
            return function(text)
        except RecordError:
            raise
        except Exception as error:
            raise FunctionError(
                f"{SCHEME}{path} raised {one_line(error)}; fix it, or correct the record"
            ) from error

    return call


@cache
def text_function(path: str) -> Callable[[str], str]:
    """Return a function from text to text; see `user_function`.

    Args:
        path: MODULE:FUNCTION.
    """
    function = user_function(path)

    def call(text: str) -> str:
        result = function(text)
        if not isinstance(result, str):
            raise RecordError(
                f"{SCHEME}{path} returned {type(result).__name__}; let it return a text"
            )
        return result

    return call


@cache
def tokens_function(path: str) -> Callable[[str], str]:
    """Return a function from text to its tokens, joined by spaces; see `user_function`.

    Args:
        path: MODULE:FUNCTION, which returns a list of tokens, or a text with spaces between them.
    """
    function = user_function(path)

    def call(text: str) -> str:
        result = function(text)
        if isinstance(result, str):
            return result
        if not isinstance(result, list | tuple) or not all(map(is_token, result)):
            raise RecordError(
                f"{SCHEME}{path} returned no list of tokens; let it return texts without white "
                "space, none of them empty"
            )
        return " ".join(result)

    return call


def is_token(value: object) -> bool:
    """Return whether a value is a text without white space, and not empty."""
    return isinstance(value, str) and value.split() == [value]
