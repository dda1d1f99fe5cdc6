"""A log of lm-eval of many rows, and the CPU time and memory of reading it in several ways.

python benchmarks/lm_eval_log.py [--rows 100000] [--rounds 3] [--keep FILE]

Rows have a prompt of about 1.3 kB with two examples and an answer of 110 words. Each way runs in a
process of its own, in turns; seconds are user CPU, medians over rounds, and memory is the peak of
the process.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from measuring import compare, run_way
from msgspec import Raw, Struct
from msgspec import json as msgspec_json

BLOCK = 2**20


def rows(count: int, seed: int = 1) -> Iterator[str]:
    """Yield rows of an lm-eval log, one line each.

    Args:
        count: Number of rows.
        seed: Seed of the words.
    """
    random = Random(seed)
    words = ["".join(random.choices("etaoinshrdlu", k=random.randint(2, 8))) for _ in range(5000)]

    def text(size: int) -> str:
        return " ".join(random.choices(words, k=size))

    shots = "\n\n".join(f"Question: {text(40)}\nAnswer: {text(36)} #### 7" for _ in range(2))
    settings = {"until": ["\n\n", "Question:"], "do_sample": False, "max_gen_toks": 256}
    for i in range(count):
        question, target = text(25), str(random.randrange(1000))
        said = f"{text(110)} #### {target if random.random() < 0.6 else 'none'}"
        right = said.endswith(target)
        prompt = f"{shots}\n\nQuestion: {question}\nAnswer:"
        hashed = {f"{name}_hash": hashlib.sha256(f"{name}{i}".encode()).hexdigest()
                  for name in ("doc", "prompt", "target")}  # fmt: skip
        row = {
            "doc_id": i,
            "doc": {"question": question, "answer": f"#### {target}"},
            "target": target,
            "arguments": {"gen_args_0": {"arg_0": prompt, "arg_1": settings}},
            "resps": [[said]],
            "filtered_resps": [target if right else "0"],
            "filter": "strict-match",
            "metrics": ["exact_match"],
            **hashed,
            "exact_match": float(right),
        }
        yield json.dumps(row) + "\n"


class Row(Struct):
    """The fields that a bare typed reading decodes."""

    doc_id: int
    doc: Raw
    target: str
    arguments: dict[str, dict[str, Any]]
    resps: list[list[str]]
    filtered_resps: list[str]
    filter: str


def _blocks(path: str) -> Iterator[bytes]:
    rest = b""
    with Path(path).open("rb") as stream:
        while chunk := stream.read(BLOCK):
            end = chunk.rfind(b"\n") + 1
            yield rest + chunk[:end]
            rest = chunk[end:]


def _typed(path: str) -> None:
    decoder = msgspec_json.Decoder(Row)
    for block in _blocks(path):
        decoder.decode_lines(block)


def _untyped(path: str) -> None:
    decoder = msgspec_json.Decoder()
    for block in _blocks(path):
        decoder.decode_lines(block)


def _orjson(path: str) -> None:
    from orjson import loads

    with Path(path).open("rb") as stream:
        for line in stream:
            loads(line)


def _reader(path: str) -> None:
    from sacreval.readers.lm_eval import LmEvalReader

    for _ in LmEvalReader().read(path):
        pass


def _evaluate(path: str) -> None:
    from sacreval.commands.app import run

    run(["evaluate", "exact-match", path, "--allow-errors", "--quiet"])


WAYS: dict[str, Callable[[str], None]] = {
    "msgspec, typed": _typed,
    "msgspec, untyped": _untyped,
    "orjson by line": _orjson,
    "reader lm-eval": _reader,
    "evaluate exact-match": _evaluate,
}


def main() -> None:
    """Write the log and compare, or run one way."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", help="the log, which is written if it is not there, and kept")
    parser.add_argument("--way", choices=tuple(WAYS), help=argparse.SUPPRESS)
    parser.add_argument("--file", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.way:
        run_way(WAYS, asked.way, asked.file)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = asked.keep or str(Path(folder) / "samples_toy_2026-01-01T00-00-00.000000.jsonl")
        if not Path(path).is_file():
            with Path(path).open("w", encoding="utf-8") as out:
                out.writelines(rows(asked.rows))
        compare(__file__, dict.fromkeys(WAYS, sys.executable), path, asked.rounds)


if __name__ == "__main__":
    main()
