"""Values of options from the words of a command line: JSON, else text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any, get_args

from sacreval.core.options.option_types import collection, from_json, is_fixed, without_null

_TEXTS = (str, Path)


def from_words(hint: Any, words: Sequence[str]) -> Any:
    """Read the value of an option that may be repeated.

    One word may hold the whole value as JSON, such as `[3, 4]`; else each word is an item, or
    `KEY=VALUE` of a mapping.

    Args:
        hint: The type of the option: a list, a tuple, a set or a mapping, or null.
        words: The words of the command line, at least one.

    Raises:
        msgspec.ValidationError: If they are no value of the type.
        TypeError: If the type has no form in JSON.
    """
    import msgspec

    inner = without_null(hint)
    whole = _parsed(words[0]) if len(words) == 1 else _NONE
    if not (isinstance(whole, list | dict) or whole is None):
        return from_json(hint, _joined(inner, words))
    try:
        return from_json(hint, whole)
    except msgspec.ValidationError as error:
        try:
            return from_json(hint, _joined(inner, words))
        except msgspec.ValidationError:
            raise error from None


def from_word(hint: Any, word: str) -> Any:
    """Read the value of an option that takes one word.

    Where text is wanted, the word is the text; else it is read as JSON, and as text where it is
    no JSON of the type: of `int | str`, 3 is a number, "3" in quotes is text, and so is x.

    Args:
        hint: The type of the option.
        word: The word of the command line.

    Raises:
        msgspec.ValidationError: If it is no value of the type.
        TypeError: If the type has no form in JSON.
    """
    import msgspec

    if without_null(hint) in _TEXTS:
        return from_json(hint, word)
    parsed = _parsed(word)
    if parsed is _NONE:
        return from_json(hint, word)
    try:
        return from_json(hint, parsed)
    except msgspec.ValidationError as error:
        try:
            return from_json(hint, word)
        except msgspec.ValidationError:
            raise error from None


_NONE = object()  # what is not JSON


def _parsed(word: str) -> Any:
    """Parse JSON; `_NONE` if a word is none."""
    import msgspec

    try:
        value = msgspec.json.decode(word)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return _NONE
    if isinstance(value, list | dict):
        from sacreval.errors import SacrevalError
        from sacreval.io.formats.json_documents import check_document

        try:
            check_document(word.encode(), "its JSON")
        except SacrevalError as error:
            raise msgspec.ValidationError(str(error)) from None
    return value


def _joined(hint: Any, words: Sequence[str]) -> Any:
    """Return the list or mapping whose items are given one by one."""
    args = get_args(hint)
    if collection(hint) is dict:
        return _pairs(args[1] if args else Any, words)
    kinds = args if is_fixed(hint) else ()
    every = chain(kinds, repeat(Any)) if kinds else repeat(args[0] if args else Any)
    return [from_word(kind, word) for kind, word in zip(every, words, strict=False)]


def _pairs(kind: Any, words: Sequence[str]) -> dict[str, Any]:
    import msgspec

    pairs: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not (key and equals):
            raise msgspec.ValidationError("Expected `object`, got `str`")
        if key in pairs:
            raise msgspec.ValidationError(f"The key '{key}' is repeated; keep one")
        pairs[key] = from_word(kind, value)
    return pairs
