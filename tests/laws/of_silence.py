"""Laws of systems that stop answering: no score, comparison or gate becomes better by it."""

from itertools import cycle, islice
from math import isfinite
from typing import get_args

import msgspec
import pytest

from sacreval.core.contract.declarations import direction, main_output, score_range
from sacreval.core.contract.metric_records import is_settled
from sacreval.core.metric import SampleMetric, SetMetric
from sacreval.core.records import Batch
from sacreval.features.compare.compare import compare_data_sets
from sacreval.features.compare.result import Settings
from sacreval.features.gates.gates import gates, judge
from sacreval.features.gates.junit import to_junit
from sacreval.features.gates.lacking_gates import Allowed
from sacreval.report.formats import Format
from sacreval.report.result_tables import render
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.rows.missing_records import worst_and_best
from support.law_items import METRICS
from support.specimens import instances
from support.variants import variants

LOST = 3  # records that are not answered
N = 12
FIRST = list({metric.name: metric for metric in reversed(variants()[0])}.values())  # one a metric


def _is_bounded(metric):
    """Whether outputs are judged against references, on a scale with a worst and a best end."""
    if isinstance(metric, SetMetric | SampleMetric) or not is_settled(metric):
        return False
    main = main_output(metric)
    return (
        metric.judges == "prediction"
        and metric.needs == ("references",)
        and direction(metric, main) is True
        and all(map(isfinite, score_range(metric, main)))
    )


BOUNDED = [metric for metric in FIRST if _is_bounded(metric)]
MEANS = [metric for metric in BOUNDED if worst_and_best(metric, main_output(metric)) is not None]


def records(metric):
    """Return records with ids, the first of them as good as they can be."""
    repeated = list(islice(cycle(instances(type(metric))), N))
    return [msgspec.structs.replace(instance, instance_id=i) for i, instance in enumerate(repeated)]


def emptied(record):
    """Return a record with an empty output; skip where that is none."""
    if not isinstance(record.prediction, str):
        pytest.skip("its outputs are no texts")
    return msgspec.structs.replace(record, prediction="")


def lost(record):
    """Return a record without an output."""
    return msgspec.structs.replace(record, prediction=None, error="refused")


def report(metric, instances):
    """Score records as a run does."""
    return evaluate([Batch(instances)], metric).report()


def silenced(metric, change):
    """Return records with the first ones changed."""
    instances = records(metric)
    return [*map(change, instances[:LOST]), *instances[LOST:]]


@METRICS.of(BOUNDED)
def empty_outputs_never_raise_a_score(metric):
    """With empty texts in the place of outputs the score is no better, and they are counted."""
    before = report(metric, records(metric)).results[0]
    after = report(metric, silenced(metric, emptied)).results[0]
    assert after.value <= before.value + 1e-12
    assert (after.n, after.missing) == (N, None)
    assert LOST <= after.unanswered <= before.unanswered + LOST


@METRICS.of(MEANS)
def missing_outputs_never_raise_what_is_sure(metric):
    """Without outputs the score at the worst is no better, and they are counted by reason."""
    before = report(metric, records(metric)).results[0]
    after = report(metric, silenced(metric, lost)).results[0]
    assert (after.n, after.scored, after.missing.refused) == (before.n, before.n - LOST, LOST)
    assert after.missing.if_worst <= before.value + 1e-12
    assert after.missing.if_worst <= after.value <= after.missing.if_best


@METRICS.of(BOUNDED)
def silence_stands_in_every_format(metric):
    """The number of unanswered and of missing records is in every format of results."""
    for change, what in ((emptied, "unanswered"), (lost, "missing")):
        outcome = report(metric, silenced(metric, change))
        count = str(outcome.results[0].lacking[what])
        for form in get_args(Format):
            text = render(outcome, form)
            assert what in text or "refused" in text, form
            assert count in text, form
        assert f"{outcome.results[0].output}.{what}" in to_junit(outcome)


@METRICS.of(BOUNDED)
def silence_wins_no_comparison(metric):
    """A system that leaves out what it gets wrong is not found better than itself."""
    instances = records(metric)
    for change in (emptied, lost):
        other = [msgspec.structs.replace(x, system_id="b") for x in silenced(metric, change)]
        base = [msgspec.structs.replace(x, system_id="a") for x in instances]
        evaluation = evaluate([Batch([*base, *other])], metric)
        (c, *_) = compare_data_sets(
            {None: evaluation}, "a", ["b"], Settings(trials=99, resamples=9)
        ).comparisons
        assert c.finding != "better"
        assert (c.n, c.other_unanswered > 0 or c.other_missing == LOST) == (N, True)


@METRICS.of(BOUNDED)
def silence_passes_no_gate(metric):
    """A gate that the run fails it does not pass with missing or empty outputs."""
    before = report(metric, records(metric)).results[0]
    bound = gates([Entry(metric)], fail_under=[f"{before.output}={before.value + 1e-9!r}"])
    for change in (emptied, lost):
        after = report(metric, silenced(metric, change)).results
        verdicts = Allowed().without_silence(judge(bound, after), after, {})
        assert [verdict.passed for verdict in verdicts] == [False]
