"""Time each kernel against its official library on real pairs of the mirror.

python benchmarks/kernels.py [--corpora english,wmt23,summeval] [--pairs 1000,10000,100000]
    [--runs 5] [--only chrf] [--json FILE] [--plot FILE.png]
Official and native take turns; each number is the median user CPU of the runs, gathering included.
Official libraries that take minutes are timed on fewer pairs, and scaled.
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
from itertools import cycle
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests" / "native")]

import mirror

Job = Callable[[list[str], list[list[str]]], object]

SLOWER = {"summeval": 10, "wmt23": 5}  # corpora with long texts: divide the number of pairs by this


@dataclass(frozen=True)
class Bench:
    """One metric: the official library and the kernel, from strings to statistics."""

    name: str
    official: Job
    native: Callable[[list[str], list[list[str]], int], object]
    corpus: str = ""  # corpora with the references it needs; any if empty
    official_pairs: int = 10_000  # scale the official side down where it takes minutes
    target: float = 0.0  # ratio to reach


def all_benches() -> list[Bench]:
    """Return the benches of every `kernels_*` module beside this one."""
    modules = sorted(path.stem for path in HERE.glob("kernels_*.py"))
    return [bench for name in modules for bench in import_module(name).BENCHES]


def sample(corpus: str, pairs: int) -> tuple[list[str], list[list[str]]]:
    """Return `pairs` real instances; beyond the corpus's size, drawn again (`_once`: not)."""
    known = mirror.available()
    if corpus not in known:
        raise SystemExit(f"no corpus {corpus}: SACREVAL_MIRROR names a folder that has it")
    predictions, references = known[corpus]()
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


def measure(bench: Bench, corpus: str, pairs: int, runs: int) -> dict:
    """Time one bench, official and native in turn."""
    texts = sample(corpus, pairs)
    pairs = len(texts[0])
    few = min(pairs, bench.official_pairs // SLOWER.get(corpus, 1))
    part = (texts[0][:few], texts[1][:few])
    times = max(1, 50_000 // pairs)
    bench.official(texts[0][:20], texts[1][:20])  # what is read or compiled once
    bench.native(*copies(texts), 1)
    official, one, two = [], [], []
    for _ in range(runs):
        fresh = copies(part)
        official.append(timed(lambda fresh=fresh: bench.official(*fresh))[0] * pairs / few)
        one.append(repeated(lambda p, r: bench.native(p, r, 1), texts, times))
        two.append(repeated(lambda p, r: bench.native(p, r, 2), texts, times))
    reference, ours = statistics.median(official), statistics.median(cpu for cpu, _ in one)
    walls = [min(wall for _, wall in times) for times in (one, two)]
    return {
        "pairs": pairs,
        "official_pairs": few,
        "official_seconds": round(reference, 4),
        "native_seconds": round(ours, 5),
        "ratio": round(reference / ours, 1),
        "target": bench.target,
        "two_threads": round(walls[0] / walls[1], 2),
    }


def table(corpus: str, pairs: int, asked: argparse.Namespace) -> dict:
    """Measure and print all benches that apply to one corpus at one size."""
    print(f"{f'{corpus}, {pairs:,} pairs':38}", end="")
    print(f"{'official s':>11}{'native s':>10}{'ratio':>8}{'target':>8}{'2 thr':>7}")
    results = {}
    for bench in all_benches():
        if asked.only not in bench.name or (bench.corpus and corpus != "english"):
            continue
        if (bench.corpus or corpus) not in mirror.available():
            print(f"{bench.name:38} not run: the mirror has no {bench.corpus or corpus}")
            continue
        found = measure(bench, bench.corpus or corpus, pairs, asked.runs)
        results[bench.name] = found
        print(
            f"{bench.name:38}{found['official_seconds']:11.3f}{found['native_seconds']:10.4f}"
            f"{found['ratio']:8.1f}{found['target']:8.0f}{found['two_threads']:7.2f}",
            flush=True,
        )
    return results


def plot(results: dict[str, dict], path: Path) -> None:
    """Draw the ratios of every metric, a mark for each corpus and size, and the targets."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    names = list(dict.fromkeys(name for found in results.values() for name in found))
    places = {name: -i for i, name in enumerate(names)}
    figure, axes = plt.subplots(figsize=(9, 1.2 + 0.36 * len(names)), layout="constrained")
    both = [(name, one["target"]) for found in results.values() for name, one in found.items()]
    targets = {name: target for name, target in both if target > 0}
    marks = list(targets.values()), [places[name] for name in targets]
    axes.plot(*marks, "|", c="black", ms=16, label="to reach, English pairs")
    for (label, found), mark in zip(results.items(), cycle("osD^vP*Xd"), strict=False):
        x, y = [one["ratio"] for one in found.values()], [places[name] for name in found]
        axes.plot(x, y, mark, alpha=0.8, label=label)
    axes.set_yticks(list(places.values()), list(places))
    axes.set(xscale="log", xlabel="times as fast as the official library, user CPU")
    axes.grid(alpha=0.3, which="both", axis="x")
    axes.legend(fontsize=8)
    figure.savefig(path, dpi=120)


def main() -> int:
    """Measure, print tables, write JSON and a plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", default="english")
    parser.add_argument("--pairs", default="10000")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="only benches whose name contains this")
    parser.add_argument("--json", type=Path, default=None, help="also write the numbers there")
    parser.add_argument("--plot", type=Path, default=None, help="also draw the ratios")
    asked = parser.parse_args()
    results = {
        f"{corpus}, {pairs:,} pairs": table(corpus, pairs, asked)
        for corpus in asked.corpora.split(",")
        for pairs in map(int, asked.pairs.split(","))
    }
    if asked.json:
        document = {"runs": asked.runs, "results": results}
        asked.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if asked.plot:
        plot(results, asked.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
