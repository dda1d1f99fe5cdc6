"""The laws that every registered metric keeps, under every value of every option."""

import pickle
import re
from dataclasses import FrozenInstanceError, fields, replace
from importlib import import_module
from random import Random

import numpy as np
import pytest

from sacreval.core.metric import Metric, SampleMetric, SetMetric, metrics, without_one
from sacreval.core.rebuild import from_signature
from sacreval.core.records import FIELDS, Batch
from sacreval.core.tasks import TASKS
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.interval_choice import IntervalOptions
from support import missing
from support.specimens import SENTENCES, instances, judge
from support.variants import identify, of_texts, passed_over, variants, with_rows

MADE, REFUSED = variants()
each_variant = pytest.mark.parametrize("metric", with_rows(MADE), ids=identify)
each_of_texts = pytest.mark.parametrize("metric", of_texts(MADE), ids=identify)
LEARNED = sorted({metric.name for metric in MADE if getattr(metric, "learned", False)})
each_unlearned = pytest.mark.parametrize(
    "metric", [metric for metric in of_texts(MADE) if metric.name not in LEARNED], ids=identify
)
each_made = pytest.mark.parametrize("metric", MADE, ids=identify)
each_metric = pytest.mark.parametrize("cls", [metrics.get(n) for n in metrics], ids=list(metrics))


def batch_of(metric: Metric) -> Batch:
    return Batch(instances(type(metric)))


@each_made
def test_order(metric):
    """The order of records changes neither scores nor intervals nor signatures."""
    sets = isinstance(metric, SetMetric) and not isinstance(metric, SampleMetric)
    bootstrap = None if sets else IntervalOptions(resamples=20)
    records = instances(type(metric))
    want = evaluate([Batch(records)], metric).report(bootstrap).results
    shuffled = Random(1).sample(records, len(records))
    got = evaluate([Batch(shuffled[:5]), Batch(shuffled[5:])], metric).report(bootstrap).results
    assert got == want


@each_variant
def test_reduce_broadcasts(metric):
    """`reduce` of an array of sums is the array of `reduce` of each sum."""
    rows = metric.rows(batch_of(metric))
    n, k = rows.shape
    single = [metric.reduce(row) for row in rows]
    for name, column in metric.reduce(rows).items():
        assert column.shape == (n,)
        np.testing.assert_array_equal(column, [scores[name] for scores in single])
    for name, grid in metric.reduce(rows.reshape(2, n // 2, k)).items():
        np.testing.assert_array_equal(grid.ravel(), metric.reduce(rows)[name])


@each_variant
def test_means_are_means(metric):
    """A metric that declares bounds of records' scores keeps them, and averages these scores."""
    rows = metric.rows(batch_of(metric))
    whole = metric.reduce(rows.sum(axis=0))
    for name, scores in metric.reduce(rows).items():
        highest = metric.highest_score(name)
        if highest is None:
            continue
        assert scores.min() >= 0
        assert scores.max() <= highest
        assert whole[name] == pytest.approx(scores.mean(), abs=1e-9)


@each_variant
def test_outputs(metric):
    """The outputs are what `reduce` gives, in that order; each declares its direction or none."""
    rows = metric.rows(batch_of(metric))
    assert tuple(metric.reduce(rows)) == metric.outputs
    assert {metric.is_higher_better(name) for name in metric.outputs} <= {True, False, None}
    assert len(set(metric.outputs)) == len(metric.outputs)


@each_made
def test_chunks_stack(metric):
    """Rows of a batch are the rows of its parts, one after the other."""
    batch = batch_of(metric)
    parts = [metric.rows(batch.select(range(i, i + 1))) for i in range(len(batch))]
    np.testing.assert_array_equal(metric.rows(batch), np.concatenate(parts))


@each_variant
def test_rows_are_finite_numbers(metric):
    """Rows are finite float64, and so are the scores of single records and of all."""
    rows = metric.rows(batch_of(metric))
    assert rows.dtype == np.float64
    assert np.isfinite(rows).all()
    for scores in (metric.for_instances().reduce(rows), metric.reduce(rows.sum(axis=0))):
        assert all(np.isfinite(column).all() for column in scores.values())


@each_variant
def test_whole_rows(metric):
    """Rows are whole numbers where the metric says so."""
    rows = metric.rows(batch_of(metric))
    assert not metric.whole_rows or (rows == np.rint(rows)).all()


@each_made
def test_pickle(metric):
    """A metric survives pickling, and scores the same afterwards."""
    copy = pickle.loads(pickle.dumps(metric))  # noqa: S301 - our own bytes
    assert copy == metric
    batch = batch_of(metric)
    np.testing.assert_array_equal(copy.rows(batch), metric.rows(batch))


@each_made
def test_value(metric):
    """A metric is a value: equal to its twin, hashable, frozen, unlike other options."""
    twin = type(metric)(**metric.options())
    assert twin == metric
    assert hash(twin) == hash(metric)
    assert [other for other in MADE if other == metric] == [metric]
    with pytest.raises(FrozenInstanceError):
        metric.engine = "native"


@each_made
def test_signature_rebuilds(metric):
    """A signature names every option and makes the metric again, engine apart."""
    text = metric.signature()
    assert from_signature(text) == metric
    assert from_signature(f"{text}|refs:1-4|sacreval:0.1.0|data:00ff") == metric
    assert all(f"|{f.name}:" in text for f in fields(metric) if f.name != "engine")
    assert replace(metric, engine="native").signature() == text


@each_unlearned
def test_perfect_prediction_is_best(metric):
    """No prediction scores better than the reference itself, if both are stemmed or neither is.

    A model that was trained on judgments may score another text above the reference.
    """
    if getattr(metric, "stem_models_only", False) or metric.name == "bleurt":
        return
    for reference in SENTENCES:
        perfect = judge(metric, reference, [reference])
        words = reference.split()
        for worse in (
            " ".join(words[::-1]),
            " ".join(words[:-3]),
            " ".join([*words, "and", "more"]),
            "entirely unrelated text of nine words or more here",
            "",
        ):
            for name, score in judge(metric, worse, [reference]).items():
                best, other = perfect[name], score
                if metric.is_higher_better(name) is None:
                    continue
                if metric.is_higher_better(name):
                    best, other = other, best
                assert best <= other + 1e-12, f"{name}: {worse!r} beats the reference"


@each_of_texts
@pytest.mark.parametrize(
    ("prediction", "references"),
    [
        ("", ["a reference"]),
        ("a prediction", [""]),
        ("", [""]),
        (" ", ["\t"]),
        ("a prediction", ["a reference"]),
        ("same", ["same", "same"]),
        ("a prediction", ["", "a reference"]),
    ],
)
def test_defined(metric, prediction, references):
    """Empty predictions, empty references and single references have finite scores."""
    assert all(np.isfinite(score) for score in judge(metric, prediction, references).values())


@each_of_texts
def test_leave_one_out_rows(metric):
    """`leave_one_out_rows` are the rows of the records without each reference in turn."""
    records = [r for r in instances(type(metric)) if len(r.references) > 1]
    got = metric.leave_one_out_rows(Batch(records))
    want = [metric.rows(Batch([short]))[0] for record in records for short in without_one(record)]
    np.testing.assert_array_equal(got, want)


@each_of_texts
def test_reference_order(metric):
    """The order of references does not change a score, but that of graphs merged one by one."""
    if metric.name == "autosummeng":
        pytest.skip("the first of its references is merged with the others, and the last counts")
    for record in instances(type(metric)):
        got = judge(metric, record.prediction, record.references[::-1])
        want = judge(metric, record.prediction, record.references)
        free = {name for name in metric.outputs if not _of_the_first_of_equals(metric, name)}
        assert free, "nothing is compared"
        assert {name: got[name] for name in free} == pytest.approx(
            {name: want[name] for name in free}, abs=1e-12
        )


def _of_the_first_of_equals(metric, output: str) -> bool:
    """Whether a number belongs to the first of equally good references: counts, parts of F1."""
    if metric.name == "rouge-1.5.5":
        compared = output.endswith("_recall") and not output.startswith("rougeW_")
        return metric.scoring == "best" and not compared
    counts = ("_hits", "_substitutions", "_deletions", "_insertions")
    return output.startswith(metric.name) and output.endswith(("_precision", "_recall", *counts))


@each_metric
def test_needs(cls):
    """A metric needs fields that records have."""
    assert set(cls.needs) <= set(FIELDS)


@each_metric
def test_tasks(cls):
    """A metric says what it is for, in words that all metrics share."""
    assert cls.tasks
    assert set(cls.tasks) <= set(TASKS)
    assert len(set(cls.tasks)) == len(cls.tasks)


@each_metric
def test_own_file(cls):
    """A metric's file has its name, and holds no other metric."""
    assert cls.__module__.startswith("sacreval.metrics.")
    assert cls.__module__.rpartition(".")[2] == re.sub("[-.]", "_", cls.name)
    module = vars(import_module(cls.__module__)).values()
    own = [x for x in module if isinstance(x, type) and x.__module__ == cls.__module__]
    assert [x for x in own if issubclass(x, Metric)] == [cls]


def test_what_cannot_be_made():
    """A metric that cannot be made here says what to install or download; each is listed."""
    for sentence in REFUSED:
        missing.say(f"laws of {sentence}")
        assert any(
            x in sentence
            for x in (
                "; run: ",
                "; download it from",
                "--model MODEL",
                "JUDGE.yaml",
                "--databases FOLDER",
            )
        )


def test_what_laws_pass_over():
    """Metrics that some laws do not concern are listed with the reason."""
    made = {type(metric) for metric in MADE}
    tested = {type(metric) for metric in of_texts(MADE)}
    reasons: dict[str, list[str]] = {}
    for cls in sorted(made, key=lambda cls: cls.name):
        reason = passed_over(cls)
        assert (cls in tested) != bool(reason), cls
        if reason:
            reasons.setdefault(reason, []).append(cls.name)
    if LEARNED:
        missing.say(f"the law of the perfect prediction of {', '.join(LEARNED)}: they are learned")
    for reason, names in reasons.items():
        missing.say(f"some laws of {', '.join(names)}: {reason}")
