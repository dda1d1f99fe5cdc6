"""Read scores and judgments from folders in the layout of mt-metrics-eval.

The score `None` means that a score is missing; `.sys.score` files hold one line per system. Systems
whose names are in `references/` are references.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import InputError, UsageError
from sacreval.features.correlate.data.score_set import Row, ScoreColumn, SystemRow
from sacreval.features.correlate.measures.lookup import pick
from sacreval.io.formats.mtme_folders import (
    HUMAN,
    METRIC,
    human_files,
    metric_files,
    reference_files,
    score_lines,
    segment_groups,
    text_lines,
)

_MISSING = {"None", ""}


class ScoreFile(NamedTuple):
    """A score file: its path, the name of its scores, and whether they are judgments."""

    path: Path
    name: str
    is_judgment: bool


def is_mtme_folder(folder: Path) -> bool:
    """Check whether a folder has one of the two subfolders of the layout."""
    return (folder / HUMAN).is_dir() or (folder / METRIC).is_dir()


def language_pairs(folder: Path) -> list[str]:
    """List the language pairs that have metric scores or judgments."""
    pairs = {p.name for p in (folder / METRIC).glob("*") if p.is_dir()}
    pairs |= {p.name.split(".")[0] for p in (folder / HUMAN).glob("*.score")}
    return sorted(pairs)


def chosen_pairs(folder: Path, wanted: Sequence[str], *, several: bool = False) -> list[str]:
    """Check the chosen language pairs, or return all pairs of the folder.

    Args:
        folder: A folder in the layout.
        wanted: The chosen pairs; empty for all.
        several: Whether more than one pair is allowed.

    Raises:
        UsageError: An unknown pair, or several where only one is allowed.
    """
    pairs = language_pairs(folder)
    chosen = [pick(pair, pairs, "language pair") for pair in dict.fromkeys(wanted)] or pairs
    if len(chosen) != 1 and not (several and chosen):
        listed = ", ".join(chosen) or "none"
        raise UsageError(
            f"{folder} holds several language pairs ({listed}); choose one with --language-pair, "
            "or take each as a task with --tasks-by language_pair."
        )
    return chosen


def segments(folder: Path, pair: str) -> dict[str, dict[str, str]]:
    """Map each segment of a pair to its domain and document, if the folder has them."""
    return {str(i): groups for i, groups in enumerate(segment_groups(folder, pair), start=1)}


def score_files(folder: Path, pair: str, ending: str) -> Iterator[ScoreFile]:
    """List the files of one ending, `.seg.score` or `.sys.score`, sorted by name."""
    for name, path in human_files(folder, pair, ending).items():
        yield ScoreFile(path, name, is_judgment=True)
    for name, path in metric_files(folder, pair, ending).items():
        yield ScoreFile(path, name, is_judgment=False)


def reference_names(folder: Path, pair: str) -> frozenset[str]:
    """List the names of the references of a pair."""
    return frozenset(reference_files(folder, pair))


def by_reference(
    files: Iterable[ScoreFile], known: frozenset[str], chosen: str | None
) -> Iterator[ScoreFile]:
    """Select the metric scores of one reference, and name them by the metric alone.

    Args:
        files: Score files, named METRIC-REFERENCE, or METRIC-src without a reference. Judgments
            are always selected.
        known: Names of the references of the pair; if there are none, all files are selected.
        chosen: Name of the reference; None selects all files and keeps their names.
    """
    for file in files:
        metric, _, reference = file.name.rpartition("-")
        if chosen is None or file.is_judgment or reference not in known:
            yield file
        elif reference == chosen:
            yield file._replace(name=metric)


def read_segment_scores(file: ScoreFile, references: frozenset[str]) -> Iterator[Row]:
    """Read a `.seg.score` file; instance ids are the numbers of segments, from 1.

    Raises:
        InputError: A line without two columns, or systems with different numbers of segments.
    """
    blocks: dict[str, int] = {}
    for place, system, value in _cells(file.path):
        blocks[system] = blocks.get(system, 0) + 1
        cell = {file.name: value}
        kind = "reference" if system in references else "peer"
        scores, judgments = ({}, cell) if file.is_judgment else (cell, {})
        yield Row(system, str(blocks[system]), kind, scores, judgments, place)
    if len(set(blocks.values())) > 1:
        longest = max(blocks, key=lambda s: blocks[s])
        shortest = min(blocks, key=lambda s: blocks[s])
        raise InputError(
            f"{file.path}: system {longest!r} has {blocks[longest]} segments but {shortest!r} "
            f"{blocks[shortest]}; write a line per segment for every system, None without a score."
        )


def segment_column(file: ScoreFile, references: frozenset[str]) -> ScoreColumn | None:
    """Read a `.seg.score` file at once; None if `read_segment_scores` has to report a fault."""
    parts = [line.rpartition("\t") for line in text_lines(file.path)]
    numbers: dict[str, int] = {}
    try:
        values = [None if (t := cell.strip()) in _MISSING else float(t) for _, _, cell in parts]
    except ValueError:
        return None
    keys = []
    for system, _, _ in parts:
        numbers[system] = number = numbers.get(system, 0) + 1
        keys.append((system, str(number)))
    plain = all(tab for _, tab, _ in parts) and len(set(numbers.values())) < 2  # noqa: PLR2004
    if not plain or not all(math.isfinite(value) for value in values if value is not None):
        return None
    kinds = {system: "reference" if system in references else "peer" for system in numbers}
    again = partial(read_segment_scores, file, references)
    cells = dict(zip(keys, values, strict=True))
    return ScoreColumn(file.name, file.is_judgment, cells, kinds, again)


def read_system_scores(file: ScoreFile) -> Iterator[SystemRow]:
    """Read a `.sys.score` file."""
    for _, system, value in _cells(file.path):
        if value is not None:
            yield SystemRow(system, file.name, value, file.is_judgment)


def _cells(path: Path) -> Iterator[tuple[str, str, float | None]]:
    for place, system, text in score_lines(path):
        yield place, system, _score(text, place)


def _score(text: str, place: str) -> float | None:
    if text in _MISSING:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.inf
    if not math.isfinite(value):
        raise InputError(
            f"{place}: {text!r} is not a score; write a number, or None without a score."
        )
    return value
