"""Units of tests against a baseline: groups that are named, or found in the differences."""

import numpy as np
import pytest

from sacreval.errors import UsageError
from sacreval.features.gates.gate_units import UnitOptions, in_units
from sacreval.features.gates.regressions import drop_test
from sacreval.features.gates.regressions.drop_test import paired_test
from support.two_runs import right_or_wrong


def passages(rng, groups, *, alike):
    """Return rows whose differences are alike within each passage of ten records, or are not."""
    n = groups * 10
    old = (rng.random(n) < 0.7).astype(float)
    odd = np.repeat(rng.random(groups), 10) if alike else rng.random(n)
    now = np.where(odd < 0.2, 0, old)
    return right_or_wrong(now, old, groups={"passage": [f"p{i // 10}" for i in range(n)]})


def test_groups_whose_differences_are_alike_are_the_units():
    """Where passages decide, tests are over them, and a notice says so and why."""
    rows = passages(np.random.default_rng(1), 12, alike=True)
    (found,), (text,) = in_units([rows], UnitOptions())
    assert found.unit == "passage"
    assert len(found.tables()[0]) == 12
    assert "tests of the baseline are over passage" in text


def test_the_user_decides():
    """A named group, records by --interval percentile, and groups of --by need no choice."""
    rng = np.random.default_rng(1)
    rows = passages(rng, 12, alike=True)
    for options in (UnitOptions(by_data=False), UnitOptions(besides=("passage",))):
        (found,), notices = in_units([rows], options)
        assert (found.unit, notices) == (None, [])
    unlike = passages(rng, 12, alike=False)
    assert in_units([unlike], UnitOptions("passage"))[0][0].unit == "passage"


def test_fewer_than_six_groups_cannot_test():
    """With five passages even a drop in all may be chance: one sentence says what to do."""
    rows = passages(np.random.default_rng(1), 5, alike=True)
    with pytest.raises(UsageError, match=r"5 values of passage are too few .* --max-drop"):
        in_units([rows], UnitOptions("passage"))


def test_whole_groups_change_sides(monkeypatch):
    """Over passages an unchanged system fails at the level; over records three times as often."""
    monkeypatch.setattr(drop_test, "TRIALS", 300)
    rng, found = np.random.default_rng(2), {None: [], "passage": []}
    for _ in range(150):
        effects = np.repeat(rng.normal(size=20), 10)
        old = np.round(rng.random(200), 3)
        groups = {"passage": [str(i // 10) for i in range(200)]}
        rows = right_or_wrong(old + effects + rng.normal(size=200), old, groups=groups)
        for unit, failed in found.items():
            failed.append(paired_test(rows._replace(unit=unit), 1).p <= 0.05)
    assert np.mean(found["passage"]) < 0.1
    assert np.mean(found[None]) > 0.2
