"""Time each kernel against its official library on the mirror's English pairs.

python benchmarks/kernels.py [--pairs 10000] [--runs 5] [--only chrf] [--json FILE]
Official and native take turns; each number is the median user CPU of the runs, gathering included.
"""

import argparse
import json
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests" / "native")]

import mirror

Job = Callable[[list[str], list[list[str]]], object]


@dataclass(frozen=True)
class Bench:
    """One metric: the official way and ours, from strings to statistics."""

    name: str
    official: Job
    native: Callable[[list[str], list[list[str]], int], object]
    corpus: str = "english"
    official_pairs: int = 10_000  # scale the official side down where it takes minutes
    target: float = 0.0  # ratio to reach


def all_benches() -> list[Bench]:
    """Return the benches of every `kernels_*` module beside this one."""
    modules = sorted(path.stem for path in HERE.glob("kernels_*.py"))
    return [bench for name in modules for bench in import_module(name).BENCHES]


def sample(corpus: str, pairs: int) -> tuple[list[str], list[list[str]]]:
    """Return `pairs` real instances; beyond the corpus's size, drawn again (`_once`: not)."""
    predictions, references = mirror.available()[corpus]()
    order = list(range(len(predictions)))
    random = Random(12345)
    random.shuffle(order)
    if not corpus.endswith("_once"):
        order += random.choices(order, k=max(0, pairs - len(order)))
    return [predictions[i] for i in order[:pairs]], [references[i] for i in order[:pairs]]


def copies(texts: tuple[list[str], list[list[str]]]) -> tuple[list[str], list[list[str]]]:
    """Return equal strings that share no memory and no cached encoding with the given ones."""
    predictions, references = texts
    return [p[:1] + p[1:] for p in predictions], [
        [r[:1] + r[1:] for r in own] for own in references
    ]


def user() -> float:
    """User CPU seconds of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def timed(job: Callable[[], object]) -> tuple[float, float]:
    """Return (user CPU, wall) seconds of one call."""
    cpu, wall = user(), time.perf_counter()
    job()
    return user() - cpu, time.perf_counter() - wall


def repeated(job: Callable[..., object], texts: tuple, times: int) -> tuple[float, float]:
    """Return (user CPU, wall) per call over fresh strings: one call is too short for the clock."""
    fresh = [copies(texts) for _ in range(times)]
    cpu, wall = timed(lambda: [job(*each) for each in fresh])
    return cpu / times, wall / times


def measure(bench: Bench, pairs: int, runs: int) -> dict:
    """Time one bench, official and native in turn."""
    texts = sample(bench.corpus, pairs)
    pairs = len(texts[0])
    few = min(pairs, bench.official_pairs)
    part = (texts[0][:few], texts[1][:few])
    official, one, two = [], [], []
    for _ in range(runs):
        fresh = copies(part)
        official.append(timed(lambda fresh=fresh: bench.official(*fresh))[0] * pairs / few)
        one.append(repeated(lambda p, r: bench.native(p, r, 1), texts, 5))
        two.append(repeated(lambda p, r: bench.native(p, r, 2), texts, 5))
    reference, ours = statistics.median(official), statistics.median(cpu for cpu, _ in one)
    walls = [min(wall for _, wall in times) for times in (one, two)]
    return {
        "pairs": pairs,
        "official_seconds": round(reference, 4),
        "native_seconds": round(ours, 5),
        "ratio": round(reference / ours, 1),
        "target": bench.target,
        "two_threads": round(walls[0] / walls[1], 2),
    }


def main() -> int:
    """Measure, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="only benches whose name contains this")
    parser.add_argument("--json", type=Path, default=None, help="also write the numbers there")
    asked = parser.parse_args()
    present = mirror.available()
    results = {}
    print(f"{'metric':38}{'official s':>11}{'native s':>10}{'ratio':>8}{'target':>8}{'2 thr':>7}")
    for bench in all_benches():
        if asked.only not in bench.name:
            continue
        if bench.corpus not in present:
            print(f"{bench.name:38} not run: no corpus {bench.corpus} in the mirror")
            continue
        found = results[bench.name] = measure(bench, asked.pairs, asked.runs)
        print(
            f"{bench.name:38}{found['official_seconds']:11.3f}{found['native_seconds']:10.4f}"
            f"{found['ratio']:8.1f}{found['target']:8.0f}{found['two_threads']:7.2f}",
            flush=True,
        )
    if asked.json:
        document = {"pairs": asked.pairs, "runs": asked.runs, "results": results}
        asked.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
