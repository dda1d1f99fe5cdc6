"""Laws of metrics that read a model's replies."""

import msgspec
import numpy as np
import pytest

from sacreval.core.records import Batch
from sacreval.errors import InputError
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.rows.field_checks import settle
from sacreval.scoring.rows.row_columns import missing_states
from support.law_items import METRICS
from support.specimens import instances
from support.variants import variants

READERS = [m for m in variants()[0] if "replies" in m.needs]


def results_of(metric, records):
    """Score records as a run does."""
    entries, batches = settle(metric, [Batch(records)])
    return evaluate(batches, entries).report().results


@METRICS.of(READERS)
def records_without_replies(metric):
    """A record without replies is an error that names the options that give some."""
    bare = [msgspec.structs.replace(instance, replies=None) for instance in instances(type(metric))]
    with pytest.raises(InputError, match=r"no `replies`, which .* needs; give --replies FILE"):
        results_of(metric, bare)


@METRICS.of(READERS)
def missing_verdicts_are_no_numbers(metric):
    """Records whose replies are not there, or not of this judge, have no score, but a reason."""
    records = instances(type(metric))
    lacking = [msgspec.structs.replace(record, replies={}) for record in records[:4]]
    result, *_ = results_of(metric, [*lacking, *records[4:]])
    assert (result.n, result.missing.not_asked) == (len(records), 4)
    assert result.value == results_of(metric, records[4:])[0].value
    assert missing_states(metric, Batch(lacking), 10, {0: "", 3: ""}) == dict.fromkeys(
        (10, 13), "not_asked"
    )


@METRICS.of(READERS)
def bounds(metric):
    """The score lies between those with all missing verdicts at the worst and at the best."""
    records = instances(type(metric))
    lacking = [msgspec.structs.replace(record, replies={}) for record in records[:3]]
    for result in results_of(metric, [*lacking, *records[3:]]):
        ends = sorted((result.missing.if_worst, result.missing.if_best))
        assert ends[0] <= result.value <= ends[1]


@METRICS.of(READERS)
def scores_are_within_bounds(metric):
    """No verdict is worse than the worst or better than the best."""
    scores = metric.reduce(metric.rows(Batch(instances(type(metric)))))
    for output, column in scores.items():
        low, high = sorted(metric.worst_and_best(output))
        assert np.all((low <= column) & (column <= high))


@METRICS.of(READERS)
def signature_depends_on_replies(metric):
    """Other replies have another signature, and the same hash of the references."""
    records = instances(type(metric))
    signatures = [result.signature for result in results_of(metric, records)]
    swapped = [
        msgspec.structs.replace(record, replies=other.replies)
        for record, other in zip(records, records[1:] + records[:1], strict=True)
    ]
    other = [result.signature for result in results_of(metric, swapped)]
    assert signatures != other
    assert signatures[0].partition("|outputs:")[0] == other[0].partition("|outputs:")[0]
