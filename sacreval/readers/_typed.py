"""Decoding of foreign JSON into the fields that a reader needs, with the place of each fault."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from sacreval.errors import InputError, shortened
from sacreval.io.formats.json_documents import half_pair

T = TypeVar("T")
_NOT_FINITE = re.compile(rb'"(?:[^"\\]|\\.)*+"|-?(?:NaN|Infinity)', re.DOTALL)
_CONSTANTS = (b"NaN", b"Infinity")
_PROBLEM = 160  # characters of a decoder's message


def typed(decoder: msgspec.json.Decoder[T], text: bytes, where: str) -> T:
    """Decode a document of a log.

    Args:
        decoder: Decodes into the wanted type; fields without a place in it are skipped.
        text: The document. NaN and Infinity, which Python writes and JSON lacks, are null.
        where: File and place, for messages.

    Raises:
        InputError: If it is not JSON, or a wanted field is missing or of another type.
    """
    try:
        return _decoded(decoder, text)
    except msgspec.ValidationError as error:
        raise InputError(not_the_layout(error, where)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        problem = f"not JSON ({shortened(str(error), _PROBLEM)})" if text.strip() else "empty"
        reason = half_pair(error) or f"this is {problem}; copy the log again"
        raise InputError(f"{where}: {reason}") from None


def converted(kind: type[T], value: object, where: str) -> T:
    """Convert plain data, as read from YAML, as `typed` decodes JSON."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise InputError(not_the_layout(error, where)) from None


def not_the_layout(error: Exception, where: str) -> str:
    """Return the message for a document whose fields are not those of the tool."""
    from sacreval.core.options.type_errors import in_plain_words

    problem = shortened(in_plain_words(error), _PROBLEM)
    return f"{where}: {problem}; this is not the tool's layout, so correct it or copy it again"


def _decoded(decoder: msgspec.json.Decoder[T], text: bytes) -> T:
    try:
        return decoder.decode(text)
    except msgspec.DecodeError as error:
        if isinstance(error, msgspec.ValidationError) or not any(c in text for c in _CONSTANTS):
            raise
    return decoder.decode(_NOT_FINITE.sub(_finite, text))


def _finite(match: re.Match[bytes]) -> bytes:
    return match[0] if match[0].startswith(b'"') else b"null"
