"""check_metric: numbers that are expected, and what can be checked."""

import pytest

from sacreval.errors import InputError, MetricError, UsageError
from sacreval.testing import check_metric
from support import own_metrics
from support.own_metrics import AccuracyBySize, Lengths, SumAccuracy, near
from support.sizes import few

# Unitxt's documentation, "Metrics": numbers in the task, and a global metric.
SUMS = [
    {"prediction": 3, "meta": {"num1": 1, "num2": 1}},
    {"prediction": 101, "meta": {"num1": 50, "num2": 51.5}},
    {"prediction": 4, "meta": {"num1": 2, "num2": 2}},
]
SIZES = [
    {"prediction": 1, "references": [1]},
    {"prediction": 22, "references": [22]},
    {"prediction": 333, "references": [334]},
    {"prediction": 4444, "references": [4445]},
]
TEXTS = [
    {"prediction": "abc", "references": ["abc", "abcdef"]},
    {"prediction": "abcdefgh", "references": ["abc"]},
    {"prediction": "", "references": ["a"]},
]


def test_scores_of_records_and_of_all():
    """A metric of other fields than references has the expected scores, by option."""
    strict = [{"sum_accuracy": x} for x in (0, 0, 1)]
    check_metric(SumAccuracy, SUMS, instances=strict, scores={"sum_accuracy": 1 / 3})
    lax = SumAccuracy(relative_tolerance=0.01)
    check_metric(lax, SUMS, instances=[{"sum_accuracy": x} for x in (0, 1, 1)])
    spec = 'py:support.own_metrics:SumAccuracy{"relative_tolerance": 0.01}'
    check_metric(spec, SUMS, scores={"sum_accuracy": 0.6667}, tolerance=1e-4)


@pytest.mark.long
def test_a_metric_of_the_whole_set():
    """A rank correlation over the set, by hand: ranks 1 2 3 4 against 3.5 3.5 1.5 1.5."""
    check_metric(AccuracyBySize, SIZES, scores={"accuracy_by_size": -(0.8**0.5)})
    check_metric(AccuracyBySize, SIZES[:2], scores={"accuracy_by_size": None})


def test_a_function():
    """A function has several outputs, and a record without a score where it states so."""
    instances = [{"near": 1, "gap": 0}, {"near": 0, "gap": 5}, {"near": None, "gap": None}]
    check_metric(near, TEXTS, instances=instances, scores={"near": 0.5, "gap": 2.5})


@pytest.mark.long
def test_intervals():
    """Bounds of intervals are those of `--ci`, within the tolerance."""
    check_metric("chrf", TEXTS[:2], scores={"chrf": 62.4}, tolerance=100)
    check_metric(Lengths, TEXTS[:2], intervals={"characters": (3, 8)}, tolerance=40)
    with pytest.raises(AssertionError, match=r"the interval of characters: low is"):
        check_metric(Lengths, TEXTS[:2], intervals={"characters": (900, 901)})


@pytest.mark.parametrize(
    ("expected", "part"),
    [
        ({"scores": {"sum_accuracy": 0.5}}, "all records: sum_accuracy is 0.33"),
        ({"scores": {"other": 0.5}}, "all records: there is no 'other', only sum_accuracy"),
        ({"scores": {"sum_accuracy": None}}, "not None"),
        ({"instances": [{"sum_accuracy": 1}] * 3}, "record 1: sum_accuracy is 0.0, not 1"),
        ({"instances": [{"sum_accuracy": 1}]}, "there are 3 records, but `instances` has 1"),
        ({"intervals": {"other": (0, 1)}}, "there is no interval of other"),
    ],
)
def test_other_numbers(expected, part):
    """A number that differs is named with both values."""
    with pytest.raises(AssertionError) as error:
        check_metric(SumAccuracy, SUMS, **expected)
    assert part in str(error.value)


BROKEN = {
    "DoesNotBroadcast": "reduce of",
    "NoMean": "declared from 0 to 1",
    "OtherOutputs": "OtherOutputs",
    "OddDirection": "higher_is_better of characters is 'yes'",
    "RestOfBatch": "rows of a batch",
    "Integers": "rows are int64",
    "Fractions": "whole_rows is set",
    "Rewritten": "two metrics with the same options are not equal",
    "LeavesOut": "leave_one_out_rows",
    "Undefined": "is nan; state a value for it",
    "Undocumented": "extra not described under Args:",
    "UnknownField": "reads question, which records do not have",
    "OneProcess": "rows of another process",
    "Hidden": "rows of a pickled copy",
}


@few(3, "name", list(BROKEN))
def test_broken_laws(name):
    """A metric that breaks a law is refused with a sentence that names it."""
    records = [*TEXTS[:2], {"prediction": "abcd", "references": ["a", "abcdefgh"]}]
    with pytest.raises((AssertionError, MetricError), match=BROKEN[name]):
        check_metric(getattr(own_metrics, name), records)


def test_what_cannot_be_checked():
    """Local classes, records without a score and wrong records raise a sentence."""

    class Local(Lengths):
        pass

    with pytest.raises(UsageError, match="not at the top level of a module"):
        check_metric(Local, TEXTS)
    with pytest.raises(InputError, match="`meta`"):
        check_metric(SumAccuracy, TEXTS)
    with pytest.raises(AssertionError, match="expect None for it"):
        check_metric(own_metrics.Undefined, [{"prediction": "a", "references": [""]}, *TEXTS])
