"""Notes on uneven coverage of the data behind correlations."""

from collections.abc import Iterator, Sequence

import numpy as np

from sacreval.meta.coefficients import Cell
from sacreval.meta.score_set import ScoreSet
from sacreval.meta.sides import Matrices
from sacreval.stats.arrays import Bools
from sacreval.stats.levels import Level

_MOST_NAMES = 5


def notes(matrices: Matrices, cells: Sequence[Cell] = ()) -> list[str]:
    """List notes on systems, outputs, ratings and references that are unevenly covered.

    Args:
        matrices: The scores that take part.
        cells: The coefficients at their levels.
    """
    judged = ~np.isnan(matrices.z)
    return [
        *_coverage(matrices.data, judged),
        *_missing_scores(matrices, judged),
        *_raters(matrices.data, matrices.human, judged),
        *_references(matrices.data, matrices.metrics),
        *_single_jackknifed(matrices, cells),
        *_pairs(matrices),
    ]


def _coverage(data: ScoreSet, judged: Bools) -> Iterator[str]:
    unjudged = [s for s, row in zip(data.systems, judged, strict=True) if not row.any()]
    if unjudged:
        yield f"{len(unjudged)} systems have no human score: {', '.join(unjudged[:10])}."
    counts = judged.sum(axis=1)[judged.any(axis=1)]
    if len(counts) and counts.min() < counts.max():
        yield (
            f"Systems were judged on different numbers of inputs ({counts.min()} to "
            f"{counts.max()}): their means are over different inputs; --common-inputs compares "
            "them on the same."
        )


def _missing_scores(matrices: Matrices, judged: Bools) -> Iterator[str]:
    metrics: dict[int, list[str]] = {}
    for name, x in matrices.x.items():
        missing = int((judged & np.isnan(x)).sum())
        if missing:
            metrics.setdefault(missing, []).append(name)
    for missing, names in metrics.items():
        rest = len(names) - _MOST_NAMES
        more = f" and {rest} more metrics" if rest > 0 else ""
        yield (
            f"{missing} judged outputs have no score of {', '.join(names[:_MOST_NAMES])}{more} and "
            "were left out."
        )


def _raters(data: ScoreSet, human: str, judged: Bools) -> Iterator[str]:
    lists = data.ratings.get(human)
    if lists is None or not judged.any():
        return
    raters = (~np.isnan(lists)).sum(axis=2)[judged]
    if raters.min() < raters.max():
        yield (
            f"Outputs have {raters.min()} to {raters.max()} ratings of {human}; the mean of each "
            "output counts the same."
        )


def _references(data: ScoreSet, metrics: Sequence[str]) -> Iterator[str]:
    """Note references without jackknifing; they are in the data only if they were selected."""
    present = data.references & set(data.systems)
    if present and any("_jk" not in name for name in metrics):
        yield (
            "References were compared by scores that are not jackknifed, which favours or "
            "punishes them; use _jk scores."
        )


def _single_jackknifed(matrices: Matrices, cells: Sequence[Cell]) -> Iterator[str]:
    """Note coefficients that rank single jackknifed scores of references among those of peers."""
    data = matrices.data
    present = data.references & set(data.systems)
    ranks = any(cell.level is Level.SUMMARY and cell.measure.name != "pearson" for cell in cells)
    jackknifed = any("_jk" in name and not matrices.paired(name) for name in matrices.metrics)
    if ranks and jackknifed and present and present != set(data.systems):
        yield (
            "References have one jackknifed score of each input and systems a mean of several, "
            "which is better more often where both are equally good: with two or three "
            "references ranks at summary level lean to systems; `score --pairs` compares them "
            "pair by pair, and `correlate scores --pairs` takes its file."
        )


def _pairs(matrices: Matrices) -> Iterator[str]:
    """Note pairs that no correlation uses, and inputs without any."""
    paired = [name for name in matrices.metrics if matrices.paired(name)]
    if matrices.data.pairs and not paired:
        yield "No scores pair by pair were used; they need --systems all and a metric in _jk."
    for name in paired:
        there = ~np.isnan(matrices.data.pairs[name]).all(axis=(0, 2))
        if not there.all():
            yield (
                f"{int((~there).sum())} inputs have no pairs of {name} and were left out at "
                "summary level."
            )
