"""Intervals without resampling: of means with known covariates or shares, and at every look."""

import numpy as np
import pytest
from msgspec.structs import replace

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.intervals.interval_choice import IntervalOptions
from sacreval.scoring.intervals.known_population import Covariate, Shares
from sacreval.stats.intervals.binomial import wilson
from sacreval.stats.intervals.confidence_sequences import mean_sequence, proportion_sequence
from sacreval.stats.intervals.control_variates import adjusted_mean
from sacreval.stats.intervals.strata import by_stratum, stratified_mean

RNG = np.random.default_rng(6)
LENGTHS = RNG.random(40)
RIGHT = RNG.random(40) < LENGTHS
DOMAINS = np.where(np.arange(40) % 4, "news", "chat")


def instances(systems=("a",), length="length"):
    return [
        Instance(
            instance_id=i,
            system_id=system,
            prediction="x" if RIGHT[i] else "y",
            references=["x"],
            groups={"domain": str(DOMAINS[i])},
            meta={length: float(LENGTHS[i])},
        )
        for system in systems
        for i in range(len(RIGHT))
    ]


def report(records=None, name="exact-match", metric=None, **options):
    given = IntervalOptions(**options)
    evaluation = evaluate(
        [Batch(instances() if records is None else records)],
        metric or metrics.get(name)(),
        every_group=True,
        strata=given.shares.group if given.shares else None,
        covariate=given.covariate.name if given.covariate else None,
    )
    return evaluation.report(given)


def test_adjusted():
    """A mean with a covariate of known mean has the interval of the regression there."""
    options = {"method": "adjusted", "covariate": Covariate("length", 0.5)}
    found = report(**options).results[0]
    want = adjusted_mean(RIGHT, LENGTHS, 0.5)
    ends = want.estimate.bounds()
    assert (found.interval.low, found.interval.high) == pytest.approx((ends.low, ends.high))
    assert found.interval.estimate == pytest.approx(float(want.estimate.value))
    assert (found.interval.by, found.interval.known["mean"]) == ("length", 0.5)
    assert found.interval.known["explained"] == pytest.approx(want.explained)
    assert found.value == RIGHT.mean()


def test_adjusted_to_the_records_of_other_systems():
    """A system of the first records is adjusted to the mean over those of all systems."""
    part = [one for one in instances(("a", "b")) if one.system_id == "b" or one.instance_id < 20]
    found = report(part, method="adjusted", covariate=Covariate("length")).results[0]
    want = adjusted_mean(RIGHT[:20], LENGTHS[:20], LENGTHS.mean())
    assert found.interval.estimate == pytest.approx(float(want.estimate.value))


@pytest.mark.parametrize("value", [None, True, "3", float("inf")])
def test_a_record_without_the_covariate(value):
    """A record whose covariate is no finite number is named."""
    records = instances()
    records[3].meta["length"] = value
    with pytest.raises(InputError, match="there is no number meta.length"):
        report(records, method="adjusted", covariate=Covariate("length", 1.0))


def test_stratified():
    """Means of strata are weighted by their shares."""
    given = Shares("domain", {"news": 0.5, "chat": 0.5})
    interval = report(method="stratified", shares=given).results[0].interval
    want = stratified_mean(by_stratum(RIGHT, DOMAINS), [0.5, 0.5])
    assert (interval.low, interval.high) == pytest.approx(tuple(map(float, want.bounds())))
    assert interval.estimate == pytest.approx(
        (RIGHT[DOMAINS == "news"].mean() + RIGHT[DOMAINS == "chat"].mean()) / 2
    )
    assert (interval.by, interval.known) == ("domain", given.shares)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"news": 1.0}, UsageError, "no share for 'chat'"),
        ({"news": 0.5, "chat": 0.4, "mail": 0.1}, InputError, "0 records have the value 'mail'"),
    ],
)
def test_strata_and_shares_are_the_same(given, error, words):
    """A stratum without a share, and a share without records, are refused."""
    with pytest.raises(error, match=words):
        report(method="stratified", shares=Shares("domain", given))


def test_anytime():
    """0/1 scores have the sequence of a proportion, wider than Wilson's interval."""
    interval = report(method="anytime").results[0].interval
    want = proportion_sequence(RIGHT.sum(), 40)
    ends = (float(want.low), float(want.high))
    assert (interval.low, interval.high) == pytest.approx(ends)
    once = wilson(RIGHT.sum(), 40)
    assert interval.low < once.low < once.high < interval.high


def test_anytime_of_other_scores():
    """Scores between 0 and their highest have the sequence of a mean, on their scale."""
    records = [
        Instance(instance_id=i, system_id="a", prediction=p, references=["a b c d"])
        for i, p in enumerate(["a", "a b", "a b c d", "x", "b c"] * 4)
    ]
    metric = metrics.get("token-f1")()
    found = report(records, metric=metric, method="anytime").results[2]
    assert found.output == "token_f1_f1"
    assert found.interval.low < found.value < found.interval.high
    highest = metric.highest_score(found.output)
    scores = metric.reduce(metric.rows(Batch(records)))[found.output]
    want = mean_sequence(scores / highest)
    got = (found.interval.low, found.interval.high)
    assert got == pytest.approx((want.low[-1] * highest, want.high[-1] * highest))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "adjusted", "covariate": Covariate("length", 1.0)}, "--covariate is for means"),
        (
            {"method": "stratified", "shares": Shares("domain", {"news": 0.5, "chat": 0.5})},
            "--strata is for means",
        ),
        ({"method": "anytime"}, "--anytime is for means"),
    ],
)
def test_corpus_metrics_are_refused(options, words):
    """BLEU is no mean over records, so that these methods are refused in one sentence."""
    with pytest.raises(UsageError, match=words):
        report(name="bleu", **options)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (range(9), "fewer than 10 records have the rarer score"),
        (range(1, 40, 4), "the scores of one of the strata do not vary"),
    ],
)
def test_strata_near_the_ceiling(wrong, words):
    """Few wrong records, and strata that are right throughout, are named."""
    records = [
        replace(one, prediction="y" if one.instance_id in wrong else "x") for one in instances()
    ]
    given = Shares("domain", {"news": 0.5, "chat": 0.5})
    (notice,) = report(records, method="stratified", shares=given).notices
    assert words in notice


def test_dependent_records_are_named():
    """Where records of a group are alike, methods that take them as independent say so."""
    records = [
        Instance(
            instance_id=i,
            system_id="a",
            prediction="x" if i // 5 % 2 else "y",
            references=["x"],
            groups={"passage": f"{i // 5}"},
        )
        for i in range(50)
    ]
    notices = report(records, method="anytime").notices
    assert "records of one passage are alike" in notices[0]
    assert "intervals take records as independent" in notices[0]
