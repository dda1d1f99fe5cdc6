"""Means of strata whose shares are known."""

import pytest
from msgspec.structs import replace

from sacreval.errors import InputError, UsageError
from sacreval.scoring.intervals.known_population import Shares
from sacreval.stats.intervals.independent_means import by_stratum, stratified_mean
from support.known_populations import DOMAINS, RIGHT, instances, report


def test_stratified():
    """Means of strata are weighted by their shares."""
    shares = Shares("domain", {"news": 0.5, "chat": 0.5})
    interval = report(method="stratified", shares=shares).results[0].interval
    want = stratified_mean(by_stratum(RIGHT, DOMAINS), [0.5, 0.5])
    assert (interval.low, interval.high) == pytest.approx(tuple(map(float, want.bounds())))
    assert interval.estimate == pytest.approx(
        (RIGHT[DOMAINS == "news"].mean() + RIGHT[DOMAINS == "chat"].mean()) / 2
    )
    assert (interval.by, interval.known) == ("domain", shares.shares)


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
    shares = Shares("domain", {"news": 0.5, "chat": 0.5})
    (notice,) = report(records, method="stratified", shares=shares).notices
    assert words in notice


def test_corpus_metrics_are_refused():
    """BLEU is no mean over records."""
    shares = Shares("domain", {"news": 0.5, "chat": 0.5})
    with pytest.raises(UsageError, match="--strata is for means"):
        report(name="bleu", method="stratified", shares=shares)
