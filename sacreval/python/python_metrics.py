"""Metrics as arguments in Python: names, metrics, names with a mapping of options, functions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from sacreval.core.metric import Metric, metrics
from sacreval.core.options.specs import split_spec, write_spec
from sacreval.errors import UsageError
from sacreval.io.shipped_files import shipped
from sacreval.scoring.entries import run_metrics
from sacreval.scoring.entries.run_metrics import Entry

OneMetric = str | Metric | Mapping[str, Mapping[str, Any]] | Callable[..., Any]


def entry_of(given: OneMetric) -> Entry:
    """Create the entry of a metric.

    Args:
        given: A name, with options as in `chrf{"word_order": 2}` or as the value of a mapping from
            the name; a metric; or a function with arguments such as `prediction`.

    Raises:
        UsageError: If it is none of these.
    """
    if isinstance(given, Metric):
        return Entry(given)
    if isinstance(given, str):
        return _named(given)
    if isinstance(given, Mapping):
        return run_metrics.entry(_spec(given))
    if callable(given):
        return Entry(_of_function(given))
    raise UsageError(f"{given!r} is no metric; give a name, a metric, or a function")


def _named(name: str) -> Entry:
    suites = shipped()
    if name in suites and split_spec(name)[0] not in metrics:
        raise UsageError(
            f"{name} is a suite, for the command: sacreval evaluate suite {name} FILE; in Python "
            f"name its metrics, which `sacreval config show {name}` lists"
        )
    return run_metrics.entry(name)


def _spec(given: Mapping[Any, Any]) -> str:
    (name, options), *others = given.items() or [(None, None)]
    options = {} if options is None else options  # as in YAML
    if others or not isinstance(name, str) or not isinstance(options, Mapping):
        raise UsageError(
            f"{dict(given)!r} is no metric; give one name with its options, as in "
            '{"chrf": {"word_order": 2}}'
        )
    return write_spec(name, dict(options))


def _of_function(function: Callable[..., Any]) -> Metric:
    """Create the metric of a function, which its module has under its name.

    Raises:
        UsageError: If the module has not, as of a lambda or a function within another.
    """
    module, name = (getattr(function, key, "") for key in ("__module__", "__qualname__"))
    if getattr(sys.modules.get(module), name, None) is not function:
        raise UsageError(
            f"{name or function!r} is not at the top of a module, so that signatures could not "
            "name it; define it there with `def`"
        )
    return metrics.get(f"py:{module}:{name}")()
