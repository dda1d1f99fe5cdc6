"""The page on what intervals and tests promise, from the figures of `benchmarks/calibration`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from generator.markdown import table

FIGURES = "docs/promises.json"
PAGE = "docs/promises.md"
PICTURE = "docs/images/promises.png"

Figure = Mapping[str, Any]

UNJUDGED = ("power", "beside")
HEAD = """# What our intervals promise

<!-- Written by `python -m benchmarks.calibration --write` from promises.json; do not edit. -->

A 95 % interval promises to contain the true score in 95 of 100 data sets, and a test at 5 % to
find a difference that is not there in 5 of 100. Whether they do can be measured: draw data sets
from a world whose truth is known, run the command's own functions on each, and count. This page
sums up the counts, for the defaults of each verb; [promises.json](promises.json) has each world and
size, with its standard error, mean width and share of notices. The command
`python -m benchmarks.calibration --worlds 2000 --hours 8 --write` computes them again in a night;
all draws have fixed seeds.

* A figure is judged on the data sets for which no notice says that the interval or the finding
  may not hold. *Unsaid* is the share of all data sets with a miss or a false finding and no notice;
  the table has the largest. Whether intervals cover too often is judged on all data sets, since
  notices take away the misses.
* A figure *holds* if it lies in its band, is *within error* if it lies outside by at most two
  standard errors of the simulation, and else *does not hold*. It is not judged if fewer than 20
  data sets, or one in twenty, are without a notice: then so few misses come without one.
* Worlds of real texts draw segments of WMT23 English-German with replacement. Worlds that begin
  with "own" are not taken from the literature.

In two worlds nothing helps. In *rare giants* 3 % of the records are thirty times as large as the
others and make up half of the mean, as in latencies or lengths. Of 30 records four samples in ten
hold no giant. Such a sample is even, no method can tell it from one of a world without giants, and
its interval lies below the mean. What can be said without seeing them is said: scores without a
highest value have a notice for fewer than 500 records. With more records the few giants in the
sample show, and a notice names them. *3 % breakdowns* is the same for `compare`: a system is a
little better on all records but a few, on which it loses as much. Four samples of 30 in ten hold no
breakdown, and the difference that is found in them is there, on records without one.
"""
CAPTION = """![A mark for each figure that is judged, a row for each procedure, and its band in
grey](images/promises.png)

Blue figures hold, yellow ones are within error, red ones do not hold; those outside a panel are
drawn at its edge. A figure below its band is of intervals that are too short. One above it is of
intervals that are wider than they need be; a size below its band is of a test that finds less than
it could."""
BEFORE = {
    "compare": """Findings at 5 % where the means are equal. `default` is what `compare` finds now;
`paired-ar` with the percentile interval decided before, and the other three p-values were printed
beside it. Wilcoxon's test and the sign test have hypotheses of their own, which are wrong in the
worlds with skewed differences. The last two rows are of intervals that leave out 0. All data sets
count, those with a notice too.""",
    "correlate": """Coverage of 95 % intervals over systems. Before, a system that a resample drew
twice agreed with its copy; `percentile` leaves such pairs out, on the same draws.
All data sets count.""",
}
KINDS = {
    "coverage": "Coverage of intervals",
    "cautious": "Coverage of intervals that are cautious",
    "size": "Size of tests",
    "exact": "Size of tests that may find less",
    "one-sided": "Size of one-sided tests",
    "contradiction": "Findings that their interval contradicts",
    "power": "Power of tests",
}
COVERAGE = ("coverage", "cautious")
PANELS = (("coverage", (0.84, 1.0)), ("size", (0.0, 0.12)))
COLOURS = {"holds": 0, "within error": 3, "does not hold": 1}  # places in the palette
BAD = "does not hold"
NOTICED = "with a notice"


def page(measured: Mapping[str, Any]) -> str:
    """Write the page.

    Args:
        measured: The content of `docs/promises.json`.
    """
    figures: Sequence[Figure] = measured["figures"]
    parts = [HEAD, _summary(measured), CAPTION, _failing(figures)]
    heads = ("what", "procedure", "figures", "lowest to highest", "hold", "within error",
             "do not", "not judged", "unsaid")  # fmt: skip
    for verb in dict.fromkeys(figure["verb"] for figure in figures):
        groups = {key[1:]: group for key, group in procedures(figures) if key[0] == verb}
        rows = (_row(*key, group) for key, group in groups.items() if key[0] != "beside")
        beside = {name: group for (kind, name), group in groups.items() if kind == "beside"}
        parts += [f"## {verb}", table(heads, rows), _side_by_side(verb, beside)]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def draw(measured: Mapping[str, Any], path: Path) -> None:
    """Draw a row of dots for each procedure, coverage and sizes in panels of their own."""
    from sacreval.report.plots.matplotlib_figures import (
        GRID,
        PALETTE,
        PLAIN,
        panels,
        plain_axes,
        save,
    )

    figure, each = panels(2, look=PLAIN, single=(5, 4), each=(4.6, 3.4))
    for axes, (name, (low, high)) in zip(each, PANELS, strict=True):
        groups = [
            (key, group)
            for key, group in reversed(list(procedures(measured["figures"])))
            if key[1] not in UNJUDGED and (key[1] in COVERAGE) == (name == "coverage")
        ]
        plain_axes(axes, x=name, y="")
        for place, ((_, kind, _), group) in enumerate(groups):
            start, end = measured["bands"][kind]
            axes.barh(place, end - start, 0.8, left=start, color=GRID, zorder=0)
            for one in _judged(group):
                rate = min(max(one["rate"], low), high)
                colour = PALETTE[COLOURS[one["verdict"]]]
                axes.plot(rate, place, "|", color=colour, ms=7, clip_on=False)
        labels = [f"{verb}: {procedure} ({kind})" for (verb, kind, procedure), _ in groups]
        axes.set_yticks(range(len(groups)), labels, fontsize=6)
        axes.set(xlim=(low, high))
    save(figure, path, "What our intervals promise")


def procedures(
    figures: Sequence[Figure],
) -> Iterator[tuple[tuple[str, str, str], Sequence[Figure]]]:
    """Yield the figures of each verb, kind and procedure."""
    groups: dict[tuple[str, str, str], list[Figure]] = {}
    for one in figures:
        groups.setdefault((one["verb"], one["kind"], one["procedure"]), []).append(one)
    yield from groups.items()


def _summary(measured: Mapping[str, Any]) -> str:
    judged = [one for one in measured["figures"] if one["kind"] not in UNJUDGED]
    counts = {v: sum(one["verdict"] == v for one in judged) for v in COLOURS}
    bands = (
        (KINDS[kind], f"{low:g} to {high:g}")
        for kind, (low, high) in measured["bands"].items()
        if kind not in UNJUDGED
    )
    text = (
        f"The figures are of sacreval {measured['sacreval']}: {measured['finished']} of "
        f"{measured['cells']} worlds and sizes, seed {measured['seed']}.\n"
        f"Of {len(judged)} figures with a band, {counts['holds']} hold, "
        f"{counts['within error']} are within error, {counts[BAD]} do not hold,\n"
        f"and {len(judged) - sum(counts.values())} are not judged, as nearly all data sets have a "
        "notice."
    )
    if measured["not_run"]:
        text += f" Not run: {', '.join(measured['not_run'])}."
    return f"{text}\n\n{table(('figure', 'band'), bands)}"


def _failing(figures: Sequence[Figure]) -> str:
    lines = [
        f"* {one['verb']}, {one['procedure']}: {one['world']}, n = {one['n']}: "
        f"{one['rate']:.3f} (standard error {one['se']:.3f})"
        for one in figures
        if one["verdict"] == BAD
    ]
    return "\n".join(["These do not hold:", "", *lines]) if lines else ""


def _row(kind: str, procedure: str, figures: Sequence[Figure]) -> Sequence[str]:
    """Return the row of a procedure: the range of what is judged, and the verdicts."""
    counts = [sum(one["verdict"] == verdict for one in figures) for verdict in (*COLOURS, NOTICED)]
    unsaid = f"{max(one['unsaid'] for one in figures):.3f}"
    verdicts = [""] * 5 if kind == "power" else [*map(str, counts), unsaid]
    return (KINDS[kind], procedure, str(len(figures)), _range(_judged(figures)), *verdicts)


def _side_by_side(verb: str, groups: Mapping[str, Sequence[Figure]]) -> str:
    """Write the table beside the former defaults, if there is one: a row for each procedure."""
    rows = (
        (name, str(len(group)), _range(group), f"{median(one['rate'] for one in group):.3f}")
        for name, group in groups.items()
    )
    shown = table(("procedure", "worlds and sizes", "lowest to highest", "median"), rows)
    return f"### {verb} beside the former defaults\n\n{BEFORE[verb]}\n\n{shown}" if shown else ""


def _judged(figures: Sequence[Figure]) -> list[Figure]:
    return [one for one in figures if one["verdict"] != NOTICED]


def _range(figures: Sequence[Figure]) -> str:
    rates = [one["rate"] for one in figures]
    return f"{min(rates):.3f} to {max(rates):.3f}"
