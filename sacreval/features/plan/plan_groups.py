"""Groups of the items of a plan: their design effect, and rows summed by group.

Source: Kish (1965).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sacreval.core.records import Scored
from sacreval.errors import UsageError, nearest
from sacreval.features.plan.plan_shares import Shares
from sacreval.scoring.intervals.dependence import (
    LEAST_GROUPS,
    LEAST_ICC,
    LEAST_RECORDS,
    MOST_RECORDS,
)

if TYPE_CHECKING:
    from sacreval.stats.clusters import Likeness


class Grouped(NamedTuple):
    """Shares with the groups of their items, and notices on them."""

    shares: Shares
    notices: list[str]


def with_groups(
    shares: Shares, records: Sequence[Scored], unit: str | None, *, given: bool
) -> Grouped:
    """Return shares whose spread has the groups of the items.

    Args:
        shares: The share of each item in the score or the difference.
        records: The items.
        unit: The group whose values are the units; None for the group with the largest design
            effect, if it has six values or more with 1.5 to 50 items each and an intraclass
            correlation above .02.
        given: Whether the user gives the correlation and size of groups instead.

    Raises:
        UsageError: If an item does not have the group.
    """
    names = list(dict.fromkeys(name for one in records for name in one.groups or ()))
    if unit is not None:
        if given:
            raise UsageError("--resample-by reads --icc and --group-size off; drop these")
        if unit not in names or any(unit not in (one.groups or {}) for one in records):
            raise UsageError(f"--resample-by: not every item has a group '{unit}'; "
                             f"{nearest(unit, names)}")  # fmt: skip
        return Grouped(_with(shares, _labels(records, unit)), [])
    if given:
        return Grouped(shares._replace(reduce=None), [])
    found = [(name, _alike(shares, records, name)) for name in names]
    usable = [(name, one) for name, one in found if one is not None]
    if not usable:
        return Grouped(shares, [])
    name, alike = max(usable, key=lambda one: float(one[1].design_effect))
    notice = (
        f"items of one {name} are alike (intraclass correlation {float(alike.icc):.2f}): the plan "
        f"is for groups of {alike.mean_size:.3g} items"
    )
    return Grouped(_with(shares, _labels(records, name)), [notice])


def _labels(records: Sequence[Scored], unit: str) -> list[str]:
    return [str((one.groups or {})[unit]) for one in records]


def _alike(shares: Shares, records: Sequence[Scored], name: str) -> Likeness | None:
    """Measure one group; None where an item lacks it, or items are independent of it."""
    from sacreval.stats.clusters import likeness

    if any(name not in (one.groups or {}) for one in records):
        return None
    labels = _labels(records, name)
    count = len(set(labels))
    size = len(labels) / count
    if count < LEAST_GROUPS or not LEAST_RECORDS < size <= MOST_RECORDS:
        return None
    found = likeness(shares.values, labels)
    return found if found.icc > LEAST_ICC else None


def _with(shares: Shares, labels: Sequence[str]) -> Shares:
    import numpy as np

    from sacreval.stats.clusters import likeness, sums_by_group

    found, known = likeness(shares.values, labels), shares.case.spread
    # The noise of samples is independent; what items of a group share is a share of the rest.
    total = known.between + known.within / known.samples
    rest = total / known.between if known.between > 0 else 0.0
    icc, effect = (float(np.nan_to_num(x)) for x in (found.icc, found.design_effect))
    spread = replace(
        known,
        icc=min(max(icc, 0.0) * rest, 1.0),
        group_size=found.mean_size,
        design_effect=1 + max(effect - 1, 0.0) * rest,
    )
    tables = [sums_by_group(table, labels) for table in shares.tables]
    return shares._replace(case=shares.case._replace(spread=spread), tables=tables)
