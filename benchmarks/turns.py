"""Six metrics in one process, by the official libraries and by sacreval in turns.

python benchmarks/turns.py [--pairs 10000] [--turns 3] [--each 10] [--json FILE]

The official libraries are called from Python, and so is sacreval ("library"), whose command is
timed too ("command"). Each turn runs the official libraries once, and sacreval `--each` times, half
of them before and half after, of which the median counts. Prints every turn and the median of the
ratios, by user CPU and with system time.
"""

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path

from six_metrics import Seconds, run, write_pairs
from six_metrics_jobs import METRICS


def seconds(tool: str, path: Path) -> Seconds:
    """Run one process that must succeed."""
    took, said = run(tool, METRICS, path)
    if took is None:
        raise SystemExit(f"{tool}: {said}")
    return took


OURS = {"library": "library", "command": "sacreval"}


def turn(path: Path, each: int) -> dict[str, float]:
    """Run all."""
    ours = [{name: seconds(tool, path) for name, tool in OURS.items()} for _ in range(each // 2)]
    official = seconds("official", path)
    ours += [
        {name: seconds(tool, path) for name, tool in OURS.items()} for _ in range(each - each // 2)
    ]
    found = {"official_user": official.user, "official_cpu": sum(official)}
    for name in OURS:
        user = statistics.median(took[name].user for took in ours)
        cpu = statistics.median(sum(took[name]) for took in ours)
        found |= {
            f"{name}_user": user,
            f"{name}_cpu": cpu,
            f"{name}_ratio_user": official.user / user,
            f"{name}_ratio_cpu": sum(official) / cpu,
        }
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = write_pairs(Path(folder), asked.pairs)
        for tool in OURS.values():
            seconds(tool, path)  # warm the disk cache
        turns = []
        for _ in range(asked.turns):
            turns.append(turn(path, asked.each))
            print("  ".join(f"{k} {v:.3f}" for k, v in turns[-1].items()), flush=True)
    for name in OURS:
        user, cpu = (
            statistics.median(x[f"{name}_ratio_{kind}"] for x in turns) for kind in ("user", "cpu")
        )
        print(f"{name}: {user:.0f} times as fast by user CPU, {cpu:.0f} with system time")
    if asked.json:
        asked.json.write_text(json.dumps(turns, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
