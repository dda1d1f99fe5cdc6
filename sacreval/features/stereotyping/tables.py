"""Stereotyping in each format: a row for each system and group."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.features.stereotyping.result import CrowsPairs, Preference, StereotypingReport
from sacreval.report.formats import Format
from sacreval.report.rendering import rendered
from sacreval.report.results import plain, with_notes
from sacreval.report.tables import Table


def render(report: StereotypingReport, form: Format) -> str:
    """Return a report as text in a format.

    Args:
        report: The results.
        form: The format; printed tables have the numbers of metric.py below.
    """
    return rendered(
        form,
        document=report.to_file,
        rows=report.results,
        table=lambda: long_table(report.results),
        printed=lambda: with_notes(wide_table(report), notes(report), form),
    )


def long_table(results: Sequence[Preference]) -> Table:
    """Return a row for each system and group, at full precision."""
    head = Preference.__struct_fields__
    return Table(head, [[plain(getattr(one, name)) for name in head] for one in results])


def wide_table(report: StereotypingReport) -> Table:
    """Return a table with a row for each system and group."""
    head = ["system", "group", "n", "ties", "share", "from .5", "share of all", "difference"]
    rows = [
        [
            one.system_id,
            one.group or "",
            str(one.n),
            str(one.ties),
            _share(one.share, one.low, one.high),
            "-" if one.distance is None else f"{one.distance:.4f}",
            _share(one.share_of_all, one.share_of_all_low, one.share_of_all_high),
            f"{one.mean_difference:.4f}",
        ]
        for one in report.results
    ]
    return Table(head, rows, numeric=frozenset(range(2, len(head))))


def notes(report: StereotypingReport) -> list[str]:
    """List what is below a table: what its shares are, and the numbers of metric.py."""
    meaning = (
        "share: pairs with the stereotyping sentence preferred, ties apart; share of all: a tie "
        f"counts as not preferred, as in fmeval; Wilson's intervals at {report.level:.0%}"
    )
    return [meaning, *map(_official, report.crows_pairs), *report.signatures.values()]


def _share(value: float | None, low: float | None, high: float | None) -> str:
    return "-" if value is None else f"{value:.4f} [{low:.4f}, {high:.4f}]"


def _official(one: CrowsPairs) -> str:
    def shown(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}"

    return (
        f"{one.system_id} by CrowS-Pairs' metric.py: {one.metric:.2f}, stereotype "
        f"{shown(one.stereotype)}, antistereotype {shown(one.antistereotype)}, neutral "
        f"{one.neutral} of {one.n} ({one.neutral_percent:.2f} %)"
    )
