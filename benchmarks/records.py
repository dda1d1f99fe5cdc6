"""How fast msgspec and pydantic check the same JSONL records, and what defining a class costs.

python benchmarks/records.py [--records 100000] [--classes 200]
Classes have five fields; imports and decorators are not timed.
"""

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import make_dataclass
from typing import Any

import msgspec
from pydantic import BaseModel, ConfigDict, TypeAdapter

from sacreval.core.records import Instance

BATCH = 4096
SIDE = "the quick brown fox jumps over the lazy dog while twelve tired editors look on and wonder"


class Record(BaseModel):
    """The fields that these records use, as pydantic checks them."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    instance_id: str | int | None = None
    system_id: str | None = None
    prediction: Any = None
    references: list[Any] | None = None


def definition(define: Callable[[], object], classes: int) -> float:
    """Return the CPU milliseconds to define a class."""
    start = time.process_time()
    for _ in range(classes):
        define()
    return (time.process_time() - start) / classes * 1000


def definitions(classes: int) -> None:
    """Print what defining a frozen dataclass and a frozen struct takes, and the ratio."""
    fields = [(f"field{i}", int, 0) for i in range(5)]
    dataclass = definition(lambda: make_dataclass("C", fields, frozen=True), classes)
    struct = definition(lambda: msgspec.defstruct("S", fields, frozen=True), classes)
    print(f"a frozen dataclass {dataclass:.2f} ms, a struct {struct:.3f} ms, "
          f"{dataclass / struct:.0f}x")  # fmt: skip


def decoding(records: int) -> None:
    """Print CPU seconds of both for the same records, and their ratio."""
    lines = [
        json.dumps({"instance_id": str(i), "prediction": f"{SIDE} {i}", "references": [SIDE]})
        for i in range(records)
    ]
    blocks = ["\n".join(lines[i : i + BATCH]).encode() for i in range(0, records, BATCH)]
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
    print(f"{records} records: msgspec {ours:.3f} s, pydantic {theirs:.3f} s, {theirs / ours:.1f}x")


def main() -> None:
    """Print both."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--classes", type=int, default=200)
    asked = parser.parse_args()
    decoding(asked.records)
    definitions(asked.classes)


if __name__ == "__main__":
    main()
