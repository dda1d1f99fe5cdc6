"""Functions of texts that the user names, as in `py:MODULE:FUNCTION`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from sacreval.errors import RecordError, UsageError, one_line
from sacreval.text.python_names import named

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
        found = function(text)
        if not isinstance(found, str):
            raise RecordError(
                f"{SCHEME}{path} returned {type(found).__name__}; let it return a text"
            )
        return found

    return call


@cache
def tokens_function(path: str) -> Callable[[str], str]:
    """Return a function from text to its tokens, joined by spaces; see `user_function`.

    Args:
        path: MODULE:FUNCTION, which returns a list of tokens, or a text with spaces between them.
    """
    function = user_function(path)

    def call(text: str) -> str:
        found = function(text)
        if isinstance(found, str):
            return found
        if not isinstance(found, list | tuple) or not all(map(is_token, found)):
            raise RecordError(
                f"{SCHEME}{path} returned no list of tokens; let it return texts without white "
                "space, none of them empty"
            )
        return " ".join(found)

    return call


def is_token(value: object) -> bool:
    """Return whether a value is a text without white space, and not empty."""
    return isinstance(value, str) and value.split() == [value]
