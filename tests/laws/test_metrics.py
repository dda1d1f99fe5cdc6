"""The laws that every registered metric keeps, under every value of every option."""

import re
from importlib import import_module

import numpy as np
import pytest

from sacreval.core.metric import Metric, metrics
from sacreval.core.records import Batch
from sacreval.core.tasks import TASKS
from sacreval.errors import NotSetUpError, UsageError
from sacreval.scoring.run_metrics import listed
from sacreval.testing import laws
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


@each_made
def test_order(metric):
    """The order of records changes neither scores nor intervals nor signatures."""
    laws.order_is_irrelevant(metric, instances(type(metric)))


@each_variant
def test_reduce_broadcasts(metric):
    """`reduce` of an array of sums is the array of `reduce` of each sum."""
    laws.reduce_broadcasts(metric, instances(type(metric)))


@each_variant
def test_means_are_means(metric):
    """A metric that declares bounds of records' scores keeps them, and averages these scores."""
    laws.means_are_means(metric, instances(type(metric)))


@each_variant
def test_outputs(metric):
    """The outputs are what `reduce` gives, in that order; each declares its direction or none."""
    laws.outputs_are_declared(metric, instances(type(metric)))


@each_made
def test_main_output(metric):
    """The output that stands for a metric is one of its outputs, also after `settle`."""
    batch = Batch(instances(type(metric)))
    for one in (metric, metric.settle([batch])):
        assert one.main_output() in (one.outputs or (None,))
        (entry,) = listed(one)
        assert entry.main == one.main_output()


@each_metric
def test_a_declared_main_output_exists(cls):
    """With default options a declared `main` is an output."""
    try:
        metric = cls()
    except (NotSetUpError, UsageError):
        made = [one for one in MADE if type(one) is cls]
        metric = made[0] if made else None
    if metric is not None and cls.main is not None:
        assert metric.main_output() == cls.main


@each_variant
def test_details(metric):
    """Details broadcast, are finite without anything to count, and have names of their own."""
    rows = metric.rows(Batch(instances(type(metric))))
    found = metric.details(rows)
    assert set(found).isdisjoint(metric.outputs)
    assert bool(found) == metric.has_details()
    for sums in (rows, np.zeros_like(rows[0])):
        for name, column in metric.details(sums).items():
            assert np.shape(column) == sums.shape[:-1]
            assert np.isfinite(column).all(), name
    for i, row in enumerate(rows):
        assert {name: column[i] for name, column in found.items()} == metric.details(row)


@each_made
def test_chunks_stack(metric):
    """Rows of a batch are the rows of its parts, one after the other."""
    laws.chunks_stack(metric, instances(type(metric)))


@each_variant
def test_rows_are_finite_numbers(metric):
    """Rows are finite float64, and so are the scores of single records and of all."""
    laws.rows_are_finite(metric, instances(type(metric)))


@each_variant
def test_whole_rows(metric):
    """Rows are whole numbers where the metric says so."""
    laws.whole_rows_are_whole(metric, instances(type(metric)))


@each_made
def test_pickle(metric):
    """A metric survives pickling, and scores the same afterwards."""
    laws.pickles(metric, instances(type(metric)))


@each_made
def test_value(metric):
    """A metric is a value: equal to its twin, hashable, frozen, unlike other options."""
    laws.is_a_value(metric)
    assert hash(type(metric)(**metric.options())) == hash(metric)
    assert [other for other in MADE if other == metric] == [metric]


@each_made
def test_signature_rebuilds(metric):
    """A signature names every option and makes the metric again, engine apart."""
    laws.signature_rebuilds(metric)


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
@pytest.mark.parametrize(("prediction", "references"), laws.EMPTY_TEXTS)
def test_defined(metric, prediction, references):
    """Empty predictions, empty references and single references have finite scores."""
    assert all(np.isfinite(score) for score in judge(metric, prediction, references).values())


@each_of_texts
def test_leave_one_out_rows(metric):
    """`leave_one_out_rows` are the rows of the records without each reference in turn."""
    laws.left_out_rows(metric, instances(type(metric)))


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
    laws.reads_known_fields(cls)


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
