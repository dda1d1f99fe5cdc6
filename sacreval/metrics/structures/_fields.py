"""The metric of each field of an object: NAME=METRIC with its options, or a YAML file of these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from sacreval.core.contract.declarations import field_kind, highest_score, main_output
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.field_types import as_label
from sacreval.core.options.specs import from_spec, split_spec, write_spec
from sacreval.errors import InputError, UsageError, shortened
from sacreval.metrics.structures._calls import as_json
from sacreval.text.answers.json_values import json_value

_OUTPUT = re.compile(r"(?P<spec>.*?)(?:/(?P<output>[A-Za-z0-9_]+))?", re.DOTALL)


class Scorer:
    """A metric of one field.

    Args:
        spec: The metric with its options in braces, and `/OUTPUT` if its main output is not meant.

    Raises:
        UsageError: If there is no such metric or output, or it cannot score values of fields.
    """

    def __init__(self, spec: str) -> None:
        match = _OUTPUT.fullmatch(spec)
        assert match is not None  # noqa: S101 - the pattern matches every text
        self.metric = from_spec(metrics, match["spec"]).for_instances()
        _check(self.metric, spec)
        self.output: str = match["output"] or main_output(self.metric) or ""
        if self.output not in self.metric.outputs:
            raise UsageError(
                f"{self.metric.name} has no output '{self.output}'; give one of "
                f"{', '.join(self.metric.outputs)}"
            )
        if (
            highest_score(self.metric, self.output) != 1.0
            or self.metric.is_higher_better(self.output) is not True
        ):
            raise UsageError(
                f"{self.output} of {self.metric.name} is no mean of scores from 0, the worst, to "
                "1, so that an absent field would have no score; name another metric or output"
            )

    @cached_property
    def wants_text(self) -> bool:
        """Whether the metric reads texts, so that other values are written as texts."""
        accepts = field_kind(self.metric, "prediction").accepts
        return accepts("a") and not accepts(["a"])

    def fitted(self, value: Any) -> Any:
        """Return a value as the metric reads it; None if it cannot."""
        kind = field_kind(self.metric, "prediction")
        if kind.accepts(value):
            return value
        text = as_label(value) if isinstance(value, bool | int | float) else as_json(value).decode()
        if self.wants_text:
            return text if kind.accepts(text) else None
        return _parsed(value) if kind.accepts(_parsed(value)) else None

    def score(self, value: Any, reference: Any) -> float:
        """Return the score of a value; 0 if it is of a type that the metric does not read."""
        import numpy as np

        fit = self.fitted(value)
        if fit is None:
            return 0.0
        row = self.metric.row(fit, self.metric.prepare([self.fitted(reference)]))
        return float(self.metric.reduce(np.asarray(row, dtype=np.float64))[self.output])


def _parsed(value: Any) -> Any:
    parsed = json_value(value) if isinstance(value, str) else None
    return value if parsed is None else parsed


def _check(metric: Metric, spec: str) -> None:
    simple = metric.judges == "prediction" and metric.needs == ("references",)
    if metric.of_sets or not simple or metric.runs_model:
        raise UsageError(
            f"'{shortened(spec)}': {metric.name} does not score a value against a reference alone; "
            "name another metric for this field"
        )
    if not metric.is_settled():
        raise UsageError(
            f"'{shortened(spec)}': {metric.name} needs its labels; name them in its options"
        )


class FieldSpec(NamedTuple):
    """A field, and the metric that scores it."""

    name: str
    spec: str


def resolved(specs: Sequence[str]) -> tuple[str, ...]:
    """Return specs of fields, those of YAML files in their place."""
    listed = [
        spec for text in specs for spec in (_of_file(text[1:]) if text[:1] == "@" else [text])
    ]
    seen: set[str] = set()
    for text in listed:
        name = split(text).name
        if name in seen:
            raise UsageError(f"the field '{shortened(name)}' is repeated; give one metric for it")
        seen.add(name)
    return tuple(listed)


def split(text: str) -> FieldSpec:
    """Split NAME=METRIC."""
    name, equals, spec = text.partition("=")
    if not (name and equals and spec):
        raise UsageError(
            f"'{shortened(text)}' is no NAME=METRIC; write total=relaxed-accuracy, or @FILE.yaml"
        )
    return FieldSpec(name, spec)


def _of_file(path: str) -> Iterator[str]:
    from sacreval.io.formats.yaml_files import read

    data = read(path).data
    if not isinstance(data, Mapping) or not data:
        raise InputError(f"{path}: no fields; write one a line, as in total: relaxed-accuracy")
    for name, value in data.items():
        yield f"{name}={_spec(path, name, value)}"


def _spec(path: str, name: object, value: object) -> str:
    if isinstance(value, str):
        return value
    options = dict(value) if isinstance(value, Mapping) else {}
    metric, output = options.pop("metric", None), options.pop("output", None)
    if not isinstance(metric, str) or not isinstance(output, str | None):
        raise InputError(
            f"{path}: the field '{shortened(str(name))}' needs a metric: its name, or "
            "{metric: NAME, output: OUTPUT} with the options of the metric"
        )
    bare, stated = split_spec(metric)
    spec = write_spec(bare, {**stated, **{str(key): x for key, x in options.items()}})
    return f"{spec}/{output}" if output else spec
