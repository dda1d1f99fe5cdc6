"""How fast msgspec and pydantic decode and check the same JSONL records."""

import json
import time
from typing import Any

import msgspec
from pydantic import BaseModel, ConfigDict, TypeAdapter

from sacreval.records import Instance

RECORDS = 100_000
BATCH = 4096
SIDE = "the quick brown fox jumps over the lazy dog while twelve tired editors look on and wonder"


class Record(BaseModel):
    """The fields that these records use, as pydantic checks them."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    instance_id: str | int | None = None
    system_id: str | None = None
    prediction: Any = None
    references: list[Any] | None = None


def main() -> None:
    """Print CPU seconds of both, and their ratio."""
    lines = [
        json.dumps({"instance_id": str(i), "prediction": f"{SIDE} {i}", "references": [SIDE]})
        for i in range(RECORDS)
    ]
    blocks = ["\n".join(lines[i : i + BATCH]).encode() for i in range(0, RECORDS, BATCH)]
    decoder = msgspec.json.Decoder(Instance)
    adapter = TypeAdapter(Record)

    start = time.process_time()
    for block in blocks:
        decoder.decode_lines(block)
    ours = time.process_time() - start
    start = time.process_time()
    for block in blocks:
        [adapter.validate_json(line) for line in block.split(b"\n")]
    theirs = time.process_time() - start
    print(f"{RECORDS} records: msgspec {ours:.3f} s, pydantic {theirs:.3f} s, {theirs / ours:.1f}x")


if __name__ == "__main__":
    main()
