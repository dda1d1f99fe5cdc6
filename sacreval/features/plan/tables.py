"""Plans in each format: the answer, a table of sizes, and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from sacreval.features.plan.result import Plan, PlanRow
from sacreval.report import markdown
from sacreval.report.formats import Format
from sacreval.report.result_tables import plain, with_notes
from sacreval.report.shown import Shown
from sacreval.report.tables import Table, rendered
from sacreval.text.visible import visible

Cell = Callable[[PlanRow], str]


@dataclass(frozen=True, repr=False)
class Planned(Shown):
    """The result of `plan`.

    Args:
        plan: Answers, rows, assumptions and notices.
    """

    main_columns = (
        "systems", "items", "groups", "samples", "raters", "comparisons", "difference", "power",
        "half_width", "smallest", "error", "cost",
    )  # fmt: skip

    plan: Plan

    def render(self, form: Format) -> str:
        """Return it as text in a format of the command line, such as `md` or `tsv`."""
        return render(self.plan, form)

    def tables(self) -> Sequence[Table]:
        """List the table that is printed."""
        return [wide_table(self.plan)]

    def notes(self) -> Sequence[str]:
        """List the answers and assumptions."""
        return [*self.plan.answers, *notes(self.plan)]

    def rows(self) -> list[dict[str, Any]]:
        """List the sizes as flat records."""
        rows: list[dict[str, Any]] = [msgspec.to_builtins(row) for row in self.plan.rows]
        return rows


def render(plan: Plan, form: Format) -> str:
    """Return a plan as text in a format."""
    return rendered(
        form,
        document=plan.to_file,
        rows=plan.rows,
        table=lambda: long_table(plan.rows),
        printed=lambda: answers(plan, form) + with_notes(wide_table(plan), notes(plan), form),
    )


def answers(plan: Plan, form: Format = "text") -> str:
    """Return the answers as lines above a table."""
    lines = [visible(text) for text in plan.answers]
    if form == "md":
        return "".join(f"{markdown.plain(line)}\n\n" for line in lines)
    return "".join(f"% {line}\n" if form == "tex" else f"{line}\n" for line in lines)


def wide_table(plan: Plan) -> Table:
    """Return a table with a row for each size; the items that are needed are marked."""
    columns = _columns(plan)
    body = [[cell(row) for cell in columns.values()] for row in plan.rows]
    place = list(columns).index("items")
    marked = frozenset((i, place) for i, row in enumerate(plan.rows) if row.needed)
    left = 1 if "systems" in columns else 0
    numeric = frozenset(range(left, len(columns)))
    return Table(list(columns), body, marked, numeric, "the number of items that is needed")


def notes(plan: Plan) -> list[str]:
    """List the best number of samples and the assumptions."""
    lines = []
    for best in plan.best_samples:
        head = f"{best.systems}: " if best.systems else ""
        if best.exact is None:
            lines.append(f"{head}items do not differ: more samples are always worth their cost")
        else:
            lines.append(
                f"{head}best number of samples of each item at these costs: {best.whole} "
                f"({best.exact:.2f} before rounding)"
            )
    return [*lines, *plan.assumptions]


def long_table(rows: Sequence[PlanRow]) -> Table:
    """Return one row for each size, at full precision."""
    flat = [msgspec.to_builtins(row) for row in rows]
    head = list(PlanRow.__struct_fields__)
    return Table(head, [[plain(row[name]) for name in head] for row in flat])


def _columns(plan: Plan) -> dict[str, Cell]:
    """Return the columns that differ or matter in this plan."""
    rows, settings = plan.rows, plan.settings
    columns: dict[str, Cell] = {}
    if any(row.systems for row in rows):
        columns["systems"] = lambda row: row.systems
    columns["items"] = lambda row: _count(row.items)
    if any(row.groups is not None for row in rows):
        columns["groups"] = lambda row: _count(row.groups)
    if any(row.samples > 1 for row in rows):
        columns["samples"] = lambda row: _count(row.samples)
    if any(row.raters > 1 for row in rows):
        columns["raters"] = lambda row: _count(row.raters)
    if max(settings.comparisons) > 1:
        columns["comparisons"] = lambda row: _count(row.comparisons)
    if settings.cost_item is not None:
        columns["cost"] = lambda row: _number(row.cost)
    columns["standard error"] = lambda row: _number(row.error)
    if settings.goal == "interval":
        columns["half-width"] = lambda row: _number(row.half_width)
        return columns
    columns["smallest difference"] = lambda row: _number(row.smallest)
    if any(row.difference is not None for row in rows):
        columns |= _of_power(rows)
    return columns


def _of_power(rows: Sequence[PlanRow]) -> dict[str, Cell]:
    known = dict.fromkeys(abs(row.difference) for row in rows if row.difference is not None)
    if len(known) == 1:
        return {f"power at {next(iter(known)):.3g}": _power}
    return {"difference": lambda row: _number(row.difference), "power": _power}


def _power(row: PlanRow) -> str:
    if row.power is None:
        return "-"
    error = "" if row.power_error is None else f" ± {row.power_error:.2f}"
    return f"{row.power:.2f}{error}"


def _count(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.4g}"
