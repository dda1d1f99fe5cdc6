"""Groups of the items of a plan: found in the records or named, with rows summed by group."""

import numpy as np
import pytest

from sacreval.core.group_names import NO_GROUP
from sacreval.errors import UsageError
from sacreval.features.plan.plan_records import with_groups
from sacreval.features.plan.plan_rows import Case
from sacreval.features.plan.plan_spread import Shares, simulating
from sacreval.features.plan.result import PlanSettings, Spread
from sacreval.stats.clusters import likeness

GROUPS, SIZE = 10, 4


def shares(alike, **spread):
    """Return shares of items in ten groups, more or less alike."""
    rng = np.random.default_rng(11)
    values = np.repeat(rng.normal(size=GROUPS), SIZE) * alike + rng.normal(size=GROUPS * SIZE)
    known = Spread(between=float(values.var(ddof=1)), difference=0.5, items=len(values), **spread)
    base = np.column_stack([np.zeros(len(values)), np.ones(len(values))])
    other = base + np.column_stack([values + 0.5, np.zeros(len(values))])
    case = Case("", known, corpus=True)
    return Shares(values, case, (base, other), lambda x: x[..., 0] / x[..., 1])


PASSAGES = np.array([str(i // SIZE) for i in range(GROUPS * SIZE)])
ITEMS = {"passage": PASSAGES, "subject": np.array([str(i % 2) for i in range(GROUPS * SIZE)])}
"""A group of the items, and one that is as large as the data set."""


def test_groups_are_found():
    """The group whose items are alike is found, and its design effect is that of Kish."""
    given = shares(2.0)
    found = with_groups(given, ITEMS, None, given=False)
    spread = found.shares.case.spread
    alike = likeness(given.values, PASSAGES)
    assert (spread.group_size, spread.icc) == (SIZE, pytest.approx(float(alike.icc)))
    assert spread.design_effect == pytest.approx(1 + (SIZE - 1) * spread.icc)
    assert len(found.notices) == 1
    assert [table.shape for table in found.shares.tables] == [(GROUPS, 2)] * 2
    simulate = simulating(found.shares, PlanSettings(trials=100, simulations=40)).simulate
    assert 0 <= simulate(GROUPS, 0.05).power <= 1


def test_noise_is_not_shared():
    """The noise of samples is independent, so groups share a larger part of what remains."""
    noisy = shares(0.7, within=2.0, samples=2)
    plain = with_groups(shares(0.7), ITEMS, "passage", given=False).shares.case.spread
    spread = with_groups(noisy, ITEMS, "passage", given=False).shares.case.spread
    total = noisy.case.spread.between + 1.0
    assert spread.icc * spread.between == pytest.approx(plain.icc * total)


def test_items_that_are_not_alike():
    """Groups without a correlation are not used, unless they are named."""
    rng = np.random.default_rng(1)
    given = shares(0.0)._replace(values=np.tile(rng.normal(size=SIZE), GROUPS))
    found = with_groups(given, ITEMS, None, given=False)
    assert found.shares.case.spread.group_size == 1
    assert found.notices == []
    named = with_groups(given, ITEMS, "passage", given=False).shares.case.spread
    assert (named.group_size, named.design_effect) == (SIZE, 1.0)


def test_guesses_replace_groups():
    """Guessed groups are not looked for; then nothing can be simulated by group."""
    found = with_groups(shares(2.0), ITEMS, None, given=True).shares
    assert found.case.spread.group_size == 1
    assert found.reduce is None
    with pytest.raises(UsageError, match="drop these"):
        with_groups(shares(2.0), ITEMS, "passage", given=True)


def test_a_group_that_some_items_lack():
    """A named group must be that of every item."""
    some = {"passage": np.array([NO_GROUP, *PASSAGES[1:]])}
    with pytest.raises(UsageError, match="not every item has a group 'passage'"):
        with_groups(shares(2.0), some, "passage", given=False)
    assert with_groups(shares(2.0), some, None, given=False).notices == []
