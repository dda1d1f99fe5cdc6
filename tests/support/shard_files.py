"""Files of records that are shards of one run, and workers that are in this process."""

import json
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sacreval.execution.local import Local
from sacreval.execution.whole_shards import ScoredShard, ShardWork
from sacreval.scoring import shards


def record(i: Any, system: str | None = "mt", **fields: Any) -> dict[str, Any]:
    """Return an output of a system."""
    named = {"instance_id": i, "system_id": system}
    texts = {"prediction": f"the cat number {i} sat", "references": [f"a cat number {i} sits"]}
    return {k: v for k, v in {**named, **texts, **fields}.items() if v is not None}


def write_shards(folder: Path, files: Sequence[Sequence[Any]]) -> list[str]:
    """Write files of records, or of lines, and return their names."""
    names = []
    for i, rows in enumerate(files):
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        (folder / f"part-{i}.jsonl").write_text("".join(f"{x}\n" for x in lines), encoding="utf-8")
        names.append(f"part-{i}.jsonl")
    return names


def call_here(monkeypatch: Any) -> list[ScoredShard | None]:
    """Let --workers read small shards too, in this process, and return what they find."""
    scored: list[ScoredShard | None] = []

    def here(_: Local, work: ShardWork, every: Sequence[Any]) -> Iterator[ScoredShard | None]:
        for shard in every:
            sent = _sent(work)
            scored.append(_sent(sent.function(sent.task, _sent(shard))))
            yield scored[-1]

    monkeypatch.setattr(Local, "shards", here)
    take_any_size(monkeypatch)
    return scored


def take_any_size(monkeypatch: Any) -> None:
    """Let workers read shards however small they are, or unlike in size."""
    monkeypatch.setattr(shards, "LEAST", 0)
    monkeypatch.setattr(shards, "LARGEST", 1)


def _sent(value: Any) -> Any:
    """Return a value as another process gets it."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - written in the same line
