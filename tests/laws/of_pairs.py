"""Laws of all pairs: every output against every other, by any metric of texts."""

from functools import lru_cache
from random import Random

import msgspec
import numpy as np

from sacreval import native
from sacreval.core.contract.metric_records import for_instances
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError
from sacreval.metrics._wrappers.consensus import all_pairs
from support.law_items import METRICS
from support.specimens import anew
from support.texts import text
from support.variants import of_texts, variants

MADE = of_texts(variants()[0])
FIRST = {metric.name: metric for metric in reversed(MADE)}
NATIVE = [metric for metric in MADE if native.available() and metric.covers_native()]
CONCERNED = {*FIRST.values(), *NATIVE}


def engines(metric):
    """Yield the first variant of a metric on the official engine, and each on kernels."""
    if metric == FIRST[metric.name]:
        yield metric.with_engine("official")
    if metric in NATIVE:
        yield metric.with_engine("native")


def outputs():
    """Draw outputs for one input, two of them equal and one empty."""
    random = Random(4)
    drawn = [text(random) for _ in range(2)]
    return Batch([Instance(prediction=text, sources=drawn[:1]) for text in (*drawn, drawn[0], "")])


@lru_cache(maxsize=2)
def one_by_one(metric, engine):
    """Score each pair as a record of its own, and return the metric, and tables by output."""
    batch = outputs()
    identical = [msgspec.structs.replace(r, references=[r.prediction]) for r in batch]
    metric = for_instances(anew(metric.with_engine(engine), identical))
    values = []
    for instance in batch:
        for other in batch:
            pair = msgspec.structs.replace(instance, references=[other.prediction])
            try:
                scores = metric.reduce(metric.rows(Batch([pair])))
                values.append([scores[name][0] for name in metric.outputs])
            except RecordError:
                values.append([np.nan] * len(metric.outputs))
    table = np.reshape(values, (len(batch), len(batch), -1))
    return metric, {name: table[..., i] for i, name in enumerate(metric.outputs)}


@METRICS.of(CONCERNED)
def scores_are_those_of_single_records(metric):
    """All pairs at once have the scores of each pair as a record, for the first and last output."""
    batch = outputs()
    for variant in engines(metric):
        single, expected = one_by_one(variant, variant.engine)
        for score in {single.outputs[0], single.outputs[-1]}:
            scores = all_pairs(single, batch, 0, len(batch), score, own=True)
            same(scores, expected[score], variant)
            part = all_pairs(single, batch, 2, 4, score, own=False)
            own_pairs = expected[score][2:4].copy()
            own_pairs[[0, 1], [2, 3]] = np.nan
            same(part, own_pairs, variant)


@METRICS.of(CONCERNED)
def symmetric_outputs(metric):
    """An output that is declared symmetric stays the same if the two texts are swapped."""
    for variant in engines(metric):
        single, expected = one_by_one(variant, variant.engine)
        for name in getattr(single, "symmetric_outputs", ()):
            same(expected[name], expected[name].T, variant)


def same(got, want, metric):
    np.testing.assert_allclose(got, want, rtol=0, atol=1e-12, err_msg=f"engine {metric.engine}")
