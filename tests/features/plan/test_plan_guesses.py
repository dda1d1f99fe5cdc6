"""Spreads from guesses: variances of differences and of one system's scores."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.plan.plan_guesses import Guesses, check_guesses, completed, spread_of
from sacreval.features.plan.result import PlanSettings, Spread

DIFFERENCE = PlanSettings(difference=0.1)
INTERVAL = PlanSettings(half_width=0.1)


def test_correlated_scores():
    """Differences of scores with a correlation of .75 vary half as much as independent ones."""
    found = spread_of(Guesses(sd=2.0, correlation=0.75), DIFFERENCE)
    assert found.between == pytest.approx(2.0)
    assert spread_of(Guesses(sd=2.0), DIFFERENCE).between == pytest.approx(4.0)


def test_accuracies():
    """The variance of a difference of 0/1 scores is the discordant share less its square."""
    found = spread_of(Guesses(accuracy=(0.8, 0.9), discordant=0.2), PlanSettings())
    assert found.between == pytest.approx(0.2 - 0.01)
    assert found.difference == pytest.approx(0.1)
    independent = spread_of(Guesses(accuracy=(0.8, 0.9)), PlanSettings())
    assert independent.discordant == pytest.approx(0.8 * 0.1 + 0.2 * 0.9)


def test_noise_is_part_of_right_and_wrong():
    """A right or wrong answer holds the noise of its sample; what is left varies over items."""
    found = spread_of(Guesses(discordant=0.5, within=0.3), DIFFERENCE)
    assert found.within == pytest.approx(0.18)
    assert found.between == pytest.approx(0.5 - 0.01 - 0.18)
    one = spread_of(Guesses(proportion=0.7, within=0.3), INTERVAL)
    assert (one.within, one.between) == (pytest.approx(0.09), pytest.approx(0.12))


def test_noise_beside_a_standard_deviation():
    """A standard deviation is that of expected scores, to which samples and raters add."""
    found = spread_of(Guesses(sd=1.0, within=2.0, rater_sd=3.0), DIFFERENCE)
    assert (found.between, found.within, found.rater) == (1.0, 8.0, 18.0)


def test_groups():
    """The design effect is 1 + (m - 1) ICC."""
    found = spread_of(Guesses(sd=1.0, icc=0.1, group_size=11), DIFFERENCE)
    assert found.design_effect == pytest.approx(2.0)


def test_a_file_is_completed():
    """Observed means of samples hold a share of the noise, which a guess takes apart."""
    read = Spread(between=1.0, within=1.0, samples=4, items=50)
    found = completed(read, Guesses(within=0.5), "difference")
    assert (found.within, found.between) == (0.5, pytest.approx(1.25 - 0.125))


@pytest.mark.parametrize(
    ("guesses", "why"),
    [
        (Guesses(discordant=0.0), "above 0"),
        (Guesses(sd=float("inf")), "above 0"),
        (Guesses(correlation=-2.0), "--correlation is -2"),
        (Guesses(accuracy=(0.5, float("nan"))), "--accuracy is nan"),
        (Guesses(group_size=0.5), "of 1 or more"),
        (Guesses(icc=0.5), "belong together"),
    ],
)
def test_impossible_guesses(guesses, why):
    """A guess out of its range is refused, with the range."""
    with pytest.raises(UsageError, match=why):
        check_guesses(guesses)
