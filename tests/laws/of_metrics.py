"""Laws of every metric that can be made here, under every value of every option."""

import numpy as np
import pytest

from sacreval.core.contract import declarations
from sacreval.core.contract.declarations import direction
from sacreval.core.contract.metric_records import settle
from sacreval.core.records import Batch
from sacreval.scoring.entries.run_metrics import listed
from sacreval.scoring.rows.subset import has_details
from sacreval.testing import laws
from support.law_items import METRICS
from support.specimens import SENTENCES, instances, judge
from support.variants import of_texts, variants, with_rows

MADE, REFUSED = variants()
WITH_ROWS = with_rows(MADE)
OF_TEXTS = of_texts(MADE)
LEARNED = sorted({metric.name for metric in MADE if getattr(metric, "learned", False)})
UNLEARNED = [metric for metric in OF_TEXTS if metric.name not in LEARNED]


@METRICS.of(MADE)
def order(metric):
    """The order of records changes neither scores nor intervals nor signatures."""
    laws.order_is_irrelevant(metric, instances(type(metric)))


@METRICS.of(WITH_ROWS)
def reduce_broadcasts(metric):
    """`reduce` of an array of sums is the array of `reduce` of each sum."""
    laws.reduce_broadcasts(metric, instances(type(metric)))


@METRICS.of(WITH_ROWS)
def means_are_means(metric):
    """A metric that declares bounds of records' scores keeps them, and averages these scores."""
    laws.means_are_means(metric, instances(type(metric)))


@METRICS.of(WITH_ROWS)
def outputs(metric):
    """The outputs are what `reduce` gives, in that order; each declares its direction or none."""
    laws.outputs_are_declared(metric, instances(type(metric)))


@METRICS.of(MADE)
def main_output(metric):
    """The output that stands for a metric is one of its outputs, also after `settle`."""
    batch = Batch(instances(type(metric)))
    for variant in (metric, settle(metric, [batch])):
        assert declarations.main_output(variant) in (variant.outputs or (None,))
        (entry,) = listed(variant)
        assert entry.main == declarations.main_output(variant)


@METRICS.of(WITH_ROWS)
def details(metric):
    """Details broadcast, are finite without anything to count, and have names of their own."""
    rows = metric.rows(Batch(instances(type(metric))))
    columns = metric.details(rows)
    assert set(columns).isdisjoint(metric.outputs)
    assert bool(columns) == has_details(metric)
    for sums in (rows, np.zeros_like(rows[0])):
        for name, column in metric.details(sums).items():
            assert np.shape(column) == sums.shape[:-1]
            assert np.isfinite(column).all(), name
    for i, row in enumerate(rows):
        assert {name: column[i] for name, column in columns.items()} == metric.details(row)


@METRICS.of(MADE)
def chunks_stack(metric):
    """Rows of a batch are the rows of its parts, one after the other."""
    laws.chunks_stack(metric, instances(type(metric)))


@METRICS.of(WITH_ROWS)
def rows_are_finite_numbers(metric):
    """Rows are finite float64, and so are the scores of single records and of all."""
    laws.rows_are_finite(metric, instances(type(metric)))


@METRICS.of(WITH_ROWS)
def whole_rows(metric):
    """Rows are whole numbers where the metric says so."""
    laws.whole_rows_are_whole(metric, instances(type(metric)))


@METRICS.of(MADE)
def pickle(metric):
    """A metric survives pickling, and scores the same afterwards."""
    laws.pickles(metric, instances(type(metric)))


@METRICS.of(MADE)
def value(metric):
    """A metric is a value: equal to its twin, hashable, frozen, unlike other options."""
    laws.is_a_value(metric)
    assert hash(type(metric)(**metric.options())) == hash(metric)
    assert [other for other in MADE if other == metric] == [metric]


@METRICS.of(MADE)
def signature_rebuilds(metric):
    """A signature names every option and makes the metric again, engine apart."""
    laws.signature_rebuilds(metric)


@METRICS.of(UNLEARNED)
def perfect_prediction_is_best(metric):
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
                if direction(metric, name) is None:
                    continue
                if direction(metric, name):
                    best, other = other, best
                assert best <= other + 1e-12, f"{name}: {worse!r} beats the reference"


@METRICS.of(OF_TEXTS)
def defined(metric):
    """Empty predictions, empty references and single references have finite scores."""
    for prediction, references in laws.EMPTY_TEXTS:
        scores = judge(metric, prediction, references)
        assert all(map(np.isfinite, scores.values())), (prediction, references)


@METRICS.of(OF_TEXTS)
def leave_one_out_rows(metric):
    """`leave_one_out_rows` are the rows of the records without each reference in turn."""
    laws.leave_one_out_rows(metric, instances(type(metric)))


@METRICS.of(OF_TEXTS)
def reference_order(metric):
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
