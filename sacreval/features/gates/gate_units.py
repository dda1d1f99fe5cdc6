"""Units of tests against a baseline: records, or the values of a group whose records are alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.features.gates.regressions.accepted_rows import PairedRows


class UnitOptions(NamedTuple):
    """How the units of tests are chosen.

    Args:
        named: The group that the user named; None for none.
        by_data: Whether a group is chosen by the data where none is named.
        besides: Groups that are used otherwise.
    """

    named: str | None = None
    by_data: bool = True
    besides: tuple[str | None, ...] = ()


BY_DATA = UnitOptions()
"""Units found in the data."""


def in_units(
    pairs: Sequence[PairedRows], options: UnitOptions
) -> tuple[list[PairedRows], list[str]]:
    """Choose the units of all tests of a run.

    Args:
        pairs: The rows of both runs, with records as units.
        options: How units are chosen.

    Returns:
        The same with their units, and notices.

    Raises:
        UsageError: If there are fewer than six values of the named group, which no test can judge.
    """
    if options.named is not None:
        for one in pairs:
            _check(one, options.named)
        return [one._replace(unit=options.named) for one in pairs], []
    if not options.by_data:
        return list(pairs), []
    from sacreval.scoring.intervals.dependence import choose_unit, strongest_of

    scored = [(one.members, one.differences()[:, None]) for one in pairs]
    chosen = choose_unit(strongest_of(scored, options.besides), what="tests of the baseline")
    usable = [
        one if chosen.unit not in one.members.collected.groups else one._replace(unit=chosen.unit)
        for one in pairs
    ]
    return usable, chosen.notices


def _check(rows: PairedRows, group: str) -> None:
    from sacreval.scoring.intervals.dependence import LEAST_GROUPS

    count = len(set(rows.members.values(group)))
    if count < LEAST_GROUPS:
        values = f"{count} value{'' if count == 1 else 's'} of {group}"
        raise UsageError(
            f"--resample-by {group}: {values} are too few to test {rows.now.output} of "
            f"'{rows.now.system_id}', as even a drop in all of them may be chance; give a group "
            f"with {LEAST_GROUPS} values or more, or --max-drop METRIC=VALUE"
        )
