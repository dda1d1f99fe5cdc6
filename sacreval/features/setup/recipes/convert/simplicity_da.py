"""Simplicity-DA: means of ratings, with the ten references of each sentence, joined by tabs.

Source: Alva-Manchego, Scarton, Specia (2021), The (Un)Suitability of Automatic Evaluation Metrics
for Text Simplification; redistributed with Maddela et al. (2023), LENS.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.values import number

DIMENSIONS = ("fluency", "meaning", "simplicity")


def convert(place: CorpusFiles, *, ratings: str, references: str) -> Iterator[Instance]:
    """Yield one record for each output.

    Args:
        place: The recipe's files.
        ratings: The table.
        references: The file with the references of sentence n, which counts from 1, on line n.
    """
    listed = lines(place / references)
    sheet = Sheet(delimiter="comma", quoting="quotes")
    for line, row in sheet.rows(str(place / ratings)):
        where = f"{ratings}:{line}"
        sentence = int(row["sent_id"])
        if not 1 <= sentence <= len(listed):
            raise InputError(f"{where}: sentence {sentence} has no references; fetch them again")
        judged = {name: number(row[name], where) for name in DIMENSIONS}
        z = {f"{name}_z": number(row[f"{name}_zscore"], where) for name in DIMENSIONS}
        yield Instance(
            instance_id=row["sent_id"],
            system_id=row["sys_name"],
            prediction=row["simp_sent"],
            references=listed[sentence - 1].split("\t"),
            sources=[row["orig_sent"]],
            judgments={**judged, **z},
        )


def lines(path: Path) -> list[str]:
    """Read lines separated only by line feeds; the last line may lack one."""
    return path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
