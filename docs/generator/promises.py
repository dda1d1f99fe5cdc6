"""The page on what intervals and tests promise, from the figures of `benchmarks/calibration`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.markdown import table

FIGURES = "docs/promises.json"
PAGE = "docs/promises.md"

Figure = Mapping[str, Any]

UNJUDGED = ("power", "beside")
BESIDE = "side by side: "
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
  all data sets with a miss or a false finding and no notice. Whether intervals cover too often is
  judged on all data sets, since notices take away the misses.
* SE is the Monte Carlo standard error of the figure. A figure *holds* if it lies in its band, is
  *within error* if it lies outside by at most two SE, and else *does not hold* (bold). It is not
  judged if fewer than 20 data sets, or one in twenty, are without a notice: then so few misses come
  without one.
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
BEFORE = {
    "compare": """Findings at 5 % where the means are equal. `default` is what `compare` finds now;
`paired-ar` with the percentile interval decided before, and the other three p-values were printed
beside it. Wilcoxon's test and the sign test have hypotheses of their own, which are wrong in the
worlds with skewed differences. The last two columns are of intervals that leave out 0. All data
sets count, those with a notice too.""",
    "correlate": """Coverage of 95 % intervals over systems, with their mean width; n is the number
of systems. Before, a system that a resample drew twice agreed with its copy; `percentile` leaves
such pairs out, on the same draws. All data sets count.""",
}
WHY = """A figure below its band is of intervals that are too short. One above it is of intervals
that are wider than they need be; a size below its band is of a test that finds less than it
could."""
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
    beside = [one for one in figures if one["kind"] == "beside"]
    judged = [one for one in figures if one["kind"] != "beside"]
    parts = [HEAD, _summary(found), _failing(figures), *_side_by_side(beside)]
    for verb, of_verb in groupby(judged, key=lambda one: one["verb"]):
        parts.append(f"## {verb}")
        parts += _tables(list(of_verb))
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _summary(found: Mapping[str, Any]) -> str:
    figures = found["figures"]
    judged = [one for one in figures if one["kind"] not in UNJUDGED]
    counts = {v: sum(one["verdict"] == v for one in judged) for v in ("holds", "within error", BAD)}
    bands = (
        (KINDS[kind], f"{low:g} to {high:g}")
        for kind, (low, high) in found["bands"].items()
        if kind not in UNJUDGED
    )
    told = (
        f"The figures below are of sacreval {found['sacreval']}: {found['finished']} of "
        f"{found['cells']} worlds and sizes, seed {found['seed']}. Of {len(judged)} figures with a "
        f"band, {counts['holds']} hold, {counts['within error']} are within error, "
        f"{counts[BAD]} do not hold, and {len(judged) - sum(counts.values())} are not judged, as "
        "nearly all data sets have a notice."
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


def _side_by_side(figures: Sequence[Figure]) -> Iterator[str]:
    """Write a table for each verb: a row for each world and size, a column for each procedure."""
    for verb, of_verb in groupby(figures, key=lambda one: one["verb"]):
        each = list(of_verb)
        yield f"## {verb}: beside the former defaults\n\n{BEFORE[verb]}"
        names = list(dict.fromkeys(one["procedure"] for one in each))
        rows = (
            (world.removeprefix(BESIDE), n, *map(_with_width, row), f"{row[0]['worlds']:,}")
            for (world, n), row in (
                (key, list(found))
                for key, found in groupby(each, key=lambda one: (one["world"], one["n"]))
            )
        )
        yield table(("world", "n", *names, "data sets"), rows)


def _with_width(one: Figure) -> str:
    width = "" if one["width"] is None else f" ({one['width']:.2f})"
    return f"{_share(one['rate'])}{width}"


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
