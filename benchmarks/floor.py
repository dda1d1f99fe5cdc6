"""How far whole commands are from what the machine must pay anyway: six metrics and their floor.

python benchmarks/floor.py [--sizes 100000,1000000] [--turns 3] [--compiler g++]

`floor_probes.cpp`, compiled anew, measures primitives on the same file: nanoseconds to read a byte,
to find the strings of the JSON, to look at a byte once and hash words, for a lookup in a small
table, and for a row of an edit distance of up to 64 words. BLAKE2b, by which sacreval names the
data in signatures, is that of Python. The floor of a metric is a bare interpreter, one pass of each
over the file, and the lookups and rows that its definition cannot do without (`WORK`).
"""

import argparse
import hashlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kernels import sample
from machine import described
from processes import alone
from six_metrics import write_pairs

SOURCE = Path(__file__).with_name("floor_probes.cpp")
ALL = "all six"


@dataclass(frozen=True)
class Work:
    """What the definition of a metric needs.

    Args:
        spec: The metric, as a suite names it.
        words: Lookups for each word of both sides.
        characters: Lookups for each character of both sides.
        rows: Rows of an edit distance or common subsequence for each word of the output.
    """

    spec: str
    words: float = 0
    characters: float = 0
    rows: float = 0


WORK = {
    "bleu": Work("bleu", words=4),  # n-grams of four orders
    "chrf": Work("chrf", characters=6),  # n-grams of six orders
    "ter": Work("ter", words=10, rows=2),  # shifts of up to ten words; edits before and after
    "rouge": Work("rouge", words=2, rows=1),  # two orders; one common subsequence
    "meteor": Work('meteor{"tokenize": "whitespace"}', words=12),  # itself, its stem, ten synonyms
    "wer": Work("wer", words=1, rows=1),
}


@dataclass(frozen=True)
class Texts:
    """Sizes of a file of pairs: bytes, and words and characters of both sides."""

    size: int
    words: int
    characters: int


def needed(work: Work, texts: Texts, cost: Mapping[str, float]) -> float:
    """Return the nanoseconds of a metric beyond reading."""
    lookups = work.words * texts.words + work.characters * texts.characters
    return lookups * cost["lookup"] + work.rows * texts.words / 2 * cost["row"]


def reading(texts: Texts, cost: Mapping[str, float]) -> float:
    """Return the nanoseconds of one pass of each kind over the file."""
    return texts.size * sum(cost[name] for name in ("read", "scan", "hash", "tokenise"))


def floors(texts: Texts, cost: Mapping[str, float], start: float) -> dict[str, float]:
    """Return the seconds that each metric needs at least, and all six together."""
    each = {name: needed(work, texts, cost) for name, work in WORK.items()}
    each[ALL] = sum(each.values())
    return {name: start + (reading(texts, cost) + own) / 1e9 for name, own in each.items()}


def parsed(said: str) -> dict[str, float]:
    """Read what the probes printed."""
    return {name: float(number) for name, number in map(str.split, said.strip().splitlines())}


def hashing(content: bytes) -> float:
    """Return the nanoseconds for a byte of BLAKE2b, the least of several."""
    taken = []
    for _ in range(3):
        began = time.process_time_ns()
        hashlib.blake2b(content, digest_size=8).digest()
        taken.append((time.process_time_ns() - began) / len(content))
    return min(taken)


def compiled(folder: Path, compiler: str) -> Path:
    """Compile the probes."""
    program = folder / "probes"
    subprocess.run([compiler, "-O3", "-std=c++17", str(SOURCE), "-o", str(program)], check=True)
    return program


def measured_texts(path: Path, pairs: int) -> Texts:
    """Count the words and characters of a file of pairs."""
    predictions, references = sample("english", pairs)
    both = [*predictions, *(own[0] for own in references)]
    words, characters = sum(len(text.split()) for text in both), sum(map(len, both))
    return Texts(path.stat().st_size, words, characters)


def command(names: Sequence[str], path: Path) -> list[str]:
    """Return the command that scores a file with some of the metrics."""
    specs = [word for name in names for word in ("-m", WORK[name].spec)]
    return [sys.executable, "-m", "sacreval", "evaluate", "suite", *specs, str(path), "--no-cache"]


def least(words: list[str], turns: int) -> float:
    """Return the least CPU seconds of a process that must succeed."""
    runs = [alone(words, 3600, {}) for _ in range(turns)]
    if any(run.code for run in runs):
        raise SystemExit(runs[0].said)
    return min(run.cpu for run in runs)


def table(taken: Mapping[str, float], floor: Mapping[str, float]) -> str:
    """Return a row for each metric: seconds, floor, distance."""
    rows = [f"| {name} | {taken[name]:.2f} | {floor[name]:.2f} | {taken[name] / floor[name]:.1f} |"
            for name in taken]  # fmt: skip
    return "\n".join(["| metric | CPU seconds | floor | times |", "|---|---|---|---|", *rows])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="100000,1000000")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--compiler", default="g++")
    asked = parser.parse_args()
    print(described())
    with tempfile.TemporaryDirectory() as name:
        probes = compiled(Path(name), asked.compiler)
        for pairs in map(int, asked.sizes.split(",")):
            path = write_pairs(Path(name), pairs)
            start = least([sys.executable, "-c", "pass"], 7)
            cost = parsed(alone([str(probes), str(path)], 600, {}).said)
            cost["hash"] = hashing(path.read_bytes())
            print(f"\n{pairs:,} pairs;", ", ".join(f"{k} {v:.3f} ns" for k, v in cost.items()))
            chosen = {each: [each] for each in WORK} | {ALL: list(WORK)}
            taken = {each: least(command(own, path), asked.turns) for each, own in chosen.items()}
            print(table(taken, floors(measured_texts(path, pairs), cost, start)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
