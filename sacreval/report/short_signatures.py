"""Short signatures: tokenization, what else differs from the defaults, and versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

from sacreval.core import signature
from sacreval.core.metric import metrics
from sacreval.errors import UsageError

_HASHES = ("data", "outputs")
_ALWAYS = ("normalize", "tokenize")  # whose defaults differ between metrics of one table


def short(text: str) -> str:
    """Return a signature without hashes of data and without options at their defaults.

    With the versions that stay in it, the defaults are known. How texts are normalised and split
    into tokens stays too, since metrics have different defaults.

    Args:
        text: The signature, which stays as it is if the options of its metric are not known here.
    """
    name, stated = signature.read(text)
    if not (metrics.is_own(name) or name.startswith("cmd:")):
        return text
    try:
        usual = defaults(name, extracted="extract" in stated)
    except UsageError:  # no command could be read from the name
        return text
    kept = {
        option: value
        for option, value in stated.items()
        if option not in _HASHES
        and (option in _ALWAYS or option not in usual or usual[option] != value)
    }
    return signature.write(name, kept)


@cache
def defaults(name: str, *, extracted: bool) -> Mapping[str, Any]:
    """Return the options of a metric with a default, as in signatures.

    Args:
        name: Name of the metric.
        extracted: Whether the options of extraction are among them.
    """
    known = list(fields(metrics.get(name)))
    if extracted:
        from sacreval.metrics._wrappers.extraction import UNANSWERED, Extracted

        known = [*fields(Extracted), *known]
    found = {f.name: f.default for f in known if f.default is not MISSING}
    found |= {f.name: f.default_factory() for f in known if f.default_factory is not MISSING}
    if extracted:
        found["unextracted"] = UNANSWERED
    return signature.read(signature.write("", found))[1]
