"""The metric contract: what every metric, kind, wrapper and function has."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from sacreval import metric_function, native
from sacreval.core.contract.declarations import computed_by, direction, formula_owner
from sacreval.core.contract.formulas import Sums, exp, greater, lesser, log, total, where
from sacreval.core.contract.function_metrics import DeclaredFunction, declared
from sacreval.core.contract.metric_records import is_settled, part_count
from sacreval.core.contract.wrapper import DELEGATED, Wrapped
from sacreval.core.metric import MeanMetric, PairKernel, SampleMetric, metrics, without_one
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from support.share import BATCH, Share


def test_a_context_is_prepared_once():
    """Records with equal references share what is prepared."""
    Share.prepared.clear()
    Share().rows(BATCH)
    assert Share.prepared == [(["abcd"],)]


def test_references_are_left_out_in_turn():
    """Each reference is left out once, in order."""
    record = Instance(prediction="a", references=["x", "y", "z"])
    assert [r.references for r in without_one(record)] == [["y", "z"], ["x", "z"], ["x", "y"]]
    assert part_count(Share(), record) == 3


def test_signature_and_equality():
    """The signature has every option; the engine is none, and does not tell metrics apart."""
    assert Share(scale=2.0).signature() == "share|scale:2.0"
    assert metrics.get("bleu")(engine="official") == metrics.get("bleu")().with_engine("native")


def test_an_output_without_a_direction_is_an_error():
    """A mapping of directions must have every output."""

    class Odd(Share):
        higher_is_better: ClassVar = {"other": True}

    with pytest.raises(UsageError, match="'share'"):
        direction(Odd(), "share")


def test_without_outputs_there_is_one():
    """The one output has the name of the metric, or of the metric that it derives from."""

    class OwnAnls(metrics.get("anls")):
        name: ClassVar = "py:mine:OwnAnls"

    class Fresh(MeanMetric):
        def scores(self, prediction, prepared):
            return (float(prediction in prepared),)

    assert (OwnAnls().outputs, Fresh().outputs) == (("anls",), ("Fresh",))


def test_no_kernel():
    """A metric without a kernel is refused the native engine."""
    with pytest.raises(UsageError, match="share"):
        Share().with_engine("native")


def test_a_mean_is_a_ratio_of_sums():
    """Rows are scores and a count, and a system's score divides their sums."""
    metric = Share()
    rows = metric.rows(BATCH)
    assert rows.tolist() == [[0.5, 1], [1, 1]]
    assert metric.reduce(rows.sum(axis=0)) == {"share": 0.75}
    assert metric.reduce(np.array([[3, 1]]) @ rows)["share"].tolist() == [0.625]


def test_sets_have_no_single_scores():
    """A metric of sets refuses the score of a record in one sentence."""
    with pytest.raises(UsageError, match="self-bleu"):
        metrics.get("self-bleu")().reduce(np.ones(1))


def test_samples_are_measured_by_weights_of_one():
    """The score of a set is that of the sample with each record once."""

    class Total(SampleMetric):
        name, outputs = "total", ("total",)

        def row(self, prediction, _prepared):
            return (float(prediction),)

        def estimate(self, rows, weights):
            return {"total": weights @ rows[:, 0]}

    batch = Batch([Instance(prediction=x, references=[0]) for x in (1, 2.5)])
    assert Total().measure(batch) == {"total": 3.5}


def test_pairs_are_folded_without_each_reference():
    """Of a kernel's pairs, leaving a reference out folds the others."""

    class Best(PairKernel):
        name, outputs = "best", ("best",)

        def row(self, prediction, prepared):
            raise NotImplementedError

        def covers_native(self):
            return True

        def native_pairs(self, _batch):
            return np.array([[1.0], [5.0], [3.0]])

        def fold(self, pairs, starts):
            return np.maximum.reduceat(pairs, starts[:-1], axis=0)

        def reduce(self, sums):
            return {"best": sums[..., 0]}

    batch = Batch([Instance(prediction="", references=["a", "b", "c"])])
    assert Best(engine="native").leave_one_out_rows(batch).tolist() == [[5], [3], [5]]


@dataclass(frozen=True, kw_only=True)
class Plain(Wrapped):
    """A wrapper that changes nothing.

    Args:
        extra: An option of its own.
    """

    extra: int = 1


@pytest.mark.parametrize(
    "metric",
    [metrics.get(name)() for name in ("bleu", "edit-distance", "wer", "length")]
    + [metrics.get("classification")(labels=("a", "b"))]
    + [metrics.get("bleu")(smooth_method="coco")],
    ids=lambda metric: metric.name,
)
def test_it_passes_on(metric):
    """Declarations, outputs, directions and faults are those of the metric inside."""
    around = Plain(metric=metric)
    for name in (*DELEGATED, "outputs"):
        assert getattr(around, name, None) == getattr(metric, name, None)
    for output in metric.outputs:
        assert direction(around, output) == direction(metric, output)
    instance = Instance(prediction="z", references=["a"])
    assert around.fault(instance) == metric.fault(instance)
    assert is_settled(around) == is_settled(metric)
    assert computed_by(around) == computed_by(metric)
    assert around.options() == metric.options() | {"extra": 1}


def test_references_are_left_out_outside():
    """Rows without each reference are those of the shortened records."""
    around = Plain(metric=metrics.get("relaxed-accuracy")())
    batch = Batch([Instance(prediction="1", references=["1", "2", "x"])])
    assert around.leave_one_out_rows(batch).tolist() == [[0, 1], [1, 1], [1, 1]]


def test_settling_settles_the_metric_inside():
    """Labels are collected by the metric inside."""
    batch = Batch([Instance(prediction="b", references=["a"])])
    around = Plain(metric=metrics.get("classification")()).settle([batch])
    assert around.metric.labels == ("a", "b")
    assert is_settled(around)


class Halved(Plain):
    """A wrapper with a formula of its own."""

    def reduce(self, sums):
        """Halve the scores."""
        return {name: score / 2 for name, score in self.metric.reduce(sums).items()}


def test_scores_of_systems():
    """The averages and bounds of a program pass through, unless a wrapper has its own formula."""
    metric = metrics.get("rouge-1.5.5")(max_ngram=1, rouge_l=False)
    texts = [("a b", "a b"), ("a", "b"), ("a c", "a")]
    batch = Batch([Instance(prediction=p, references=[r]) for p, r in texts])
    rows, ids = metric.rows(batch), lambda: ["1.s", "2.s", "3.s"]
    scores = metric.score_system(rows, ids)
    plain, halved = Plain(metric=metric), Halved(metric=metric)
    assert formula_owner(plain) is metric
    assert formula_owner(halved) is halved
    mean = metric.reduce(rows.sum(axis=0))
    assert scores["rouge1_f1"] == pytest.approx(mean["rouge1_f1"], abs=0.05)
    assert scores["rouge1_f1"] != mean["rouge1_f1"]


VALUES = [0.0, 1e-300, 0.1, 1 / 3, 1.0, 2.5, 99.9, 1e300, math.inf]


def test_sums_are_indexed_like_arrays():
    """A number, a slice from the front or the back, and the sum with other rows."""
    sums = Sums([1.0, 2.0, 3.0])
    array = np.array(sums)
    for key in ((..., 1), (..., -1), (..., slice(1, None)), (..., slice(None, None, 2)), 2):
        assert np.array_equal(sums[key], array[key])
    assert sums.plus(Sums([1.0, 0.0, -3.0])) == (2.0, 2.0, 0.0)


@pytest.mark.parametrize("compiled", [True, False])
def test_logarithms_and_exponentials(compiled, monkeypatch):
    """Arrays of any shape have the C library's results, with the kernels and without them."""
    if not compiled:
        monkeypatch.setattr(native, "available", lambda: False)
    for values in (np.array(VALUES), np.array([VALUES, VALUES]).T[:, ::-1]):
        logs, powers = log(values, otherwise=-7.0), exp(-values)
        for x, y, z in zip(values.flat, logs.flat, powers.flat, strict=True):
            assert y == (math.log(x) if x > 0 else -7.0) == log(float(x), otherwise=-7.0)
            assert z == math.exp(-x) == exp(-float(x))
    assert exp(710.0) == exp(np.array([710.0]))[0] == math.inf


def test_arguments_are_left_alone():
    """An array that is given is not changed."""
    values = np.array([1.0, 4.0])
    exp(values), log(values, otherwise=0.0)
    assert values.tolist() == [1.0, 4.0]


def test_choices():
    """`where`, `lesser` and `greater` choose as NumPy's functions do."""
    array = np.array([1.0, 5.0])
    assert where(array > 2, array, 0.0).tolist() == [0.0, 5.0]
    assert (where(True, 1.0, 2.0), where(False, 1.0, 2.0)) == (1.0, 2.0)
    assert lesser(array, 2.0).tolist() == [lesser(1.0, 2.0), lesser(5.0, 2.0)] == [1.0, 2.0]
    assert greater(array, 2.0).tolist() == [greater(1.0, 2.0), greater(5.0, 2.0)] == [2.0, 5.0]


def test_order_of_totals():
    """`total` adds as NumPy does, for lists of any length."""
    random = np.random.default_rng(5)
    for n in [*range(1, 40), 127, 128, 129, 200, 1000]:
        values = random.normal(size=(3, n)) * 10.0 ** random.integers(-9, 9, (3, n))
        assert total(list(values.T)).tolist() == values.sum(axis=-1).tolist()
        assert total(values[0].tolist()) == values[0].sum()


def test_defaults():
    """A function that declares nothing has one output of its name, and larger is better."""
    assert declared(len, "size") == DeclaredFunction(("size",))


def test_the_decorator_sets_attributes():
    """The decorator returns the function itself, with what it declares."""

    def function():
        return 1

    stated = metric_function(outputs=["a", "b"], higher_is_better=None, single_reference=True)
    assert stated(function) is function
    assert declared(function, "f") == DeclaredFunction(
        ("a", "b"), higher_is_better=None, single_reference=True
    )


def test_the_decorator_without_parentheses():
    """Without parentheses the decorator declares the defaults."""

    @metric_function
    def function():
        return 1

    assert declared(function, "f") == DeclaredFunction(("f",))


@pytest.mark.parametrize("outputs", ["abc", [], ["a", "a"], [1]], ids=str)
def test_wrong_outputs(outputs):
    """Outputs are different names."""

    def function():
        return 1

    function.outputs = outputs
    with pytest.raises(UsageError, match="write different names, as in"):
        declared(function, "f")


def test_highest():
    """A function states its largest number by annotation as bool, by number or by output."""

    def right() -> bool:
        return True

    assert declared(right, "right").highest == 1.0
    assert declared(metric_function(highest=100)(lambda: 1), "f").highest == 100.0
    by_output = metric_function(outputs=["a", "b"], highest={"a": 1.0})(lambda: 1)
    assert declared(by_output, "f").highest == {"a": 1.0}


@pytest.mark.parametrize("highest", [0, -1.0, "1", float("inf"), {"b": 1.0}], ids=str)
def test_wrong_highest(highest):
    """The largest number is positive and finite, and of an output that there is."""
    with pytest.raises(UsageError, match="write the largest number"):
        declared(metric_function(highest=highest)(lambda: 1), "f")
