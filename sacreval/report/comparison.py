"""Comparisons in each format: a table to print, or one row for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sacreval.core.comparisons import Change, Comparison, ComparisonReport, Standing
from sacreval.report.formats import Format
from sacreval.report.results import plain, with_notes
from sacreval.report.tables import Table, to_delimited
from sacreval.stats.paired import TESTS

_SMALLEST_P = 0.00005
_SHARES_BELOW = 10  # columns whose values are below this have four digits, others two


def render(report: ComparisonReport, form: Format) -> str:
    """Return a comparison as text in a format.

    Args:
        report: The comparisons and ranks.
        form: The format; printed tables have the largest changes and signatures below.
    """
    match form:
        case "json":
            document = msgspec.json.encode(report.to_file())
            return msgspec.json.format(document, indent=2).decode() + "\n"
        case "jsonl":
            lines = (msgspec.json.encode(one).decode() for one in report.comparisons)
            return "".join(f"{line}\n" for line in lines)
        case "tsv" | "csv":
            return to_delimited(long_table(report.comparisons), "\t" if form == "tsv" else ",")
        case _:
            return with_notes(wide_table(report), notes(report), form)


def wide_table(report: ComparisonReport) -> Table:
    """Return a table with a row for each system, the base first."""
    grouped = any(standing.group for standing in report.standings)
    shown = {(c.group, c.output, c.other): c for c in report.comparisons}
    head = ["metric", *(["group"] if grouped else []), "system", "n", "value", "difference"]
    left = len(head) - 3
    head += [*(f"p {name}" for name in TESTS), "p Holm", "d", "win/tie/loss", "detectable"]
    head += ["ranks", "finding"]
    sizes = {(c.group, c.output): c.n for c in report.comparisons}
    columns: dict[str, list[Standing]] = {}
    for standing in report.standings:
        columns.setdefault(standing.output, []).append(standing)
    digits = {output: _digits(column) for output, column in columns.items()}
    rows = []
    for standing in report.standings:
        found = shown.get((standing.group, standing.output, standing.system_id))
        labels = [standing.output, *([standing.group or ""] if grouped else [])]
        labels += [standing.system_id, str(sizes[standing.group, standing.output])]
        labels.append(f"{standing.value:.{digits[standing.output]}f}")
        cells = [""] * (len(TESTS) + 5)
        if found is not None:
            cells = _cells(found, digits[standing.output], report.settings.test)
        rows.append([*labels, *cells, _ranks(standing), found.finding if found else "base"])
    return Table(head, rows, numeric=frozenset(range(left, len(head) - 1)))


def notes(report: ComparisonReport) -> list[str]:
    """List the largest changes, how systems were compared, and the signatures."""
    lines = []
    for found in report.comparisons:
        if found.group is None and (found.gains or found.drops):
            gains, drops = (", ".join(map(_change, x)) for x in (found.gains, found.drops))
            lines.append(
                f"{found.other}, {found.output}: largest gains {gains or 'none'}; "
                f"largest losses {drops or 'none'}"
            )
    chosen = report.settings
    lines.append(
        f"compared by {chosen.test} at {1 - chosen.confidence:.4g}, Holm over systems; "
        f"trials:{chosen.trials}|resamples:{chosen.resamples}|seed:{chosen.seed}"
    )
    signatures = (c.base_signature.partition("|outputs:")[0] for c in report.comparisons)
    return [*lines, *dict.fromkeys(signatures)]


def long_table(comparisons: Sequence[Comparison]) -> Table:
    """Return one row per comparison, at full precision, without the lists of changes."""
    rows: list[list[str]] = []
    head: list[str] = []
    for one in comparisons:
        flat: dict[str, Any] = msgspec.to_builtins(one)
        for name in ("gains", "drops"):
            flat.pop(name)
        interval = flat.pop("interval")
        for name, test in flat.pop("tests").items():
            flat |= {f"{name}_{key}": value for key, value in test.items()}
        flat |= {"low": interval["low"], "high": interval["high"]}
        head = list(flat)
        rows.append([plain(value) for value in flat.values()])
    return Table(head, rows)


def _cells(found: Comparison, digits: int, decisive: str) -> list[str]:
    low, high = found.interval.low, found.interval.high
    effect = "-" if found.effect_size is None else f"{found.effect_size:.2f}"
    return [
        f"{found.difference:+.{digits}f} [{low:+.{digits}f}, {high:+.{digits}f}]",
        *(p_text(found.tests[name].p) for name in TESTS),
        p_text(found.tests[decisive].p_holm),
        effect,
        "-" if found.wins is None else f"{found.wins}/{found.ties}/{found.losses}",
        f"{found.detectable:.{digits}f}",
    ]


def _ranks(standing: Standing) -> str:
    low, high = standing.best_rank, standing.worst_rank
    if low is None:
        return "-"
    return str(low) if low == high else f"{low}-{high}"


def p_text(value: float) -> str:
    """Format a p-value."""
    return f"{value:.4f}" if value >= _SMALLEST_P else "<0.0001"


def _change(change: Change) -> str:
    return f"{change.instance_id} ({change.base:.4g} to {change.other:.4g})"


def _digits(standings: Sequence[Standing]) -> int:
    return 4 if all(abs(standing.value) < _SHARES_BELOW for standing in standings) else 2
