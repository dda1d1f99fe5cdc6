"""Vasilyev et al.: summaries with sorted scores, assigned to annotators by their ids.

Source: Vasilyev, Dharnidharka, Bohannon (2020), Fill in the BLANC.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import document

NOTE = "NO ANNOTATIONS FOUND PREVIOUSLY"  # the last line of 135 of the aspect texts


def convert(place: CorpusFiles, *, file: str) -> Iterator[Instance]:
    """Yield records with each score at its annotator's position; equal texts are one input.

    Args:
        place: The recipe's files.
        file: The JSON file.
    """
    rows = document(str(place / file))
    annotators = sorted({a for row in rows for r in _ratings(row).values() for a in _ids(r)})
    inputs: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        text = row["text"].removesuffix(NOTE).rstrip()
        yield Instance(
            instance_id=str(inputs.setdefault(text, len(inputs) + 1)),
            system_id=f"summary-{number}",  # their systems are not known
            prediction=row["summary"],
            sources=[text],
            judgments={name: aligned(r, annotators) for name, r in _ratings(row).items()},
        )


def aligned(rating: Mapping[str, Any], annotators: list[int]) -> list[float | None]:
    """Return one score for each annotator, None if missing."""
    scores = dict(zip(_ids(rating), rating["scores"], strict=True))
    return [scores.get(annotator) for annotator in annotators]


def _ids(rating: Mapping[str, Any]) -> list[int]:
    ids: list[int] = rating["annotators_ids"]
    return ids


def _ratings(row: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    aspects = row.get("map_quality_scores")
    if aspects is None:
        return {"quality": row}
    return {name.lower(): rating for name, rating in aspects.items()}
