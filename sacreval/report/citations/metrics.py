"""How a paper names a metric: its name, options that differ from the defaults, and versions."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from sacreval.core import signature
from sacreval.core.docstrings import summary
from sacreval.core.metric import Metric, metrics
from sacreval.core.option_types import to_json
from sacreval.metrics._wrappers.extraction import Extracted
from sacreval.report.short_signatures import defaults

_NAME = re.compile(r" \(|: |, as |, (?=[a-z])|\.$")


@dataclass(frozen=True)
class Used:
    """A metric as it was used.

    Args:
        metric: Its name in sacreval.
        label: Its name in a paper.
        options: The options that differ from the defaults, `name value`.
        libraries: Library to version.
    """

    metric: str
    label: str
    options: tuple[str, ...] = ()
    libraries: tuple[tuple[str, str], ...] = ()


def is_known(text: str) -> bool:
    """Return whether a signature is that of a registered metric, not of code named in a file.

    Args:
        text: The signature.
    """
    name = signature.read(text)[0]
    return name.partition(":")[0] not in metrics.schemes and name in metrics


def used(text: str) -> Used:
    """Return how a metric was used.

    Args:
        text: Its signature.
    """
    name, stated = signature.read(text)
    cls = metrics.get(name)
    return Used(
        name,
        label(cls),
        _changed(cls, stated),
        tuple((one, str(stated[one])) for one in cls.libraries if one in stated),
    )


def named(name: str, options: Mapping[str, Any]) -> Used:
    """Return a metric that was named without a result.

    Args:
        name: Its name in sacreval.
        options: The options that the name stands for, such as those of `chrf++`.
    """
    cls = metrics.get(name)
    return Used(name, label(cls), _changed(cls, signature.read(signature.write(name, options))[1]))


def label(cls: type[Metric]) -> str:
    """Return the name of a metric in papers, with which its module begins."""
    text = (sys.modules[cls.__module__].__doc__ or summary(cls)).split("\n", 1)[0]
    return _NAME.split(text)[0]


def _changed(cls: type[Metric], stated: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the options that differ from their defaults, or have none."""
    options = {f.name for one in (Extracted, cls) for f in fields(one)}
    options -= {"engine", "fields", "metric"}
    usual = defaults(cls.name)
    return tuple(
        f"{name.replace('_', ' ')} {_shown(value)}"
        for name, value in stated.items()
        if name in options and not (name in usual and usual[name] == value)
    )


def _shown(value: Any) -> str:
    """Return the value of an option as it is on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else to_json(value)
