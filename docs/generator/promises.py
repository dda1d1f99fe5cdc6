"""The page on what intervals and tests promise, from the figures of `benchmarks/calibration`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.markdown import table

FIGURES = "docs/promises.json"
PAGE = "docs/promises.md"

Figure = Mapping[str, Any]

HEAD = """# What our intervals promise

<!-- Written by `python -m benchmarks.calibration --write` from promises.json; do not edit. -->

A 95 % interval promises to contain the true score in 95 of 100 data sets, and a test at 5 % to
find a difference that is not there in 5 of 100. Whether they do can be measured: draw data sets
from a world whose truth is known, run the command's own functions on each, and count. This page
has the counts, for the defaults of each verb. The command
`python -m benchmarks.calibration --worlds 2000 --hours 8 --write` computes them again in a night;
all draws have fixed seeds.

* A figure is judged on the data sets for which no notice says that the interval or the finding
  may not hold; the share of data sets with such a notice is beside it. *Unsaid* is the share of
  all data sets with a miss or a false finding and no notice.
* SE is the Monte Carlo standard error of the figure. A figure *holds* if it lies in its band, is
  *within error* if it lies outside by at most two SE, and else *does not hold* (bold). It is not
  judged if fewer than 20 data sets are without a notice.
* Worlds of real texts draw segments of WMT23 English-German with replacement. Worlds that begin
  with "own" are not taken from the literature.
"""
WHY = """A sample of scores with a long tail may hold none of the tail, and then nothing in it says
so: no interval covers, and no notice is printed. A figure above its band is of intervals that are
wider than they need be."""
KINDS = {
    "coverage": "Coverage of intervals",
    "cautious": "Coverage of intervals that are cautious",
    "size": "Size of tests",
    "exact": "Size of tests that may find less",
    "one-sided": "Size of one-sided tests",
    "contradiction": "Findings that their interval contradicts",
    "power": "Power of tests",
}
COLUMNS = ("world", "n", "figure", "SE", "mean width", "with a notice", "unsaid", "data sets", "")
BAD = "does not hold"


def page(found: Mapping[str, Any]) -> str:
    """Write the page.

    Args:
        found: The content of `docs/promises.json`.
    """
    figures: Sequence[Figure] = found["figures"]
    parts = [HEAD, _summary(found), _failing(figures)]
    for verb, of_verb in groupby(figures, key=lambda one: one["verb"]):
        parts.append(f"## {verb}")
        parts += _tables(list(of_verb))
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _summary(found: Mapping[str, Any]) -> str:
    figures = found["figures"]
    judged = [one for one in figures if one["kind"] != "power"]
    counts = {v: sum(one["verdict"] == v for one in judged) for v in ("holds", "within error", BAD)}
    bands = (
        (KINDS[kind], f"{low:g} to {high:g}")
        for kind, (low, high) in found["bands"].items()
        if kind != "power"
    )
    told = (
        f"The figures below are of sacreval {found['sacreval']}: {found['finished']} of "
        f"{found['cells']} worlds and sizes, seed {found['seed']}. Of {len(judged)} figures with a "
        f"band, {counts['holds']} hold, {counts['within error']} are within error, and "
        f"{counts[BAD]} do not hold."
    )
    if found["not_run"]:
        told += f" Not run: {', '.join(found['not_run'])}."
    return f"{told}\n\n{table(('figure', 'band'), bands)}"


def _failing(figures: Sequence[Figure]) -> str:
    lines = [
        f"* {one['verb']}, {one['procedure']}: {one['world']}, n = {one['n']}: "
        f"{_share(one['rate'])} (SE {_share(one['se'])})"
        for one in figures
        if one["verdict"] == BAD
    ]
    return "\n".join(["## Where they do not hold", "", WHY, "", *lines]) if lines else ""


def _tables(figures: Sequence[Figure]) -> list[str]:
    heads = dict.fromkeys((one["kind"], one["procedure"]) for one in figures)
    parts = []
    for kind, procedure in heads:
        rows = [
            _row(one) for one in figures if (one["kind"], one["procedure"]) == (kind, procedure)
        ]
        parts += [f"### {KINDS[kind]}: {procedure}", table(COLUMNS, rows)]
    return parts


def _row(one: Figure) -> Sequence[str]:
    rate = _share(one["rate"])
    return (
        one["world"],
        one["n"],
        f"**{rate}**" if one["verdict"] == BAD else rate,
        _share(one["se"]),
        "" if one["width"] is None else f"{one['width']:.3g}",
        f"{one['noticed']:.0%}",
        "" if one["kind"] == "power" else _share(one["unsaid"]),
        f"{one['worlds']:,}",
        "" if one["kind"] == "power" else one["verdict"],
    )


def _share(value: float) -> str:
    return f"{value:.3f}"
