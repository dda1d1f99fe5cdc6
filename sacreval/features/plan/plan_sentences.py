"""Sentences of a plan: its answers, and the assumptions that they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sacreval.features.plan.plan_design import Design, raters_needed, samples_needed
from sacreval.features.plan.plan_rows import Case, Scenario, design_of, difference_of
from sacreval.features.plan.result import PlanRow, PlanSettings, UsedMethod

SHOWN = 3  # numbers of items that an answer names
METHODS: dict[UsedMethod, str] = {
    "t": "a t test of the differences",
    "normal": "the normal formula, which promises too much below 30 items",
    "mid-p": "McNemar's test with mid-p, counted exactly up to 20,000 items",
    "mcnemar": "McNemar's exact test, counted exactly up to 20,000 items",
}
WIDTHS: dict[UsedMethod, str] = {
    "t": "Student's t",
    "normal": "the normal formula, which promises too much below 30 items",
    "wilson": "Wilson's formula",
}


def number(value: float) -> str:
    """Format a number to three significant digits, with separators from 1,000."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def answer(case: Case, rows: Sequence[PlanRow], settings: PlanSettings) -> str:
    """Return the answer for one case, from its rows.

    Args:
        case: The systems.
        rows: The rows of the case.
        settings: What was asked.
    """
    head = f"{case.systems}: " if case.systems else ""
    known = case.spread
    if known.items is not None and known.between == known.within == 0:
        return (
            f"{head}all {known.items:,} items have the same value, so they do not tell how others "
            "vary; guess it with --sd, without the file."
        )
    if settings.goal == "interval":
        return head + _of_width(rows, settings)
    difference = difference_of(case.spread, settings)
    if settings.budget is not None:
        return head + _of_budget(rows, settings)
    needs = [row for row in rows if row.needed]
    parts = []
    scored = next((row for row in rows if row.items == case.spread.items), None)
    if scored is not None and not settings.items:
        parts.append(_of_scored(scored, settings))
    elif settings.items and difference is not None:
        parts.append(_of_named(case, rows, settings))
    if difference is None and not parts:
        return head + _of_smallest(rows, settings)
    if difference is not None:
        parts.append(_of_needed(needs, difference, settings))
    return head + "; ".join(part for part in parts if part) + "."


def _of_width(rows: Sequence[PlanRow], settings: PlanSettings) -> str:
    row = next((row for row in rows if row.needed), None)
    if row is None:
        return f"no number of items gives an interval of {number(settings.half_width or 0)}."
    level = f"{100 * settings.confidence:g} %"
    return (
        f"{_size(row)} give a {level} interval that reaches {number(settings.half_width or 0)} to "
        "each side."
    )


def _of_budget(all_rows: Sequence[PlanRow], settings: PlanSettings) -> str:
    rows = [row for row in all_rows if not row.needed and row.smallest is not None]
    if not rows:
        return f"a budget of {number(settings.budget or 0)} finds no difference."
    best = min(rows, key=lambda row: row.smallest or 0.0)
    return (
        f"a budget of {number(settings.budget or 0)} finds the smallest difference, "
        f"{number(best.smallest or 0)} with a power of {settings.power:g}, with {_size(best)}."
    )


def _of_scored(row: PlanRow, settings: PlanSettings) -> str:
    if row.smallest is None:
        return f"these {row.items:,} items find no difference with a power of {settings.power:g}"
    return (
        f"these {row.items:,} items find a difference of {number(row.smallest)} with a power of "
        f"{settings.power:g}"
    )


def _of_named(case: Case, rows: Sequence[PlanRow], settings: PlanSettings) -> str:
    """Return the power of the first number of items that was asked for, and what would reach it."""
    row = next(row for row in rows if not row.needed)
    power = row.power or 0.0
    text = (
        f"{_size(row)} find a difference of {number(abs(row.difference or 0))} with a power of "
        f"{power:.2f}"
    )
    if power >= settings.power:
        return text
    scenario = Scenario(row.samples, row.raters, row.comparisons)
    return text + _remedies(design_of(case, scenario, settings), row.items, row.difference or 0.0)


def _remedies(design: Design, items: int, difference: float) -> str:
    """Name the samples or raters that would reach the power with the same items."""
    text = ""
    for known, function, what in (
        (design.spread.within, samples_needed, "samples of each item"),
        (design.spread.rater, raters_needed, "raters of each sample"),
    ):
        if known > 0:
            count = function(design, items, difference)
            text += (
                f"; no number of {what} would be enough"
                if count is None
                else f"; with {count:,} {what} they would find it with a power of {design.power:g}"
            )
    return text


def _of_smallest(rows: Sequence[PlanRow], settings: PlanSettings) -> str:
    shown = [row for row in rows if row.smallest is not None]
    if not shown:
        return f"no number of items in the table finds a difference with {settings.power:g} power."
    ends = dict.fromkeys((shown[0].items, shown[-1].items))
    texts = [
        f"{_size(row)} find a difference of {number(row.smallest or 0)}"
        for row in (shown[0], shown[-1])[: len(ends)]
    ]
    return f"{' and '.join(texts)} with a power of {settings.power:g}."


def _of_needed(needs: Sequence[PlanRow], difference: float, settings: PlanSettings) -> str:
    what = f"a difference of {number(abs(difference))} with a power of {settings.power:g}"
    enough = [_size(row) for row in needs]
    if not enough:
        return f"no number of items finds {what}"
    more = "" if len(enough) <= SHOWN else ", or others in the table,"
    return f"{', or '.join(enough[:SHOWN])}{more} find {what}"


def _size(row: PlanRow) -> str:
    text = f"{row.items:,} items"
    if row.groups is not None:
        text += f" in {row.groups:,} groups"
    if row.samples > 1:
        text += f" with {row.samples:,} samples each"
    if row.raters > 1:
        text += f" by {row.raters:,} raters"
    if row.comparisons > 1:
        text += f" for {row.comparisons:,} comparisons"
    return text


def assumptions(
    cases: Sequence[Case], rows: Sequence[PlanRow], settings: PlanSettings
) -> Iterator[str]:
    """Yield what the numbers rest on."""
    yield from _levels(settings)
    for method in dict.fromkeys(row.method for row in rows):
        yield _method(method, settings)
    for case in cases:
        head = f"{case.systems}: " if case.systems else ""
        yield f"{head}{_spread(case, settings)}"


def _levels(settings: PlanSettings) -> Iterator[str]:
    level = f"{1 - settings.confidence:.4g}"
    if settings.goal == "interval":
        return
    yield f"two-sided tests at {level}, smallest differences at a power of {settings.power:g}"
    if max(settings.comparisons) > 1:
        yield "each comparison is tested at its share of the level (Bonferroni), the least for Holm"


def _method(method: UsedMethod, settings: PlanSettings) -> str:
    if method != "simulation":
        if settings.goal == "interval":
            return f"intervals by {WIDTHS[method]}"
        return f"power by {METHODS[method]}"
    return (
        f"power by paired randomization with mid-p in {settings.simulations} test sets drawn from "
        f"these rows, {settings.trials} exchanges each, seed {settings.seed}; needed items and "
        "smallest differences by a t test with the jackknife's variance"
    )


def _spread(case: Case, settings: PlanSettings) -> str:
    known = case.spread
    what = "score" if settings.goal == "interval" else "difference"
    parts = []
    if known.discordant is not None:
        parts.append(f"one system right and the other wrong on {known.discordant:.3g} of items")
    elif known.share is not None:
        parts.append(f"{known.share:.3g} of items right")
    binary = known.discordant is not None or known.share is not None
    if not binary or known.within or known.design_effect > 1:
        parts.append(f"{what} with a standard deviation of {known.between**0.5:.3g} over items")
    if known.within:
        parts.append(f"{known.within**0.5:.3g} over samples of an item")
    if known.rater:
        parts.append(f"{known.rater**0.5:.3g} over raters of a sample")
    if known.group_size > 1:
        parts.append(
            f"groups of {known.group_size:.3g} items with an intraclass correlation of "
            f"{known.icc:.2f}: design effect {known.design_effect:.3g}"
        )
    if known.difference is not None and settings.difference is None:
        parts.append(f"difference {known.difference:+.3g}")
    source = "guessed" if known.items is None else f"read off {known.items:,} items"
    return f"{', '.join(parts)} ({source})"
