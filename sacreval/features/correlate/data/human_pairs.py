"""Scores of systems and human texts pair by pair, as `score --pairs` writes them, for correlations.

A jackknifed score of a system is a mean over left-out references, and that of a human text is one
score; ranks of both lean to systems. So each input has one group for each human text: that text and
all systems, scored against the same references, those without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from sacreval.errors import InputError
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.io.files import open_bytes
from sacreval.io.formats.tables import Sheet
from sacreval.io.line_limit import LineLimit
from sacreval.io.lines import lines
from sacreval.scoring.human_pair_counts import HumanPair
from sacreval.stats.arrays import Floats

DELIMITERS = {".csv": ",", ".tsv": "\t"}
_LIMIT = LineLimit(reader="")


def read_pairs(path: Path) -> list[HumanPair]:
    """Read pairs from JSON lines, or from a table that ends in .csv or .tsv.

    Raises:
        InputError: If a line is no pair, or there is none.
    """
    delimiter = DELIMITERS.get(path.suffix.lower())
    pairs = list(_json(path) if delimiter is None else _table(path, delimiter))
    if not pairs:
        raise InputError(f"{path}: there are no pairs; write them with `sacreval score --pairs`")
    return pairs


def with_pairs(data: ScoreSet, pairs: Sequence[HumanPair]) -> ScoreSet:
    """Return scores with the pairs of their outputs; a metric's are named as its jackknifed scores.

    Args:
        data: Scores and judgments.
        pairs: The pairs; those of other systems and inputs are left out.
    """
    systems = {name: i for i, name in enumerate(data.systems)}
    inputs = {name: i for i, name in enumerate(data.instances)}
    humans = {name: i for i, name in enumerate(sorted({one.human_id for one in pairs}))}
    shape = len(systems), len(inputs), len(humans)
    found: dict[str, Floats] = {}
    for one in pairs:
        if one.instance_id not in inputs or not {one.system_id, one.human_id} <= systems.keys():
            continue
        table = found.setdefault(f"{one.output}_jk", np.full(shape, np.nan))
        place = inputs[one.instance_id], humans[one.human_id]
        table[systems[one.system_id], *place] = one.score
        table[systems[one.human_id], *place] = one.human_score
    return replace(data, pairs=found)


def with_pairs_of(
    tasks: Mapping[str, ScoreSet], pairs: Sequence[HumanPair], path: Path
) -> dict[str, ScoreSet]:
    """Return the scores of tasks with their pairs.

    Raises:
        InputError: If no task has a system, human text and input of the pairs.
    """
    found = {name: with_pairs(data, pairs) for name, data in tasks.items()}
    if not any(data.pairs for data in found.values()):
        raise InputError(
            f"{path}: no pair is of a system, a human text and an input of the scores; give the "
            "scores that `sacreval score -o` wrote with these pairs"
        )
    return found


def _json(path: Path) -> Iterator[HumanPair]:
    decode = msgspec.json.Decoder(HumanPair).decode
    with open_bytes(str(path)) as stream:
        for number, line in enumerate(lines(stream, str(path), _LIMIT), start=1):
            if line.strip():
                try:
                    yield decode(line)
                except (msgspec.MsgspecError, RecursionError) as error:
                    raise _fault(path, number, error) from error


def _table(path: Path, delimiter: str) -> Iterator[HumanPair]:
    for number, row in Sheet(delimiter=delimiter, quoting="quotes").rows(str(path)):
        try:
            yield msgspec.convert(row, HumanPair, strict=False)
        except msgspec.MsgspecError as error:
            raise _fault(path, number, error) from error


def _fault(path: Path, number: int, error: Exception) -> InputError:
    return InputError(
        f"{path}:{number}: not a pair of a system and a human text ({error}); write pairs with "
        "`sacreval score --pairs`"
    )
