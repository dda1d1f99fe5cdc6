"""Writing of records, and of the published scores of a corpus in a separate file."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any

import msgspec

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.tally import Tally

SCORES = "scores"  # the key of `meta` in which readers store published metric scores


def scores_name(output: str) -> str:
    """Return the name of the file of published scores for a file of records."""
    return "scores.jsonl" if output == "records.jsonl" else f"{output[:-6]}.scores.jsonl"


def write(instances: Iterable[Instance], folder: Path, output: str) -> Tally:
    """Write records, one in each line.

    Published scores (`meta.scores`) are written to a separate file, in the format that `sacreval
    score` writes and `sacreval correlate` reads.

    Args:
        instances: The records.
        folder: Folder of the files.
        output: Name of the file of records.

    Returns:
        The counts of what was written.
    """
    tally = Tally()
    encode = msgspec.json.encode
    with ExitStack() as stack:
        lines = stack.enter_context((folder / output).open("wb"))
        published: IO[bytes] | None = None
        for instance in instances:
            record, scores = _without_scores(instance)
            tally.add(record, scores)
            lines.write(encode(record) + b"\n")
            if scores:
                if published is None:
                    path = folder / scores_name(output)
                    published = stack.enter_context(path.open("wb"))
                published.write(encode(_score_line(record, scores)) + b"\n")
    return tally


def _without_scores(instance: Instance) -> tuple[Instance, dict[str, Any]]:
    if not instance.meta or SCORES not in instance.meta:
        return instance, {}
    meta = {key: value for key, value in instance.meta.items() if key != SCORES}
    return msgspec.structs.replace(instance, meta=meta or None), instance.meta[SCORES]


def _score_line(instance: Instance, scores: dict[str, Any]) -> dict[str, Any]:
    line = {
        "instance_id": str(instance.instance_id),
        "system_id": instance.system_id,
        "system_type": instance.system_type,
        "scores": scores,
    }
    also = {"judgments": instance.judgments, "groups": instance.groups}
    return line | {name: value for name, value in also.items() if value}
