"""PandaLM's test set: pairs of responses that three people compared, and the verdicts of judges.

Source: Wang et al. (2024), PandaLM.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import document

ANNOTATORS = ("annotator1", "annotator2", "annotator3")
LABELS = {0: "tie", 1: "1", 2: "2"}


def convert(
    place: CorpusFiles, *, pairs: str, judges: dict[str, str] | None = None
) -> Iterator[Instance]:
    """Yield the pairs with human preferences, or the verdicts of judges about them.

    Args:
        place: The recipe's files.
        pairs: The JSON file of the pairs.
        judges: Judge to the JSON file of its verdicts.
    """
    rows = {row["idx"]: row for row in document(str(place / pairs))}
    if not judges:
        yield from (_pair(row) for row in rows.values())
        return
    for name, file in judges.items():
        for verdict in document(str(place / file)):
            yield _verdict(rows[verdict["idx"]], name, verdict)


def _pair(row: Mapping[str, Any]) -> Instance:
    return Instance(
        instance_id=str(row["idx"]),
        system_id=row["cmp_key"],
        input=_task(row),
        choices=[row["response1"], row["response2"]],
        judgments={"preference": [row[name] for name in ANNOTATORS]},
        groups=_groups(row),
    )


def _verdict(row: Mapping[str, Any], judge: str, verdict: Mapping[str, Any]) -> Instance:
    label = verdict.get("gpt_result", verdict.get("pandalm_result"))
    return Instance(
        instance_id=str(row["idx"]),
        system_id=judge,
        prediction=LABELS[label] if isinstance(label, int) else str(label).lower(),
        references=[_majority(row)],
        groups=_groups(row),
    )


def _majority(row: Mapping[str, Any]) -> str:
    """Return the label of most annotators; this corpus has no ties among three."""
    return LABELS[Counter(row[name] for name in ANNOTATORS).most_common(1)[0][0]]


def _task(row: Mapping[str, Any]) -> str:
    return "\n\n".join(part for part in (row["instruction"], row["input"]) if part)


def _groups(row: Mapping[str, Any]) -> dict[str, str | int | float | bool]:
    first, _, second = row["cmp_key"].partition("_")
    return {"system1": first, "system2": second, "application": row["motivation_app"]}
