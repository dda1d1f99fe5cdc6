"""Wall time of the same command in one process, with workers, and on a cluster.

    SACREVAL_MIRROR=DIR python benchmarks/execution.py [--pairs N ...] [--official N]

Pairs are drawn from the 14 systems of WMT23 English-German with refA; official metrics score those
of at most 30 words. Ray runs on a cluster of two nodes of this machine with one processor each. The
CPU time beside the wall time is that of the process and its workers, not of Ray's. Result files
must be equal to the byte.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support import mirror

SUITE = ["suite", "-m", "bleu", "-m", "chrf"]
OFFICIAL = {"ter": ["ter", "--engine", "official"], "meteor": ["meteor", "--engine", "official"]}
PAIRS = (10_000, 100_000, 1_000_000)


class Taken(NamedTuple):
    """Wall and CPU seconds of a run."""

    wall: float
    cpu: float


def write(path: Path, n: int, *, words: int = 10**9) -> None:
    """Write random pairs of at most the given number of words."""
    drawn = random.Random(23)
    pairs = [
        (prediction, references[0])
        for system in mirror.wmt23_systems()
        for prediction, references in zip(*mirror.wmt23(system).short(words), strict=True)
    ]
    with path.open("w", encoding="utf-8") as stream:
        for prediction, reference in drawn.choices(pairs, k=n):
            line = {"prediction": prediction, "references": [reference]}
            stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def seconds(words: Sequence[str], records: Path, result: Path) -> Taken:
    """Run the command once."""
    command = [sys.executable, "-m", "sacreval", "evaluate", *words, str(records)]
    start, used = time.perf_counter(), _used()
    subprocess.run(
        [*command, "-o", str(result), "--force", "--no-cache", "-q"],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return Taken(round(time.perf_counter() - start, 1), round(_used() - used, 1))


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def cluster() -> Iterator[str]:
    """Start two nodes, and return their address."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    size = {"num_cpus": 1, "object_store_memory": 500 * 2**20}
    found = Cluster(initialize_head=True, head_node_args={**size, "include_dashboard": False})
    found.add_node(**size)
    found.wait_for_nodes()
    try:
        yield found.address
    finally:
        found.shutdown()


def compare(what: str, words: Sequence[str], ways: dict[str, list[str]], records: Path) -> None:
    """Print the seconds of each way, and whether the bytes are the same."""
    files = {name: records.with_name(f"{name}.json") for name in ways}
    taken = {name: seconds([*words, *how], records, files[name]) for name, how in ways.items()}
    same = len({path.read_bytes() for path in files.values()}) == 1
    times = {name: value._asdict() for name, value in taken.items()}
    print(json.dumps({"what": what, "same bytes": same, **times}), flush=True)


def main() -> None:
    """Print a line for every size and metric."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, nargs="*", default=PAIRS)
    parser.add_argument("--official", type=int, default=1000, help="pairs for official metrics")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        records = Path(folder) / "records.jsonl"
        if asked.official:
            write(records, asked.official, words=30)
            ways = {"serial": [], "2 workers": ["--workers", "2"]}
            for name, words in OFFICIAL.items():
                compare(f"{asked.official} pairs, official {name}", words, ways, records)
        for n in asked.pairs:
            write(records, n)
            with cluster() as address:
                ways = {"serial": [], "2 workers": ["--workers", "2"], "ray": ["--ray", address]}
                compare(f"{n} pairs, bleu and chrf", SUITE, ways, records)


if __name__ == "__main__":
    main()
