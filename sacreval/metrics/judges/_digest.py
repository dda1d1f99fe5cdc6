"""Hashes of judge definitions, which do not depend on defaults that later releases add."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

_canonical = msgspec.json.Encoder(order="deterministic")


def digest(definition: Struct, without: tuple[str, ...]) -> str:
    """Return 32 hexadecimal digits: a hash of the fields of a struct."""
    values = stated(definition)
    for name in without:
        values.pop(name, None)
    return blake2b(_canonical.encode(values), digest_size=16).hexdigest()


def stated(value: Any) -> Any:
    """Return plain values, without the fields of structs that have their defaults.

    A field that a later release adds does not change the hash of a judge that does not use it.
    """
    if isinstance(value, Struct):
        kept = (f for f in msgspec.structs.fields(value) if getattr(value, f.name) != _default(f))
        tag = type(value).__struct_config__.tag
        fields = {f.encode_name: stated(getattr(value, f.name)) for f in kept}
        return {**fields, "type": tag} if tag else fields
    if isinstance(value, Mapping):
        return {str(key): stated(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [stated(inner) for inner in value]
    return value


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default
