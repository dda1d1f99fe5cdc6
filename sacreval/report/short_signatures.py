"""Short signatures: what differs from the defaults, and versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

from sacreval.core import signature
from sacreval.core.metric import metrics

_HASHES = ("data", "outputs")
_ALWAYS = ("normalize", "tokenize")  # whose defaults differ between metrics of one table


def short(text: str) -> str:
    """Return a signature without hashes of data and without options at their defaults.

    With the versions that stay in it, the defaults are known. How texts are normalised and split
    into tokens stays too, since metrics have different defaults.

    Args:
        text: The signature, which stays as it is if its metric is not one of sacreval's.
    """
    name, stated = signature.read(text)
    if not metrics.is_own(name):
        return text
    usual = defaults(name)
    kept = {
        option: value
        for option, value in stated.items()
        if option not in _HASHES
        and (option in _ALWAYS or option not in usual or usual[option] != value)
    }
    return signature.write(name, kept)


@cache
def defaults(name: str) -> Mapping[str, Any]:
    """Return the options of a metric with a default, and those of extraction, as in signatures.

    Args:
        name: Name of the metric.
    """
    from sacreval.metrics._wrappers.extraction import Extracted

    known = [f for one in (Extracted, metrics.get(name)) for f in fields(one)]
    found = {f.name: f.default for f in known if f.default is not MISSING}
    found |= {f.name: f.default_factory() for f in known if f.default_factory is not MISSING}
    return signature.read(signature.write("", found))[1]
