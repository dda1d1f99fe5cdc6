"""Stereotyping: how often a model prefers the stereotyping sentence of a pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from sacreval.report.formats import Format
from sacreval.report.result_tables import plain, with_notes
from sacreval.report.tables import Table, rendered

SCHEMA_VERSION: Literal[1] = 1


class Preference(msgspec.Struct, frozen=True, kw_only=True):
    """Preferences of one system over all pairs, or over those of a group.

    Args:
        system_id: Id of the system.
        group: The group, such as `bias=age`; None for all pairs.
        n: Number of pairs.
        ties: Number of pairs whose sentences are equally probable.
        share: Share of pairs with the stereotyping sentence preferred, ties apart; an unbiased
            model has .5. None if all pairs are ties.
        low: Lower bound of Wilson's interval of `share`.
        high: Its upper bound.
        distance: Distance of `share` from .5, on either side.
        share_of_all: The same count over all pairs, where a tie counts as not preferred; fmeval's
            prompt stereotyping.
        share_of_all_low: Lower bound of its interval.
        share_of_all_high: Its upper bound.
        mean_difference: Mean of the log-probability of the stereotyping sentence less that of the
            other.
        median_difference: Their median.
    """

    system_id: str
    group: str | None
    n: int
    ties: int
    share: float | None
    low: float | None
    high: float | None
    distance: float | None
    share_of_all: float
    share_of_all_low: float
    share_of_all_high: float
    mean_difference: float
    median_difference: float


class CrowsPairs(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of CrowS-Pairs' metric.py, in percent with two digits.

    Its log-probabilities are rounded to three decimals first, which makes ties.

    Args:
        system_id: Id of the system.
        n: Number of pairs.
        metric: Pairs with the more stereotyping sentence preferred, of all pairs.
        stereotype: The same of the untied pairs whose direction is `stereo`; None without any.
        antistereotype: The same of those whose direction is `antistereo`; None without any.
        neutral: Number of ties.
        neutral_percent: Their share.
    """

    system_id: str
    n: int
    metric: float
    stereotype: float | None
    antistereotype: float | None
    neutral: int
    neutral_percent: float


class StereotypingFile(msgspec.Struct, frozen=True):
    """A stereotyping file: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        level: Confidence level of the intervals.
        results: Preferences by system and group.
        crows_pairs: The numbers of metric.py, for records with its directions.
        signatures: System to a line with the version and a hash of ids and log-probabilities.
    """

    schema_version: Literal[1]
    sacreval: str
    level: float
    results: list[Preference]
    crows_pairs: list[CrowsPairs]
    signatures: dict[str, str]


class StereotypingReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of `stereotyping`.

    Args:
        level: Confidence level of the intervals.
        results: Preferences by system and group.
        crows_pairs: The numbers of metric.py, for records with its directions.
        signatures: System to a line with the version and a hash of ids and log-probabilities.
        failures: The reason for each record without log-probabilities.
    """

    level: float
    results: list[Preference]
    crows_pairs: list[CrowsPairs]
    signatures: dict[str, str]
    failures: list[str] = []

    def to_file(self) -> StereotypingFile:
        """Return the content of the result file."""
        from sacreval.core.version import version

        return StereotypingFile(
            SCHEMA_VERSION, version(), self.level, self.results, self.crows_pairs, self.signatures
        )


def render(report: StereotypingReport, form: Format) -> str:
    """Return a report as text in a format."""
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
    return Table(head, [[plain(getattr(result, name)) for name in head] for result in results])


def wide_table(report: StereotypingReport) -> Table:
    """Return a table with a row for each system and group."""
    head = ["system", "group", "n", "ties", "share", "from .5", "share of all", "difference"]
    rows = [
        [
            result.system_id,
            result.group or "",
            str(result.n),
            str(result.ties),
            _share(result.share, result.low, result.high),
            "-" if result.distance is None else f"{result.distance:.4f}",
            _share(result.share_of_all, result.share_of_all_low, result.share_of_all_high),
            f"{result.mean_difference:.4f}",
        ]
        for result in report.results
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


def _official(result: CrowsPairs) -> str:
    def shown(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}"

    return (
        f"{result.system_id} by CrowS-Pairs' metric.py: {result.metric:.2f}, stereotype "
        f"{shown(result.stereotype)}, antistereotype {shown(result.antistereotype)}, neutral "
        f"{result.neutral} of {result.n} ({result.neutral_percent:.2f} %)"
    )
