"""Arenas in each format: tables of strengths and win rates, or one row for each system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from sacreval.core.results import Interval
from sacreval.features.arena.result import ArenaReport, ArenaStanding, EqualLengthRate, PairRate
from sacreval.report.formats import Format
from sacreval.report.numbers import range_text
from sacreval.report.result_tables import plain, with_notes_below
from sacreval.report.shown import Shown
from sacreval.report.tables import Table, rendered


@dataclass(frozen=True, repr=False)
class ShownRanking(Shown):
    """The result of `arena`.

    Args:
        report: Standings, win rates and notices.
    """

    main_columns = (
        "group", "system_id", "battles", "wins", "ties", "losses", "win_rate", "rating", "low",
        "high", "best_rank", "worst_rank",
    )  # fmt: skip

    report: ArenaReport

    def render(self, form: Format) -> str:
        """Return it as text in a format of the command line, such as `md` or `tsv`."""
        return render(self.report, form)

    def tables(self) -> Sequence[Table]:
        """List the tables that are printed."""
        return tables(self.report)

    def notes(self) -> Sequence[str]:
        """List the lines below the tables."""
        return notes(self.report)

    def rows(self) -> list[dict[str, Any]]:
        """List the standings as flat records."""
        return _rows(self.report)


def render(report: ArenaReport, form: Format) -> str:
    """Return an arena as text in a format."""
    return rendered(
        form,
        document=report.to_file,
        rows=report.standings,
        table=lambda: long_table(report),
        printed=lambda: with_notes_below(tables(report), notes(report), form),
    )


def tables(report: ArenaReport) -> list[Table]:
    """Return the table of strengths, then that of win rates: against the base, or a matrix."""
    pairs = pairs_table(report) if _listed(report) else matrix(report)
    return [standings_table(report), pairs]


def _listed(report: ArenaReport) -> bool:
    """Return whether win rates have a row for each pair."""
    settings = report.settings
    return settings.base is not None or settings.lengths


def standings_table(report: ArenaReport) -> Table:
    """Return a table with a row for each group and system, the strongest first."""
    grouped, missing = any(s.group for s in report.standings), _missing(report.standings)
    elo = report.settings.online_elo
    head = [*(["group"] if grouped else []), "ranks", "system", "battles", *missing, "win/tie/loss"]
    head += ["win rate", "strength", "rating", *(["online Elo"] if elo else [])]
    rows = [
        [
            *([standing.group or ""] if grouped else []),
            range_text(standing.best_rank, standing.worst_rank),
            standing.system_id,
            str(standing.battles),
            *(str(standing.missing or 0) for _ in missing),
            f"{standing.wins}/{standing.ties}/{standing.losses}",
            f"{standing.win_rate:.4f}",
            _strength(standing),
            "-" if standing.rating is None else f"{standing.rating:.0f}",
            *([f"{standing.online_elo:.0f}"] if elo else []),
        ]
        for standing in report.standings
    ]
    left = 3 if grouped else 2
    return Table(head, rows, numeric=frozenset(range(left, len(head))))


def _missing(rows: Sequence[ArenaStanding | PairRate]) -> list[str]:
    """Return the head of the column of missing battles; nothing if there are none."""
    return ["missing"] if any(row.missing for row in rows) else []


def _strength(standing: ArenaStanding) -> str:
    if standing.strength is None:
        return standing.separated or "apart"
    around = "" if standing.interval is None else f" {_ends(standing.interval, '+.2f')}"
    return f"{standing.strength:+.2f}{around}"


def _ends(interval: Interval, form: str) -> str:
    return f"[{interval.low:{form}}, {interval.high:{form}}]"


def pairs_table(report: ArenaReport) -> Table:
    """Return a table with a row for each pair, or for each system against the base."""
    grouped, lengths = any(pair.group for pair in report.pairs), report.settings.lengths
    missing = _missing(report.pairs)
    head = [*(["group"] if grouped else []), "system", "against", "battles", *missing]
    head += ["instances", "win/tie/loss", "win rate"]
    head += ["at equal lengths", "slope"] if lengths else []
    rows = [
        [
            *([pair.group or ""] if grouped else []),
            pair.system_id,
            pair.against,
            str(pair.battles),
            *(str(pair.missing or 0) for _ in missing),
            str(pair.instances),
            f"{pair.wins}/{pair.ties}/{pair.losses}",
            _rate(pair.win_rate, pair.interval),
            *(_equal(pair.equal_lengths) if lengths else []),
        ]
        for pair in report.pairs
    ]
    left = 3 if grouped else 2
    return Table(head, rows, numeric=frozenset(range(left, len(head))))


def _rate(value: float | None, interval: Interval | None) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" + ("" if interval is None else f" {_ends(interval, '.4f')}")


def _equal(estimate: EqualLengthRate | None) -> list[str]:
    if estimate is None or estimate.rate is None or estimate.slope is None:
        return ["-", "-"]
    error = "" if estimate.slope_error is None else f" ± {estimate.slope_error:.2f}"
    return [_rate(estimate.rate, estimate.interval), f"{estimate.slope:+.2f}{error}"]


def matrix(report: ArenaReport) -> Table:
    """Return the win rates of rows against columns, over all battles; - without a battle."""
    names = [standing.system_id for standing in report.standings if standing.group is None]
    rates = {(pair.system_id, pair.against): pair for pair in report.pairs if pair.group is None}
    rows = [[name, *(_cell(rates, name, other) for other in names)] for name in names]
    head = ["win rate of row", *names]
    return Table(head, rows, numeric=frozenset(range(1, len(head))))


def _cell(rates: dict[tuple[str, str], PairRate], system: str, other: str) -> str:
    if (rate := rates.get((system, other))) is not None:
        return f"{rate.win_rate:.3f} ({rate.battles})"
    if (rate := rates.get((other, system))) is not None:
        return f"{1 - rate.win_rate:.3f} ({rate.battles})"
    return "" if system == other else "-"


def notes(report: ArenaReport) -> list[str]:
    """List what strengths and ranks are, and how verdicts depend on the order of outputs."""
    s = report.settings
    percent = f"{100 * s.confidence:.4g} %"
    strength = (
        f"strength: Bradley-Terry, ties half a win, mean 0; {percent} intervals by sandwich errors "
        "clustered by instance, and t; rating: 1000 + 400 / ln 10 times the strength"
    )
    lines = [
        strength,
        f"ranks: all ranges hold together at {percent}; resamples:{s.resamples}|seed:{s.seed}",
    ]
    if s.lengths:
        lines.append(
            "at equal lengths: logistic model with tanh of the difference of lengths over its "
            "standard deviation; slope above 0: longer outputs win more often"
        )
    for row in report.orders:
        judge = "" if row.judge is None else f"{row.judge}: "
        lines.append(
            f"{judge}{row.changed} of {row.pairs} verdicts in both orders ({row.share:.1%}) depend "
            f"on the order; the first output has {row.first:.3f} of the wins"
        )
    if report.missing:
        lines.append(f"{report.missing} battles have no verdict and are left out")
    return lines


def long_table(report: ArenaReport) -> Table:
    """Return one row for each group and system, at full precision."""
    flat = _rows(report)
    head = list(flat[0])
    return Table(head, [[plain(row[name]) for name in head] for row in flat])


def _rows(report: ArenaReport) -> list[dict[str, Any]]:
    """Return the standings as flat records, with missing battles if there are any."""
    missing = _missing(report.standings)
    return [_flat(s) | dict.fromkeys(missing, s.missing or 0) for s in report.standings]


def _flat(standing: ArenaStanding) -> dict[str, Any]:
    flat: dict[str, Any] = msgspec.to_builtins(standing)
    interval = flat.pop("interval") or {}
    return flat | {"low": interval.get("low"), "high": interval.get("high")}
