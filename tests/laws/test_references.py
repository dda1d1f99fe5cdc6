"""The laws of several references: the best one counts, wherever a metric does not say otherwise."""

from random import Random

import msgspec
import pytest

from sacreval.core.metric import SetMetric, metrics
from sacreval.core.records import Batch
from support import missing
from support.specimens import anew, instances
from support.variants import identify, of_texts, variants

MADE, _ = variants()
TOGETHER = {
    "autosummeng": "the mean over references counts",
    "bleu": "the n-grams of all references are known, and the closest length counts",
    "d-sari": "the n-grams of all references are counted",
    "length-to-reference": "a ratio of lengths has no best",
    "nist": "each order has its own best reference, and n-grams the information of the whole run",
    "rouge-1.5.5": "the counts of all references are added up",
    "rouge-we": "the n-grams of all references are counted",
    "sari": "the n-grams of all references are counted",
    "ter": "edits are divided by the mean length of the references",
}
OTHERWISE = {"multi_reference": "mean", "match": "all", "version": "2.0"}  # options that say so
TEXTS = {metric.name for metric in of_texts(MADE)}
DOCS = {name: " ".join(metrics.get(name).__doc__.split()) for name in metrics}
SAID = {
    name
    for name, text in DOCS.items()
    if "several references" in text and not issubclass(metrics.get(name), SetMetric)
}
BEST = sorted((TEXTS | SAID) - set(TOGETHER))


def of(name):
    """List the variants of a metric for which the best reference counts."""
    made = [metric for metric in MADE if metric.name == name]
    return [m for m in made if all(getattr(m, k, None) != v for k, v in OTHERWISE.items())]


def deciding(metric):
    """Name the output by which references are told apart: F1, or else the first."""
    return next((name for name in metric.outputs if name.endswith("_f1")), metric.outputs[0])


def scored(metric, record, references):
    """Score a record beside other references, by the rule for single records."""
    changed = msgspec.structs.replace(record, references=references)
    single = anew(metric, [changed]).for_instances()
    return float(single.reduce(single.rows(Batch([changed])))[deciding(metric)][0])


def cases(metric):
    """Draw references for each record; of texts also with the prediction itself at the end."""
    records, random = instances(type(metric)), Random(1)
    pool = [reference for record in records for reference in record.references]
    for record in records:
        drawn = random.sample(pool, min(3, len(pool)))
        yield record, drawn
        if metric.name in TEXTS:
            yield record, [*drawn[:2], record.prediction]


def scores(metric):
    """Give for each case the score, the best one beside a single reference, and the first."""
    choose = max if metric.is_higher_better(deciding(metric)) else min
    for record, references in cases(metric):
        alone = [scored(metric, record, [reference]) for reference in references]
        yield scored(metric, record, references), choose(alone), alone[0]


@pytest.mark.parametrize("name", BEST)
def test_the_best_reference_counts(name):
    """With several references a score is that of the best of them, wherever it stands."""
    if not of(name):
        missing.say(f"the law of the best reference of {name}: it cannot be created here")
        pytest.skip("it cannot be created here")
    later = 0
    for metric in of(name):
        for got, best, first in scores(metric):
            assert got == pytest.approx(best, abs=1e-12), identify(metric)
            later += best != first
    assert later, "the first reference is always the best: nothing is tested"


@pytest.mark.parametrize("name", sorted(TOGETHER))
def test_references_count_together(name):
    """Where references count together, a score is not always that of one of them."""
    found = [case for metric in of(name) for case in scores(metric)]
    assert any(got != pytest.approx(best, abs=1e-12) for got, best, _ in found)
