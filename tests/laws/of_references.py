"""Laws of several references: the best one counts, wherever a metric does not say otherwise."""

from itertools import pairwise
from random import Random

import msgspec
import pytest

from sacreval.core.contract.declarations import direction
from sacreval.core.contract.metric_records import for_instances
from sacreval.core.metric import SetMetric, metrics
from sacreval.core.records import Batch
from sacreval.errors import RecordError
from support import missing
from support.law_items import CLASSES
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
    variants = [metric for metric in MADE if metric.name == name]
    return [m for m in variants if all(getattr(m, k, None) != v for k, v in OTHERWISE.items())]


def deciding(metric):
    """Name the output by which references are told apart: F1, or else the first."""
    return next((name for name in metric.outputs if name.endswith("_f1")), metric.outputs[0])


def scored(metric, record, references):
    """Score a record beside other references, by the rule for single records."""
    changed = msgspec.structs.replace(record, references=references)
    single = for_instances(anew(metric, [changed]))
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
    choose = max if direction(metric, deciding(metric)) else min
    for record, references in cases(metric):
        alone = [scored(metric, record, [reference]) for reference in references]
        yield scored(metric, record, references), choose(alone), alone[0]


def takes_references(name):
    """Return whether records of a metric have references."""
    return "references" in metrics.get(name).needs


def refuses(metric):
    """Return whether several references of a record are an error."""
    first, second, *_ = instances(type(metric))
    both = [*first.references[:1], *second.references[:1]]
    several = msgspec.structs.replace(first, references=both)
    return metric.single_reference or bool(metric.fault(several))


def depends(metric):
    """Yield for pairs of references whether what is made of the records differs without the second.

    Records come together, since the weights of some metrics are those of the run.
    """
    records = instances(type(metric))
    texts = ([*x.references[:1], x.prediction, *(x.samples or ())] for x in records)
    pool = [ref for of in texts for ref in of]
    pool = [ref for ref in pool if type(ref) is type(pool[0])]
    for i, record in enumerate(records):
        for ref, other in pairwise(pool):
            pair = [msgspec.structs.replace(record, references=x) for x in ([ref], [ref, other])]
            alone, both = ([*records[:i], variant, *records[i + 1 :]] for variant in pair)
            yield values(metric, alone) != values(metric, both)


def values(metric, records):
    """Return what a metric makes of records, or why it makes nothing of them."""
    metric, batch = anew(metric, records), Batch(records)
    try:
        return str(metric.measure(batch) if isinstance(metric, SetMetric) else metric.rows(batch))
    except RecordError as error:
        return str(error)


@CLASSES.of(BEST)
def the_best_reference_counts(name):
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


@CLASSES.of(TOGETHER)
def references_count_together(name):
    """Where references count together, a score is not always that of one of them."""
    cases = (case for metric in of(name) for case in scores(metric))
    assert any(got != pytest.approx(best, abs=1e-12) for got, best, _ in cases)


@CLASSES.of(filter(takes_references, metrics))
def no_reference_is_ignored(name):
    """A metric whose score does not depend on a second reference refuses several."""
    variants = [metric for metric in MADE if metric.name == name and "references" in metric.needs]
    if not variants:
        missing.say(f"the law of second references of {name}: it cannot be created here")
        pytest.skip("it cannot be created here")
    assert any(refuses(metric) or any(depends(metric)) for metric in variants)
