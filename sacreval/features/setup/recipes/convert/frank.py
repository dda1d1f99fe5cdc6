"""FRANK: factuality by type of error, and the scores of fifteen metrics; no texts.

Source: Pagnoni, Balachandran, Tsvetkov (2021), FRANK.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import document

KEYS = ("hash", "model_name", "dataset", "split")


def convert(place: CorpusFiles, *, people: str, metrics: str) -> Iterator[Instance]:
    """Join human and metric scores by article and system; null is a missing score.

    Args:
        place: The recipe's files.
        people: The JSON file of human scores.
        metrics: The JSON file of metric scores.
    """
    published = {_key(row): _rest(row) for row in document(str(place / metrics))}
    for row in document(str(place / people)):
        groups = {name: row[name] for name in ("dataset", "split") if row.get(name) is not None}
        yield Instance(
            instance_id=row["hash"],
            system_id=row["model_name"],
            judgments=_rest(row),
            groups=groups,
            meta={"scores": published.get(_key(row), {})},
        )


def _key(row: Mapping[str, Any]) -> tuple[str, str]:
    return row["hash"], row["model_name"]


def _rest(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of a row; keys and texts are left out."""
    return {
        name: value
        for name, value in row.items()
        if name not in KEYS and (value is None or isinstance(value, int | float))
    }
