"""Comparisons over data sets in each format: tables to print, or one row for each system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from sacreval.features.compare.sets.result import (
    RankTest,
    SetDifference,
    SetReport,
    SetStanding,
)
from sacreval.report.formats import Format
from sacreval.report.lacking import missing_text
from sacreval.report.numbers import p_text
from sacreval.report.result_tables import plain, with_notes
from sacreval.report.tables import Table, rendered

_SHARES_BELOW = 10  # columns whose values are below this have four digits, others two
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def render(report: SetReport, form: Format) -> str:
    """Return a comparison over data sets as text in a format.

    Args:
        report: Means and ranks.
        form: The format; tsv, csv and jsonl have a row for each output and system, without ranks.
    """
    return rendered(
        form,
        document=report.to_file,
        rows=report.systems,
        table=lambda: long_table(report.systems),
        printed=lambda: with_notes(table_over_sets(report), notes(report), form),
    )


def table_over_sets(report: SetReport) -> Table:
    """Return a table with a row for each output and system, best first."""
    gone = _lacking(report.systems)
    head = ["metric", "system", "sets", *gone, "mean rank", "Nemenyi", "mean-of-sets"]
    head += ["difference", "p t", "p Wilcoxon", "p Holm", "finding"]
    digits = _digits(report.systems)
    tests = {test.output: test for test in report.ranks}
    of_base = _missing_of_base(report)
    rows = []
    for standing in report.systems:
        places = digits[standing.output]
        row = [standing.output, standing.system_id, str(len(standing.scores))]
        row += [str(getattr(standing, what) or 0) for what in gone]
        row += _rank_cells(standing, tests[standing.output])
        row.append(f"{standing.mean_of_sets:.{places}f}")
        row += _cells(standing.against_base, places)
        row.append(_finding(standing, report.settings.base, of_base.get(standing.output, 0)))
        rows.append(row)
    numeric = frozenset(j for j in range(2, len(head) - 1) if head[j] != "Nemenyi")
    return Table(head, rows, numeric=numeric)


def _lacking(systems: Sequence[SetStanding]) -> list[str]:
    """Return which of the counts of records are not zero everywhere."""
    return [x for x in ("unanswered", "missing") if any(getattr(s, x) for s in systems)]


def _finding(standing: SetStanding, base: str | None, missing_of_base: int) -> str:
    if standing.against_base is None:
        return "base" if standing.system_id == base else "-"
    if standing.against_base.finding == "depends on missing":
        return f"depends on {(standing.missing or 0) + missing_of_base} missing"
    return standing.against_base.finding


def notes(report: SetReport) -> list[str]:
    """List the tests of ranks, and what the means are."""
    alpha = f"{1 - report.settings.confidence:.4g}"
    lines = _lines_on_missing(report)
    lines += [_ranks_line(test, alpha) for test in report.ranks]
    lines.append(
        "mean-of-sets: every set counts alike, however many records it has; t tests have sets as "
        f"units, Holm over systems at {alpha}, and intervals hold at once (Bonferroni)"
    )
    return lines


def _missing_of_base(report: SetReport) -> dict[str, int]:
    """Return the number of missing records of the base by each output."""
    base = report.settings.base
    return {x.output: x.missing or 0 for x in report.systems if x.system_id == base}


def _lines_on_missing(report: SetReport) -> list[str]:
    """Describe which systems have missing records, and what findings and ranks rest on."""
    of_base = _missing_of_base(report)
    lacking: dict[str, int] = {}
    held: dict[str, bool] = {}
    for standing in report.systems:
        if standing.missing:
            lacking[standing.system_id] = max(standing.missing, lacking.get(standing.system_id, 0))
        if standing.against_base is not None and (standing.missing or of_base.get(standing.output)):
            held[standing.output] = standing.against_base.p_at_worst is not UNSET
    if not lacking:
        return []
    return [f"{missing_text(lacking, held, 'that are scored')}; means and ranks leave them out"]


COLUMNS = (
    "output", "system_id", "sets", "mean_rank", "mean_of_sets", "difference", "low", "high", "p_t",
    "p_holm", "p_wilcoxon", "finding",
)  # fmt: skip


def long_table(systems: Sequence[SetStanding]) -> Table:
    """Return one row per output and system, at full precision."""
    rows = [flat(standing) for standing in systems]
    head = [*COLUMNS, *_lacking(systems)]
    return Table(head, [[plain(row.get(name)) for name in head] for row in rows])


def flat(standing: SetStanding) -> dict[str, Any]:
    """Return a system's standing as a flat record."""
    row: dict[str, Any] = msgspec.to_builtins(standing)
    against = row.pop("against_base") or {}
    interval = against.pop("interval", None) or {}
    return row | against | interval | {"sets": len(standing.scores)}


def _rank_cells(standing: SetStanding, test: RankTest) -> list[str]:
    shared = [j for j, group in enumerate(test.not_distinguished) if standing.system_id in group]
    return [f"{standing.mean_rank:.2f}", ",".join(map(_letter, shared)) or "-"]


def _letter(place: int) -> str:
    """Return a, b, …, z, a2, b2, … for 0, 1, and so on."""
    lap, place = divmod(place, len(_LETTERS))
    return _LETTERS[place] + (str(lap + 1) if lap else "")


def _cells(against: SetDifference | None, digits: int) -> list[str]:
    if against is None:
        return [""] * 4
    difference = f"{against.difference:+.{digits}f}"
    if against.interval is not None:
        low, high = against.interval.low, against.interval.high
        difference += f" [{low:+.{digits}f}, {high:+.{digits}f}]"
    return [difference, *map(p_text, (against.p_t, against.p_wilcoxon, against.p_holm))]


def _ranks_line(test: RankTest, alpha: str) -> str:
    between, within = test.degrees
    f = "infinite" if test.f is None else f"{test.f:.2f}"
    alone = "; systems that share a letter are not distinguished" if test.not_distinguished else ""
    return (
        f"{test.output}, {len(test.sets)} sets: Friedman chi2({between}) {test.chi_square:.2f}, "
        f"p {p_text(test.chi_square_p)}; Iman-Davenport F({between}, {within}) {f}, "
        f"p {p_text(test.f_p)}; Nemenyi's critical difference of mean ranks at {alpha} "
        f"{test.critical_difference:.2f}{alone}"
    )


def _digits(systems: Sequence[SetStanding]) -> dict[str, int]:
    columns: dict[str, list[float]] = {}
    for standing in systems:
        columns.setdefault(standing.output, []).append(abs(standing.mean_of_sets))
    return {name: 4 if max(x) < _SHARES_BELOW else 2 for name, x in columns.items()}
