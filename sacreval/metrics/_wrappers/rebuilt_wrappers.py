"""Reconstruction of a metric and its wrappers from a signature."""

from dataclasses import fields
from typing import Any

from sacreval.core import rebuild, signature
from sacreval.core.metric import Metric
from sacreval.metrics._wrappers.extraction import Extracted, extracted
from sacreval.metrics._wrappers.own_records import own_records
from sacreval.metrics._wrappers.reduction import WITHOUT, Folded


def from_signature(text: str) -> Metric:
    """Create the metric that a signature describes."""
    metric = rebuild.from_signature(text)
    _, values = signature.read(text)
    for wrapper, wrap in ((Extracted, extracted), (Folded, Folded)):
        names = [f.name for f in fields(wrapper) if f.name not in {"metric", "engine"}]
        options: dict[str, Any] = {
            name: None if values[name] == WITHOUT else values[name]
            for name in names
            if name in values
        }
        if len(options) == len(names):
            metric = wrap(metric=metric, **options)
    own_map, own_where = tuple(values.get("own_map", ())), values.get("own_where")
    if own_map or own_where:
        metric = own_records(metric, own_map=own_map, own_where=own_where)
    return metric
