"""HANNA: scores of 96 stories by 11 writers, in a table whose cells are lists.

Source: Chhun et al. (2022), Of Human Criteria and Automatic Metrics.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance, Judgment
from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.values import literal, number

CRITERIA = ("Relevance", "Coherence", "Empathy", "Surprise", "Engagement", "Complexity")
HUMAN = "Human"  # a writer, scored like the generators


def convert(place: CorpusFiles, *, file: str) -> Iterator[Instance]:
    """Yield one record for each story and writer; nan is a missing score. There are no texts.

    Args:
        place: The recipe's files.
        file: The table, with a row for each writer.
    """
    sheet = Sheet(delimiter="comma", quoting="quotes")
    for line, row in sheet.rows(str(place / file)):
        (_, writer), *cells = row.items()
        columns = {name: _numbers(cell, f"{file}:{line}") for name, cell in cells}
        lengths = {len(values) for values in columns.values()}
        if len(lengths) != 1:
            raise InputError(f"{file}:{line}: lists of different lengths; fetch the file again")
        for story in range(lengths.pop()):
            scores = {name: values[story] for name, values in columns.items()}
            people: dict[str, Judgment] = {
                name.lower(): scores.pop(name) for name in CRITERIA if name in scores
            }
            yield Instance(
                instance_id=str(story + 1),
                system_id=writer,
                system_type="reference" if writer == HUMAN else "peer",
                judgments=people or None,
                meta={"scores": scores},
            )


def _numbers(cell: str, where: str) -> list[float | None]:
    return [number(value, where) for value in literal(cell, where)]
