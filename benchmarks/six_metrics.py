"""Time whole processes of sacreval and of its peers on the same English pairs.

python benchmarks/six_metrics.py [--sizes 1000,10000,100000] [--limit 150]
    [--json FILE] [--plot FILE]

Two experiments: pairs a second against the size of the input, and CPU time against the number of
metrics. Every run is a process of its own (`six_metrics_jobs.py`), reading included; `--runs` of
them, their median. A run that would take more than `--limit` seconds is scaled from a smaller one,
and marked with ~.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kernels import sample
from six_metrics_jobs import METRICS, TOOLS, command


class Seconds(NamedTuple):
    """CPU seconds of a process."""

    user: float
    system: float


class Cost(NamedTuple):
    """CPU seconds of a run, user and system, and whether they were scaled."""

    cpu: float
    scaled: bool = False

    def __str__(self) -> str:
        return f"{'~' if self.scaled else ''}{self.cpu:.2f}"


def write_pairs(folder: Path, pairs: int) -> Path:
    """Write the given number of pairs as JSONL."""
    path = folder / f"{pairs}.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for prediction, references in zip(*sample("english", pairs), strict=True):
            record = {"prediction": prediction, "references": references}
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")
    return path


def run(tool: str, metrics: Sequence[str], path: Path) -> tuple[Seconds | None, str]:
    """Run one process; return its cost, or None and its last line of output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        command(tool, metrics, str(path)),
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    if done.returncode:
        return None, said[-1] if said else "no word"
    took = Seconds(after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime)
    return took, said[-1] if said else ""


def cost(
    tool: str, metrics: Sequence[str], paths: dict[int, Path], pairs: int, asked: argparse.Namespace
) -> Cost:
    """Return the median cost of a run, scaled from a tenth of the pairs where it takes too long."""
    smaller = max((size for size in paths if size < pairs), default=0)
    if smaller and tool != "sacreval":
        less = cost(tool, metrics, paths, smaller, asked)
        start = sum(run(tool, (), paths[smaller])[0] or (0,))
        scaled = start + (less.cpu - start) * pairs / smaller
        if less.scaled or scaled > asked.limit:
            return Cost(scaled, scaled=True)
    times = [run(tool, metrics, paths[pairs])[0] for _ in range(asked.runs)]
    return Cost(statistics.median(sum(took) for took in times if took is not None))


def usable(tools: Sequence[str], path: Path) -> dict[str, list[str]]:
    """List the metrics that each peer computes here, and print why not for the others."""
    found = {}
    for tool in tools:
        found[tool] = []
        for metric in METRICS:
            took, said = run(tool, (metric,), path)
            if took is not None:
                found[tool].append(metric)
            elif "no such metric" not in said:
                print(f"not run: {tool}, {metric}: {said[:120]}", flush=True)
    return {tool: metrics for tool, metrics in found.items() if metrics}


def by_size(found: dict[str, list[str]], paths: dict[int, Path], asked: argparse.Namespace) -> dict:
    """Time BLEU alone and all metrics of each tool against the size of the input."""
    table: dict = {}
    print(f"\n{'CPU seconds':28}" + "".join(f"{size:>12,}" for size in paths))
    for tool, metrics in found.items():
        ours = {}
        for chosen in dict.fromkeys([("bleu",), tuple(metrics)]):
            if "bleu" not in metrics:
                continue
            row = {size: cost(tool, chosen, paths, size, asked) for size in paths}
            label = f"{tool}, {'BLEU' if len(chosen) == 1 else f'{len(chosen)} metrics'}"
            print(f"{label:28}" + "".join(f"{row[size]!s:>12}" for size in paths), flush=True)
            ours["+".join(chosen)] = {size: each._asdict() for size, each in row.items()}
        table[tool] = ours
    return table


def by_metrics(
    found: dict[str, list[str]], paths: dict[int, Path], asked: argparse.Namespace
) -> dict:
    """Time the first one, two, … metrics of each tool on the middle size."""
    pairs = sorted(paths)[len(paths) // 2]
    table = {}
    print(f"\nCPU seconds by number of metrics, {pairs:,} pairs")
    for tool, metrics in found.items():
        chains = [tuple(metrics[: i + 1]) for i in range(len(metrics))]
        row = [cost(tool, chain, paths, pairs, asked) for chain in chains]
        print(f"{tool:28}" + "".join(f"{x!s:>10}" for x in row) + "  " + ", ".join(metrics))
        table[tool] = [
            {"metrics": chain, **each._asdict()} for chain, each in zip(chains, row, strict=True)
        ]
    return table


def plot(document: dict, path: Path) -> None:
    """Draw both experiments."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
    for tool, runs in document["by_size"].items():
        for name, row in runs.items():
            sizes = sorted(row, key=int)
            speed = [int(size) / row[size]["cpu"] for size in sizes]
            count = name.count("+") + 1
            label = f"{tool}, {'BLEU' if count == 1 else f'{count} metrics'}"
            left.plot(
                list(map(int, sizes)), speed, marker="o", ls="-" if count > 1 else ":", label=label
            )
    left.set(xscale="log", yscale="log", xlabel="pairs", ylabel="pairs a CPU second")
    for tool, row in document["by_metrics"].items():
        right.plot(range(1, len(row) + 1), [x["cpu"] for x in row], marker="o", label=tool)
    right.set(yscale="log", xlabel="number of metrics", ylabel="CPU seconds, whole process")
    left.set_ylim(top=2e6)
    for axes in (left, right):
        axes.grid(alpha=0.3)
        axes.legend(fontsize=8, loc="upper left", ncols=2)
    right.set_ylim(top=4e3)
    figure.savefig(path, dpi=120)


def main() -> int:
    """Measure, print two tables, write JSON and a plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--limit", type=float, default=150.0)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--tools", default=",".join(TOOLS))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sizes = sorted(map(int, asked.sizes.split(",")))
        paths = {size: write_pairs(Path(folder), size) for size in sizes}
        few = write_pairs(Path(folder), 3)
        found = usable(asked.tools.split(","), few)
        document = {
            "by_size": by_size(found, paths, asked),
            "by_metrics": by_metrics(found, paths, asked),
        }
    if asked.json:
        asked.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if asked.plot:
        plot(document, asked.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
