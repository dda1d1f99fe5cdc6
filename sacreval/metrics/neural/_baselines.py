"""The baselines that rescale BERTScore: what unrelated texts score, by layer."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import InputError, UsageError

_COLUMNS = 4  # layer, P, R, F


class Baseline(NamedTuple):
    """What unrelated texts score.

    Args:
        precision: Their mean precision, below 1.
        recall: Their mean recall, below 1.
        f1: Their mean F1, below 1.
    """

    precision: float
    recall: float
    f1: float


def baseline_file(folder: Path, language: str, model: str) -> Path:
    """Return the file that the authors of BERTScore publish for a language and a model."""
    known = {
        path.relative_to(folder).as_posix().removesuffix(".tsv"): path
        for path in sorted(folder.rglob("*.tsv"))
    }
    short = model.rpartition("/")[2]
    for name, path in known.items():
        if name == f"{language}/{model}" or (
            name.startswith(f"{language}/") and name.rpartition("/")[2] == short
        ):
            return path
    raise UsageError(
        f"There is no baseline of '{model}' for language '{language}'; name a file with one: "
        "--baselines FILE, or leave out --rescale"
    )


@lru_cache(maxsize=8)
def read_baseline(path: Path, layer: int, _checksum: str) -> Baseline:
    """Read the baseline of a layer.

    Args:
        path: A file whose lines are `layer,P,R,F`, after a line with these names.
        layer: The layer.
        _checksum: SHA-256 of the file, so that a file that changed is read again.

    Raises:
        InputError: If the file has no such layer, or no numbers below 1.
    """
    try:
        lines = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}; name a file of baselines in UTF-8") from error
    for number, cells in enumerate(lines, 1):
        if cells and cells[0].strip() == str(layer):
            return _parsed(path, number, cells)
    raise InputError(f"{path}: no line for layer {layer}; add one (LAYER,P,R,F), or use another")


def _parsed(path: Path, number: int, cells: list[str]) -> Baseline:
    try:
        values = [float(cell) for cell in cells[1:]]
    except ValueError:
        values = []
    if len(values) != _COLUMNS - 1 or not all(-1.0 <= value < 1.0 for value in values):
        raise InputError(f"{path}:{number}: no three numbers from -1 to 1; write LAYER,P,R,F")
    return Baseline(*values)
