"""Comparisons over data sets in each format: tables to print, or one row for each system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from sacreval.features.compare.sets.result import (
    Probabilities,
    RankTest,
    SetDifference,
    SetReport,
    SetStanding,
    StochasticOrder,
)
from sacreval.report.formats import Format
from sacreval.report.lacking import missing_text
from sacreval.report.p_values import p_text
from sacreval.report.rendering import rendered
from sacreval.report.results import plain, with_notes_below
from sacreval.report.tables import Table

_SHARES_BELOW = 10  # columns whose values are below this have four digits, others two
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def render(report: SetReport, form: Format) -> str:
    """Return a comparison over data sets as text in a format.

    Args:
        report: Means, ranks and orders.
        form: The format; tsv, csv and jsonl have a row for each output and system, without ranks
            and orders.
    """
    return rendered(
        form,
        document=report.to_file,
        rows=report.systems,
        table=lambda: long_table(report.systems),
        printed=lambda: _printed(report, form),
    )


def _printed(report: SetReport, form: Format) -> str:
    """Return the tables as text, with the notes below that of the systems, which is last."""
    first, *others = tables(report)
    return with_notes_below([*others, first], notes(report), form)


def tables(report: SetReport) -> list[Table]:
    """Return the table of systems, and that of stochastic orders if there are any."""
    orders = [orders_table(report.orders)] if report.orders else []
    return [systems_table(report), *orders]


def systems_table(report: SetReport) -> Table:
    """Return a table with a row for each output and system, best first."""
    ranked, bayes = bool(report.ranks), report.settings.bayes and bool(report.ranks)
    gone = _lacking(report.systems)
    head = ["metric", "system", "sets", *gone]
    head += ["mean rank", "Nemenyi"] if ranked else []
    head += ["mean-of-sets"]
    head += ["difference", "p t", "p Wilcoxon", "p Holm"] if ranked else []
    head += ["worse/same/better t", "worse/same/better ranks"] if bayes else []
    head += ["finding"] if ranked else []
    digits = _digits(report.systems)
    tests = {one.output: one for one in report.ranks}
    of_base = _missing_of_base(report)
    rows = []
    for one in report.systems:
        places = digits[one.output]
        row = [one.output, one.system_id, str(len(one.scores))]
        row += [str(getattr(one, what) or 0) for what in gone]
        row += _rank_cells(one, tests.get(one.output)) if ranked else []
        row.append(f"{one.mean_of_sets:.{places}f}")
        if ranked:
            row += _cells(one.against_base, places, bayes=bayes)
            row.append(_finding(one, report.settings.base, of_base.get(one.output, 0)))
        rows.append(row)
    last = len(head) - 1 if ranked else len(head)
    return Table(head, rows, numeric=frozenset(j for j in range(2, last) if head[j] != "Nemenyi"))


def _lacking(systems: Sequence[SetStanding]) -> list[str]:
    """Return which of the counts of records are not zero everywhere."""
    return [x for x in ("unanswered", "missing") if any(getattr(one, x) for one in systems)]


def _finding(one: SetStanding, base: str | None, missing_of_base: int) -> str:
    if one.against_base is None:
        return "base" if one.system_id == base else "-"
    if one.against_base.finding == "depends on missing":
        return f"depends on {(one.missing or 0) + missing_of_base} missing"
    return one.against_base.finding


def orders_table(orders: Sequence[StochasticOrder]) -> Table:
    """Return a table with a row for each output, set and pair of models."""
    head = ["metric", "set", "model", "than", "runs", "violation ratio", "bound", "finding"]
    rows = [
        [
            one.output,
            one.data_set,
            one.first,
            one.second,
            "/".join(map(str, one.runs)),
            f"{one.violation_ratio:.4f}",
            f"{one.bound:.4f}",
            "almost stochastically better" if one.finding == "better" else one.finding,
        ]
        for one in orders
    ]
    return Table(head, rows, numeric=frozenset({4, 5, 6}))


def notes(report: SetReport) -> list[str]:
    """List the tests of ranks, and what the means and bounds are."""
    alpha = f"{1 - report.settings.confidence:.4g}"
    lines = _lines_on_missing(report)
    lines += [_ranks_line(one, alpha) for one in report.ranks]
    if report.ranks:
        lines.append(
            "mean-of-sets: every set counts alike, however many records it has; t tests have sets "
            f"as units, Holm over systems at {alpha}, and intervals hold at once (Bonferroni)"
        )
    if report.ranks and report.settings.bayes:
        lines.append(
            f"probabilities that a system is worse, the same within {report.settings.rope:g}, or "
            f"better: correlated t with test share {report.settings.test_share:g}, and Bayesian "
            f"signed ranks, seed {report.settings.seed}"
        )
    if report.orders:
        lines.append(
            "violation ratio: 0 if every quantile of the model's runs is better, 1 if none is; "
            f"almost stochastically better if its bound at {alpha}, Bonferroni over pairs and "
            f"sets, is below 0.2; resamples:{report.settings.resamples}|seed:{report.settings.seed}"
        )
    return lines


def _missing_of_base(report: SetReport) -> dict[str, int]:
    """Return the number of missing records of the base by each output."""
    base = report.settings.base
    return {one.output: one.missing or 0 for one in report.systems if one.system_id == base}


def _lines_on_missing(report: SetReport) -> list[str]:
    """Describe which systems have missing records, and what findings and ranks rest on."""
    of_base = _missing_of_base(report)
    lacking: dict[str, int] = {}
    held: dict[str, bool] = {}
    for one in report.systems:
        if one.missing:
            lacking[one.system_id] = max(one.missing, lacking.get(one.system_id, 0))
        if one.against_base is not None and (one.missing or of_base.get(one.output)):
            held[one.output] = one.against_base.p_at_worst is not UNSET
    if not lacking:
        return []
    return [f"{missing_text(lacking, held, 'that are scored')}; means and ranks leave them out"]


COLUMNS = (
    "output", "system_id", "sets", "mean_rank", "mean_of_sets", "difference", "low", "high", "p_t",
    "p_holm", "p_wilcoxon", "finding",
)  # fmt: skip


def long_table(systems: Sequence[SetStanding]) -> Table:
    """Return one row per output and system, at full precision."""
    rows = [flat(one) for one in systems]
    head = [*COLUMNS, *_lacking(systems)]
    return Table(head, [[plain(row.get(name)) for name in head] for row in rows])


def flat(one: SetStanding) -> dict[str, Any]:
    """Return a system's standing as a flat record."""
    found: dict[str, Any] = msgspec.to_builtins(one)
    against = found.pop("against_base") or {}
    interval = against.pop("interval", None) or {}
    return found | against | interval | {"sets": len(one.scores)}


def _rank_cells(one: SetStanding, test: RankTest | None) -> list[str]:
    if one.mean_rank is None or test is None:
        return ["-", "-"]
    shared = [j for j, group in enumerate(test.not_distinguished) if one.system_id in group]
    return [f"{one.mean_rank:.2f}", ",".join(map(_letter, shared)) or "-"]


def _letter(place: int) -> str:
    """Return a, b, …, z, a2, b2, … for 0, 1, and so on."""
    lap, place = divmod(place, len(_LETTERS))
    return _LETTERS[place] + (str(lap + 1) if lap else "")


def _cells(found: SetDifference | None, digits: int, *, bayes: bool) -> list[str]:
    if found is None:
        return [""] * (6 if bayes else 4)
    difference = f"{found.difference:+.{digits}f}"
    if found.interval is not None:
        low, high = found.interval.low, found.interval.high
        difference += f" [{low:+.{digits}f}, {high:+.{digits}f}]"
    cells = [difference, *map(p_text, (found.p_t, found.p_wilcoxon, found.p_holm))]
    return cells + ([_three(found.correlated_t), _three(found.signed_rank)] if bayes else [])


def _three(found: Probabilities | None) -> str:
    if found is None:
        return "-"
    return "/".join(f"{value:.3f}" for value in (found.worse, found.same, found.better))


def _ranks_line(one: RankTest, alpha: str) -> str:
    between, within = one.degrees
    f = "infinite" if one.f is None else f"{one.f:.2f}"
    alone = "; systems that share a letter are not distinguished" if one.not_distinguished else ""
    return (
        f"{one.output}, {len(one.sets)} sets: Friedman chi2({between}) {one.chi_square:.2f}, "
        f"p {p_text(one.chi_square_p)}; Iman-Davenport F({between}, {within}) {f}, "
        f"p {p_text(one.f_p)}; Nemenyi's critical difference of mean ranks at {alpha} "
        f"{one.critical_difference:.2f}{alone}"
    )


def _digits(systems: Sequence[SetStanding]) -> dict[str, int]:
    columns: dict[str, list[float]] = {}
    for one in systems:
        columns.setdefault(one.output, []).append(abs(one.mean_of_sets))
    return {name: 4 if max(x) < _SHARES_BELOW else 2 for name, x in columns.items()}
