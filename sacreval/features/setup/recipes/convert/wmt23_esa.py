"""ESA's campaign: ratings of error spans, without attention checks.

Source: Kocmi et al. (2024), Error Span Annotation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.json_documents import document as read_document
from sacreval.io.formats.values import number

COLUMNS = (
    "login", "system", "item", "type", "source_lang", "target_lang", "score", "document",
    "complete", "spans", "start", "end",
)  # fmt: skip
TASK = "wmt23."  # systems of tutorials have other prefixes
WEIGHTS = {"minor": -1.0, "major": -5.0, "critical": -25.0, "undecided": 0.0}
PUNCTUATION = -0.1
SKIPPED = ("#bad", "#duplicate")  # attention checks, and rows that fill up a task

Row = Mapping[str, str]


class _Item(NamedTuple):
    """An item of a task as shown to a rater, with its output, DOCUMENT#SYSTEM."""

    task: int
    item: str
    document: str


def convert(
    place: CorpusFiles, *, file: str, tasks: str, dimension: str, weigh: bool = False
) -> Iterator[Instance]:
    """Yield one record for each judged output; inputs are numbered as in the test set.

    Args:
        place: The recipe's files.
        file: The table of the campaign.
        tasks: The file of its tasks, with the position of each item in the test set.
        dimension: Name of the score.
        weigh: Whether the score is the sum of the weights of spans, as in MQM; the scores in the
            table are then zeros.
    """
    lines = _lines(str(place / tasks))
    for seen, row in sorted(_latest(str(place / file)).items(), key=lambda pair: lines[pair[0]]):
        document, system, *_ = seen.document.split("#")
        spans = msgspec.json.decode(row["spans"])
        score = sum(map(weight, spans)) + 0.0 if weigh else number(row["score"], file)
        yield Instance(
            instance_id=str(lines[seen] + 1),
            system_id=system,
            system_type="reference" if system.startswith("ref") else "peer",
            judgments={dimension: score},
            groups={"document": document},
            meta={"spans": spans},
        )


def weight(span: Mapping[str, Any]) -> float:
    """Return the weight of an error span, as defined by the campaign's authors."""
    if "Punctuation" in (span.get("error_type") or ()):
        return PUNCTUATION
    return WEIGHTS[span["severity"]]


def _lines(path: str) -> dict[_Item, int]:
    """Return the line of the test set, from 0, of each item of the tasks."""
    return {
        _Item(task["task"]["batchNo"], str(item["itemID"]), item["documentID"]): int(
            item["_item"].split(" | ")[1]
        )
        for task in read_document(path)
        for item in task["items"]
        if item["targetID"].startswith(TASK)
    }


def _latest(path: str) -> dict[_Item, Row]:
    """Return the last rating of each item, since raters could rate one again."""
    sheet = Sheet(columns=COLUMNS, delimiter="comma", quoting="quotes")
    latest: dict[_Item, Row] = {}
    for _, row in sheet.rows(path):
        name = row["document"]
        if row["type"] != "TGT" or not row["system"].startswith(TASK):
            continue
        if any(mark in name for mark in SKIPPED):
            continue
        # A login ends in the number of its task, in hexadecimal.
        seen = _Item(int(row["login"][-2:], 16), row["item"], name)
        if seen not in latest or float(row["end"]) > float(latest[seen]["end"]):
            latest[seen] = row
    return latest
