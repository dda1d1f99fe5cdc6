"""Scenarios: what is varied, which method is used, and how many samples are best."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.plan.plan_rows import (
    Case,
    best_samples,
    check_difference,
    design_of,
    method_of,
    scenarios,
)
from sacreval.features.plan.result import PlanSettings, Spread

COUNTED = Case("", Spread(between=0.2, discordant=0.2))
NOISY = Case("", Spread(between=1.0, within=4.0, samples=3))
CORPUS = Case("", Spread(between=1.0, difference=2.0), lambda *_: None, corpus=True)


def method(case, **asked):
    """Return the method of the first scenario of a case."""
    settings = PlanSettings(**asked)
    return method_of(case, scenarios(case, settings)[0], settings)


def test_automatic_methods():
    """0/1 scores are counted, corpus scores simulated, and all else is a t test."""
    assert method(COUNTED) == "mid-p"
    assert method(Case("", Spread(between=0.2, discordant=0.2, group_size=3.0,
                                  design_effect=1.2))) == "t"  # fmt: skip
    assert method(NOISY) == "t"
    assert method(CORPUS) == "simulation"
    assert method(CORPUS, difference=1.0) == "t"
    assert method(CORPUS._replace(simulate=None)) == "t"
    assert method(Case("", Spread(between=0.2, share=0.7)), half_width=0.1) == "wilson"
    assert method(NOISY, half_width=0.1) == "t"


@pytest.mark.parametrize(
    ("case", "asked", "why"),
    [
        (NOISY, {"method": "mid-p"}, "0 and 1"),
        (Case("", Spread(between=0.2, discordant=0.2, within=0.1)), {"method": "mcnemar"},
         "sampled once"),
        (NOISY, {"method": "mid-p", "half_width": 0.1}, "for a difference"),
        (CORPUS, {"method": "simulation", "difference": 1.0}, "drop --difference"),
    ],
)  # fmt: skip
def test_methods_that_do_not_fit(case, asked, why):
    """A method that does not fit the scores is refused."""
    with pytest.raises(UsageError, match=why):
        method(case, **asked)


def test_differences_of_right_and_wrong():
    """Scores of 0 and 1, or 0 and 100, differ by no more than that; a t test has no such bound."""
    percent = Case("", Spread(between=0.2, discordant=0.2, highest=100.0))
    check_difference(percent, PlanSettings(difference=-99.0))
    check_difference(NOISY, PlanSettings(difference=99.0))
    with pytest.raises(UsageError, match="differ by at most 1;"):
        check_difference(COUNTED, PlanSettings(difference=-1.5))


def test_every_combination():
    """Samples, raters and comparisons are combined, and the level is shared by comparisons."""
    case = Case("", Spread(between=1.0, within=1.0, rater=1.0))
    settings = PlanSettings(samples=(1, 2), raters=(1, 3), comparisons=(1, 10))
    found = scenarios(case, settings)
    assert len(set(found)) == 8
    levels = [design_of(case, one, settings).alpha for one in found[:2]]
    assert levels == pytest.approx([0.05, 0.005])


def test_samples_of_a_file():
    """Without --samples there are as many as in the file; with prices also usual numbers."""
    assert [one.samples for one in scenarios(NOISY, PlanSettings())] == [3]
    priced = scenarios(NOISY, PlanSettings(cost_item=9.0, cost_sample=1.0))
    assert [one.samples for one in priced] == [1, 2, 4, 6, 8]


def test_best_samples():
    """Sampling each item more often is worth it where items cost more, and always if all alike."""
    priced = PlanSettings(cost_item=9.0, cost_sample=1.0)
    assert best_samples(NOISY, priced).whole == 6
    grouped = Case("", Spread(between=1.0, within=4.0, group_size=5.0, design_effect=4.0))
    assert best_samples(grouped, priced).exact == pytest.approx(3.0)
    equal = best_samples(Case("", Spread(between=0.0, within=1.0)), priced)
    assert (equal.exact, equal.whole) == (None, None)
