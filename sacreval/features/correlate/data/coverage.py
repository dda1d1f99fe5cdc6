"""Contents of score files, and notes on their uneven coverage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sacreval.errors import InputError
from sacreval.features.correlate.data.score_set import Leaf, Row, ScoreSet, SystemRow
from sacreval.features.correlate.data.selected_scores import Matrices
from sacreval.features.correlate.data.whole_systems import has_whole_systems, with_systems_only
from sacreval.features.correlate.measures.coefficient_names import LevelMeasure, first_names
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.association.levels import Level


@dataclass
class NamedScore:
    """A metric or a human score.

    Attributes:
        kind: `metric` or `judgment`.
        cells: (system, input) of the outputs that have it.
        raters: Largest number of raters of an output; 0 for a metric.
        official: Systems with an official score of the whole system.
    """

    kind: str
    cells: set[tuple[str, str]] = field(default_factory=set)
    raters: int = 0
    official: set[str] = field(default_factory=set)

    def levels(self) -> list[str]:
        """List the levels at which pairs of outputs or systems exist."""
        systems = Counter(system for system, _ in self.cells)
        inputs = Counter(instance for _, instance in self.cells)
        there = {
            "system": max(len(systems), len(self.official)) > 1,
            "summary": any(count > 1 for count in inputs.values()),
            "group-by-system": any(count > 1 for count in systems.values()),
            "global": len(self.cells) > 1,
        }
        return [level for level, present in there.items() if present]


@dataclass(frozen=True)
class Contents:
    """What files hold.

    Attributes:
        names: Flat name to what is known of the metric or the human score, as read.
        systems: System to its kind.
        groups: Name of a group to its values, as read.
    """

    names: Mapping[str, NamedScore]
    systems: Mapping[str, str]
    groups: Mapping[str, list[str]]


def contents(rows: Iterable[Row], system_rows: Iterable[SystemRow]) -> Contents:
    """Return what rows hold."""
    names: dict[str, NamedScore] = {}
    systems: dict[str, str] = {}
    groups: dict[str, dict[str, None]] = {}
    for row in rows:
        systems.setdefault(row.system, row.kind)
        for name, value in (row.groups or {}).items():
            groups.setdefault(name, {})[value] = None
        for kind, values in (("metric", row.scores), ("judgment", row.judgments)):
            for name, leaf in values.items():
                if leaf is not None:
                    named = names.setdefault(name, NamedScore(kind))
                    named.cells.add((row.system, row.instance))
                    named.raters = max(
                        named.raters, _count_raters(leaf) if kind == "judgment" else 0
                    )
    for official in system_rows:
        kind = "judgment" if official.is_judgment else "metric"
        names.setdefault(official.name, NamedScore(kind)).official.add(official.system)
    if not names:
        raise InputError("the files hold no scores and no judgments; check that they are the ones")
    return Contents(names, systems, {name: list(values) for name, values in groups.items()})


def _count_raters(leaf: Leaf) -> int:
    return len(leaf) if isinstance(leaf, list) else 1


_WITHOUT_REFERENCE = "-src"
"""The ending of metrics that use no reference, in a folder of mt-metrics-eval."""


def notes(matrices: Matrices, cells: Sequence[LevelMeasure] = ()) -> list[str]:
    """List notes on systems, outputs, ratings and references that are unevenly covered."""
    judged = ~np.isnan(matrices.z)
    return [
        *_coverage(matrices.data, judged),
        *_missing_scores(matrices, judged),
        *_raters(matrices.data, matrices.human, judged),
        *_references(matrices, judged),
        *_single_jackknifed(matrices, cells),
        *_pairs(matrices),
    ]


def _coverage(data: ScoreSet, judged: Bools) -> Iterator[str]:
    unjudged = [s for s, row in zip(data.systems, judged, strict=True) if not row.any()]
    if unjudged:
        have = "system has" if len(unjudged) == 1 else "systems have"
        yield f"{len(unjudged)} {have} no human score: {first_names(unjudged, 10)}."
    counts = judged.sum(axis=1)[judged.any(axis=1)]
    if len(counts) and counts.min() < counts.max():
        yield (
            f"Systems were judged on different numbers of inputs ({counts.min()} to "
            f"{counts.max()}): their means are over different inputs; --common-inputs compares "
            "them on the same."
        )


def _missing_scores(matrices: Matrices, judged: Bools) -> Iterator[str]:
    metrics: dict[int, list[str]] = {}
    of_systems = with_systems_only(matrices.data)
    for name, x in matrices.x.items():
        if name in of_systems:
            continue
        missing = int((judged & np.isnan(x)).sum())
        if missing:
            metrics.setdefault(missing, []).append(name)
    for missing, names in metrics.items():
        yield (f"{missing} judged outputs have no score of {first_names(names)} and were left out.")


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


def _references(matrices: Matrices, judged: Bools) -> Iterator[str]:
    """Note metrics whose scores of judged references are not jackknifed."""
    data = matrices.data
    human = judged & np.isin(data.systems, list(data.references))[:, None]
    names = [
        name
        for name, x in matrices.x.items()
        if "_jk" not in name and not name.endswith(_WITHOUT_REFERENCE) and _has_any(x, human)
    ]
    if names:
        yield (
            f"References take part by scores that are not jackknifed ({first_names(names)}): where "
            "systems were compared with more references than these were, that favours or punishes "
            "them; use _jk scores."
        )


def _has_any(x: Floats, cells: Bools) -> bool:
    return not np.isnan(x[cells]).all()


def _single_jackknifed(matrices: Matrices, cells: Sequence[LevelMeasure]) -> Iterator[str]:
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


def judged_inputs_only(options: CorrelationOptions) -> list[str]:
    """Note coefficients at system level that --every-input does not change."""
    if not options.every_input or has_whole_systems(options):
        return []
    at_system = [cell.measure for cell in options.cells if cell.level is Level.SYSTEM]
    names = [measure.name for measure in at_system if not measure.every_input]
    if not names:
        return []
    are = "are" if len(names) > 1 else "is"
    note = (
        f"--every-input does not change {', '.join(names)}, which {are} over judged inputs, as "
        "inputs:judged in the signature says."
    )
    return [note]


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
