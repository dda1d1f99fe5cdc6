"""The records with the largest losses."""

import msgspec
import pytest

from sacreval.features.gates.regressions.fallen_records import fallen
from support.two_runs import right_or_wrong


def test_the_largest_losses_are_first():
    """Records that are better, or as good, are not named."""
    rows = right_or_wrong([0, 1, 0.25, 1], [1, 0, 0.5, 1])
    assert fallen(rows) == "; largest losses in records 0 (1 to 0), 2 (0.5 to 0.25)"


@pytest.mark.parametrize(("count", "more"), [(5, ""), (6, " and 1 more")])
def test_five_are_named(count, more):
    """The others are counted."""
    text = fallen(right_or_wrong([0] * count, [1] * count))
    assert text.endswith(f"4 (1 to 0){more}")


def test_nothing_is_named_where_none_is_worse():
    """A run that is as good, and an output without a direction, have no losses."""
    assert fallen(right_or_wrong([1, 1], [0, 1])) == ""
    rows = right_or_wrong([0, 0], [1, 1])
    now = msgspec.structs.replace(rows.now, higher_is_better=None)
    assert fallen(rows._replace(now=now)) == ""


def test_losses_have_the_direction_of_the_metric():
    """Of an error rate, records that rose are named."""
    rows = right_or_wrong([1, 0], [0, 1])
    rows = rows._replace(now=msgspec.structs.replace(rows.now, higher_is_better=False))
    assert fallen(rows) == "; largest losses in records 0 (0 to 1)"
