"""JSON objects by field: each field is scored by a metric of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from sacreval.core.contract.declarations import (
    direction,
    field_kind,
    highest_score,
    main_output,
    of_sets,
    runs_model,
)
from sacreval.core.contract.metric_records import for_instances, is_settled
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.field_types import Kind, as_label, many
from sacreval.core.options.specs import from_spec, split_spec, write_spec
from sacreval.errors import InputError, RecordError, UsageError, shortened
from sacreval.metrics.structures._calls import as_json
from sacreval.stats.ratio import ratio
from sacreval.text.answers.json_values import answer_in_json, json_value

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

Fields = Mapping[str, Any]
WHOLE = (
    "key_value_micro", "key_value_macro", "legal_keys", "missing_keys", "extra_keys",
    "key_value_unparsed",
)  # fmt: skip
WORSE = ("missing_keys", "extra_keys", "key_value_unparsed")
OBJECT = Kind("an object, or text with one as JSON", lambda value: isinstance(value, dict | str))


@metrics.register("key-value")
@dataclass(frozen=True, kw_only=True)
class KeyValue(Metric):
    """Key value: scores of the fields of a JSON object, each by a metric of its own, 0 to 1.

    Higher is better, except for shares of missing, extra and unparsed. The prediction is an object,
    or text with one as JSON, and so is the only reference. A field that one side lacks scores 0,
    and so does a value that the metric of its field cannot read; null is no value. The macro
    average is the mean over fields, the micro average that over all values. legal_keys is the share
    of predicted fields that some reference of the run has, and 0 without predicted fields;
    missing_keys that of the reference's fields which the prediction lacks; extra_keys that of
    predicted fields which the reference lacks. A prediction that is no object has no field.

    Args:
        field: Metric of a field: NAME=METRIC, with options and an output as in
            'title=token-f1{"normalize": "squad"}/token_f1_f1', by default the main output; or
            @FILE.yaml with a map of these.
        metric: Metric of all other fields.
        keys: The fields that are scored, in order. By default those in references, sorted; the
            records are then read twice.
        flatten: Fields inside of objects are fields, named as in `address.city`, and so are those
            of lists of objects, as in `items.0.price`.

    Source: the metric key_value_extraction of Unitxt 1.26.10, and its flattening of tool calls.
    """

    higher_is_better: ClassVar[Mapping[str, bool]] = {**dict.fromkeys(WORSE, False), "*": True}
    tasks: ClassVar[tuple[str, ...]] = ("structure",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": OBJECT, "references": many(OBJECT)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": {"a": "x", "b": 2}, "references": [{"a": "x", "b": "3"}]},
        {"prediction": '{"a": "y", "c": {"d": 1}}', "references": [{"a": "x"}]},
        {"prediction": "no object", "references": [{"a": "x", "c": {"d": 1}}]},
    )

    field: tuple[str, ...] = ()
    metric: str = "exact-match"
    keys: tuple[str, ...] = ()
    flatten: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", resolved(self.field))
        if len(set(self.keys)) < len(self.keys):
            raise UsageError("keys repeats a field; give each once")
        if self.keys and (unknown := set(self._special) - set(self.keys)):
            raise UsageError(
                f"--field names a metric for '{shortened(min(unknown))}', which no reference has; "
                "correct its name, or give it with --keys too"
            )
        self._usual  # noqa: B018 - refused here

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the averages, the shares of fields, and the score of each field."""
        return (*WHOLE, *(f"key_value_{key}" for key in self.keys))

    def is_settled(self) -> bool:
        """Return whether the fields are known."""
        return bool(self.keys)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Collect the fields of the references.

        Raises:
            UsageError: If they have none.
        """
        keys = {
            key
            for batch in batches
            for instance in batch
            for key in self._flat((instance.references or [None])[0]) or ()
        }
        if not keys:
            raise UsageError("no reference has a field; check the references")
        return replace(self, keys=tuple(sorted(keys)))

    def fault(self, instance: Instance) -> str | None:
        """Report several references, and references that are no object or have bad values."""
        references = instance.references or []
        if len(references) != 1:
            return f"{len(references)} references, but fields are scored against one; keep one"
        fields = self._flat(references[0])
        if fields is None:
            return "the reference is no JSON object; correct it"
        for key, value in fields.items():
            if self._scorer(key).fitted(value) is None:
                name = self._scorer(key).metric.name
                return (
                    f"the reference's '{shortened(key)}' has no value that {name} reads; correct it"
                )
        return None

    def prepare(self, *context: Any) -> Fields:
        """Return the fields of the reference."""
        return self._flat(context[0][0]) or {}

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return sum and count of scores by field, then counts of fields and records."""
        flat = self._flat(prediction)
        ours, right = flat or {}, prepared
        pairs = (self._scored(key, ours, right) for key in self.keys)
        legal = sum(key in self._places for key in ours)
        missing, extra = (len(a.keys() - b.keys()) for a, b in ((right, ours), (ours, right)))
        counts = (len(ours), legal, extra, len(right), missing, flat is None, 1)
        return [*(x for pair in pairs for x in pair), *map(float, counts)]

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide sums of scores by counts, and average over fields that occur."""
        c = 2 * len(self.keys)
        scores, counts = sums[..., 0:c:2], sums[..., 1:c:2]
        predicted, legal, extra, right, missing, unparsed, n = (sums[..., c + i] for i in range(7))
        each = ratio(scores, counts, otherwise=0.0)
        whole = [
            ratio(scores.sum(axis=-1), counts.sum(axis=-1), otherwise=0.0),
            ratio(each.sum(axis=-1), (counts > 0).sum(axis=-1), otherwise=0.0),
            ratio(legal, predicted, otherwise=0.0),
            ratio(missing, right, otherwise=0.0),
            ratio(extra, predicted, otherwise=0.0),
            ratio(unparsed, n, otherwise=0.0),
        ]
        fields = [each[..., i] for i in range(len(self.keys))]
        return dict(zip(self.outputs, [*whole, *fields], strict=True))

    def _scored(self, key: str, predicted: Fields, right: Fields) -> tuple[float, float]:
        if key in predicted and key in right:
            return self._scorer(key).score(predicted[key], right[key]), 1.0
        return 0.0, float(key in predicted or key in right)

    def _flat(self, value: Any) -> Fields | None:
        """Return the fields of an object; None if it is none."""
        value = _object(value)
        if value is None:
            return None
        pairs = _leaves(value) if self.flatten else ((str(k), x) for k, x in value.items())
        try:
            return {key: leaf for key, leaf in pairs if leaf is not None}
        except RecursionError:
            return None

    def _scorer(self, key: str) -> Scorer:
        return self._special.get(key, self._usual)

    @cached_property
    def _special(self) -> Mapping[str, Scorer]:
        return {field.name: Scorer(field.spec) for field in map(split, self.field)}

    @cached_property
    def _usual(self) -> Scorer:
        return Scorer(self.metric)

    @cached_property
    def _places(self) -> frozenset[str]:
        return frozenset(self.keys)


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
        self.metric = for_instances(from_spec(metrics, match["spec"]))
        _check(self.metric, spec)
        self.output: str = match["output"] or main_output(self.metric) or ""
        if self.output not in self.metric.outputs:
            raise UsageError(
                f"{self.metric.name} has no output '{self.output}'; give one of "
                f"{', '.join(self.metric.outputs)}"
            )
        if (
            highest_score(self.metric, self.output) != 1.0
            or direction(self.metric, self.output) is not True
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
    if of_sets(metric) or not simple or runs_model(metric):
        raise UsageError(
            f"'{shortened(spec)}': {metric.name} does not score a value against a reference alone; "
            "name another metric for this field"
        )
    if not is_settled(metric):
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


def _object(value: Any) -> Fields | None:
    """Return an object, or the one in a text; None if there is none."""
    if not isinstance(value, str):
        return _mapping(value)
    try:
        return _mapping(answer_in_json(value, _mapping))
    except RecordError:
        return None


def _mapping(value: Any) -> Fields | None:
    return value if isinstance(value, Mapping) else None


def _leaves(value: Mapping[Any, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of an object and of objects inside of it, with dotted names."""
    for key, inner in value.items():
        name = f"{above}{key}"
        if isinstance(inner, list) and inner and all(isinstance(x, Mapping) for x in inner):
            inner = dict(enumerate(inner))  # noqa: PLW2901 - a list of objects, by place
        if isinstance(inner, Mapping) and inner:
            yield from _leaves(inner, f"{name}.")
        else:
            yield name, inner
