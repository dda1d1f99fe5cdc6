"""A log of inspect_ai of many samples, and the CPU time and memory of reading it in several ways.

python benchmarks/inspect_log.py [--samples 5000] [--rounds 3] [--keep FILE] [--python PYTHON]

Samples have one question and five events, which are most of the 13 kB of each. Each way runs in a
process of its own, in turns; seconds are user CPU, medians over rounds, and memory is the peak of
the process. With --python, the interpreter of an environment with inspect_ai, its own reader runs.
"""

import argparse
import json
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from measuring import compare, run_way

METHOD = 93  # Zstandard
EVENTS = 5
OFFICIAL = "inspect_ai's own reader"


def header(count: int) -> dict[str, Any]:
    """Return what a log states about its run."""
    stats = {"accuracy": {"name": "accuracy", "value": 0.5, "params": {}}}
    score = {"name": "match", "scorer": "match", "params": {}, "metrics": stats, "reducer": "mean"}
    return {
        "version": 2,
        "status": "success",
        "eval": {
            "eval_id": "e",
            "run_id": "r",
            "created": "2026-01-01T00:00:00+00:00",
            "task": "toy",
            "task_id": "t",
            "dataset": {"samples": count, "sample_ids": list(range(1, count + 1))},
            "model": "mockllm/model",
            "config": {"epochs": 1},
        },
        "results": {"total_samples": count, "completed_samples": count, "scores": [score]},
        "stats": {
            "started_at": "2026-01-01T00:00:00+00:00",
            "completed_at": "2026-01-01T00:00:00+00:00",
        },
    }


def samples(count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Yield samples of a log.

    Args:
        count: Number of samples.
        seed: Seed of the words.
    """
    random = Random(seed)
    words = ["".join(random.choices("etaoinshrdlu", k=random.randint(2, 8))) for _ in range(5000)]
    for i in range(1, count + 1):
        question, answer = (" ".join(random.choices(words, k=size)) for size in (40, 110))
        choice = {
            "message": {"content": answer, "source": "generate", "role": "assistant"},
            "stop_reason": "stop",
        }
        output = {"model": "mockllm/model", "choices": [choice], "completion": answer}
        asked = {"role": "user", "content": question, "source": "input"}
        event = {
            "timestamp": "2026-01-01T00:00:00+00:00",
            "working_start": 0.0,
            "event": "model",
            "model": "mockllm/model",
            "input": [asked],
            "tools": [],
            "tool_choice": "none",
            "config": {},
            "output": output,
        }
        yield {
            "id": i,
            "epoch": 1,
            "input": question,
            "target": answer[-5:],
            "messages": [asked, choice["message"]],
            "output": output,
            "scores": {"match": {"value": "C", "answer": answer[-5:], "explanation": answer}},
            "metadata": {"topic": "toy"},
            "store": {},
            "events": [event] * EVENTS,
            "model_usage": {},
            "attachments": {},
        }


def members(count: int) -> Iterator[tuple[str, Any]]:
    """Yield the names and contents of a log's members."""
    for sample in samples(count):
        yield f"samples/{sample['id']}_epoch_1.json", sample
    yield "header.json", header(count)


def write(path: Path, count: int) -> None:
    """Write a log whose members are compressed with Zstandard, as inspect_ai 0.3.285 does."""
    import zstandard

    packer, directory, number = zstandard.ZstdCompressor(), b"", count + 1
    with path.open("wb") as out:
        for name, value in members(count):
            text = json.dumps(value).encode()
            packed = packer.compress(text)
            common = struct.pack("<5H3L2H", 20, 0, METHOD, 0, 0, zlib.crc32(text), len(packed),
                                 len(text), len(name), 0)  # fmt: skip
            place = struct.pack("<3H2L", 0, 0, 0, 0, out.tell())
            directory += b"PK\x01\x02" + struct.pack("<H", 20) + common + place + name.encode()
            out.write(b"PK\x03\x04" + common + name.encode() + packed)
        place = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, number, number, len(directory),
                            out.tell(), 0)  # fmt: skip
        out.write(directory + place)


def _reader(path: str) -> None:
    from sacreval.readers.inspect import InspectReader

    for _ in InspectReader().read(path):
        pass


def _official(path: str) -> None:
    from inspect_ai.log import read_eval_log

    read_eval_log(path)


WAYS: dict[str, Callable[[str], None]] = {
    "reader inspect": _reader,
    OFFICIAL: _official,
}


def main() -> None:
    """Write the log and compare, or run one way."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--samples", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", help="the log, which is written if it is not there, and kept")
    parser.add_argument("--python", default=sys.executable, help="a Python with inspect_ai")
    parser.add_argument("--way", choices=tuple(WAYS), help=argparse.SUPPRESS)
    parser.add_argument("--file", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.way:
        run_way(WAYS, asked.way, asked.file)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(asked.keep or Path(folder) / "2026-01-01T00-00-00_toy_x.eval")
        if not path.is_file():
            write(path, asked.samples)
        pythons = dict.fromkeys(WAYS, sys.executable) | {OFFICIAL: asked.python}
        compare(__file__, pythons, str(path), asked.rounds)


if __name__ == "__main__":
    main()
