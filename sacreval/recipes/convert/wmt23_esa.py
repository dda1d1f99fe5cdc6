"""ESA's campaign: ratings of error spans, without the rows that test attention.

Source: Kocmi et al. (2024), Error Span Annotation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from sacreval.foreign.sheets import Sheet
from sacreval.foreign.values import number
from sacreval.recipes.place import Place
from sacreval.records import Instance

COLUMNS = (
    "login", "system", "item", "type", "source_lang", "target_lang", "score", "document",
    "complete", "spans", "start", "end",
)  # fmt: skip
TASK = "wmt23."  # systems of tutorials have other names


class _Place(NamedTuple):
    """One output: a segment of a document, numbered as raters saw it."""

    document: str
    segment: int
    system: str


def convert(place: Place, read: Any, *, file: str, dimension: str) -> Iterator[Instance]:
    """Give one record an output, with one score a rater.

    Args:
        place: The recipe's files.
        read: Not needed.
        file: The table of the campaign.
        dimension: What its score is called.
    """
    del read
    latest = _latest(str(place / file))
    outputs: dict[_Place, list[dict[str, str]]] = {}
    counts: dict[tuple[str, str], int] = {}
    for (login, _), row in sorted(latest.items(), key=lambda item: (item[0][0], int(item[0][1]))):
        counts[login, row["document"]] = counts.get((login, row["document"]), 0) + 1
        # Some outputs fill a task up by standing in it twice, marked #duplicate1.
        document, system, *_ = row["document"].split("#")
        spot = _Place(document, counts[login, row["document"]], system)
        outputs.setdefault(spot, []).append(row)
    for spot, rows in outputs.items():
        yield Instance(
            instance_id=f"{spot.document}:{spot.segment}",
            system_id=spot.system,
            system_type="reference" if spot.system.startswith("ref") else "peer",
            judgments={dimension: [number(row["score"], file) for row in rows]},
            groups={"document": spot.document},
            meta={"spans": [msgspec.json.decode(row["spans"]) for row in rows]},
        )


def _latest(path: str) -> dict[tuple[str, str], dict[str, str]]:
    """Give the last rating of each item; raters could come back to one."""
    sheet = Sheet(columns=COLUMNS, delimiter="comma", quoting="quotes")
    found: dict[tuple[str, str], dict[str, str]] = {}
    for _, row in sheet.rows(path):
        if (
            row["type"] == "TGT"
            and "#bad" not in row["document"]
            and row["system"].startswith(TASK)
        ):
            key = (row["login"], row["item"])
            if key not in found or float(row["end"]) > float(found[key]["end"]):
                found[key] = row
    return found
