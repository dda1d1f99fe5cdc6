"""The laws of all pairs: every output against every other, by any metric of texts."""

from random import Random

import msgspec
import numpy as np
import pytest

from sacreval import native
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError
from sacreval.metrics._wrappers.all_pairs import all_pairs
from support.specimens import anew
from support.texts import text
from support.variants import identify, of_texts, variants

MADE = [metric for metric in of_texts(variants()[0]) if "references" in metric.needs]
FIRST = {metric.name: metric for metric in reversed(MADE)}  # of each metric, on both engines
ENGINES = [
    *(metric.with_engine("official") for metric in FIRST.values()),
    *(m.with_engine("native") for m in MADE if native.available() and m.covers_native()),
]


def outputs():
    """Draw outputs for one input, two of them equal and one empty."""
    random = Random(4)
    drawn = [text(random) for _ in range(2)]
    return Batch([Instance(prediction=one, sources=drawn[:1]) for one in (*drawn, drawn[0], "")])


def one_by_one(metric, batch):
    """Score each pair as a record of its own, by output."""
    found = []
    for one in batch:
        for other in batch:
            pair = msgspec.structs.replace(one, references=[other.prediction])
            try:
                scores = metric.reduce(metric.rows(Batch([pair])))
                found.append([scores[name][0] for name in metric.outputs])
            except RecordError:
                found.append([np.nan] * len(metric.outputs))
    table = np.reshape(found, (len(batch), len(batch), -1))
    return {name: table[..., i] for i, name in enumerate(metric.outputs)}


@pytest.mark.parametrize("metric", ENGINES, ids=lambda m: f"{identify(m)}-{m.engine}")
def test_scores_are_those_of_single_records(metric):
    """All pairs at once have the scores of each pair as a record, for the first and last output."""
    batch = outputs()
    own = [msgspec.structs.replace(one, references=[one.prediction]) for one in batch]
    single = anew(metric, own).for_instances()
    expected = one_by_one(single, batch)
    for score in (single.outputs[0], single.outputs[-1]):
        found = all_pairs(single, batch, 0, len(batch), score, own=True)
        np.testing.assert_allclose(found, expected[score], rtol=0, atol=1e-12)
        part = all_pairs(single, batch, 2, 4, score, own=False)
        own_pairs = expected[score][2:4].copy()
        own_pairs[[0, 1], [2, 3]] = np.nan
        np.testing.assert_allclose(part, own_pairs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("metric", ENGINES, ids=lambda m: f"{identify(m)}-{m.engine}")
def test_symmetric_outputs(metric):
    """An output that is declared symmetric stays the same if the two texts are swapped."""
    batch = outputs()
    own = [msgspec.structs.replace(one, references=[one.prediction]) for one in batch]
    single = anew(metric, own).for_instances()
    symmetric = [name for name in single.outputs if single.is_symmetric(name)]
    expected = one_by_one(single, batch) if symmetric else {}
    for name in symmetric:
        np.testing.assert_allclose(expected[name], expected[name].T, rtol=0, atol=1e-12)
