"""Metrics in Python: `py:module:Class`, or `py:module:function`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, cast

from sacreval.core.contract import code_files
from sacreval.core.metric import Metric
from sacreval.errors import UsageError
from sacreval.text import user_functions


def metric_class(target: str) -> type[Metric]:
    """Create the metric class for `py:MODULE:ATTRIBUTE`."""
    attribute = user_functions.named(target, "py:MODULE:CLASS, or py:MODULE:FUNCTION")
    module = target.partition(":")[0]
    if isinstance(attribute, type) and issubclass(attribute, Metric):
        _check_complete(attribute, target)
        created: Any = type(attribute.__name__, (attribute,), {"__doc__": attribute.__doc__})
    elif callable(attribute) and not isinstance(attribute, type):
        from sacreval.metrics._wrappers import external_function

        created = external_function.metric_class(attribute, target)
    else:
        raise UsageError(f"py:{target} is neither a subclass of Metric nor a function")
    inherited, hashes = created.rests_on, getattr(created, "data_hashes", None)
    # The attribute may be defined in another module than the one that exports it.
    named = module, getattr(attribute, "__module__", None) or module
    created.rests_on = lambda metric: [*inherited(metric), *code_files.of_modules(named)]
    source = code_files.source_hash(named)
    stated = {"source": source} if source else {}
    created.data_hashes = lambda metric: (hashes(metric) if hashes else {}) | stated
    return cast("type[Metric]", created)


def _check_complete(cls: type[Metric], path: str) -> None:
    """Check that a class defines what every metric has to, and no option that each has."""
    if "name" in {field.name for field in fields(cast("Any", cls))}:
        raise UsageError(f"py:{path} has an option 'name', which metrics have already; rename it")
    if missing := sorted(getattr(cls, "__abstractmethods__", ())):
        raise UsageError(f"py:{path} does not define {', '.join(missing)}; add what is missing")
