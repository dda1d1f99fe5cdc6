"""Time 1,000 resamples of BLEU and chrF, by sacrebleu and sacreval, each in a process of its own.

python benchmarks/bootstrap.py [--pairs 100000] [--runs 3] [--json FILE]
The statistics are computed beforehand; drawing, summing, scoring and the bounds are timed.
sacrebleu needs about 5 GiB of memory for 100,000 pairs of BLEU and spends as much time to allocate
it, so CPU time here is user and system. Prints medians, the largest memory of the whole process,
and the bounds, which must be equal but for the single precision of sacrebleu's sums.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from kernels import sample

METRICS = ("bleu", "chrf")
RESAMPLES = 1000
NEAR = 1e-5


def official(metric, rows) -> tuple[float, float, float]:
    """Return seconds and the bounds, by sacrebleu."""
    from sacrebleu.significance import _bootstrap_resample

    scorer, listed = metric.official(), rows.astype(int).tolist()
    begun = time.process_time()
    _, scores = _bootstrap_resample(listed, scorer, RESAMPLES)
    values = sorted(score.score for score in scores)
    cut = len(values) // 40
    return time.process_time() - begun, float(values[cut]), float(values[-cut - 1])


def sacreval(metric, rows) -> tuple[float, float, float]:
    """Return seconds and the bounds, by sacreval."""
    from sacreval.stats.resampling import bootstrap_sums, percentile_interval

    begun = time.process_time()
    (sums,) = bootstrap_sums([rows], resamples=RESAMPLES, seed=12345)
    (scores,) = metric.reduce(sums).values()
    low, high = percentile_interval(scores, level=0.95)
    return time.process_time() - begun, float(low), float(high)


def job(tool: str, name: str, pairs: int) -> None:
    """Run as one process: print seconds, bounds and MiB."""
    from sacreval.core.metric import metrics
    from sacreval.core.records import Batch, Instance

    metric = metrics.get(name)().with_engine("native")
    texts = zip(*sample("english", pairs), strict=True)
    rows = metric.rows(Batch([Instance(prediction=p, references=r) for p, r in texts]))
    found = {"official": official, "sacreval": sacreval}[tool](metric, rows)
    print(json.dumps([*found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


def run(tool: str, name: str, pairs: int) -> list[float]:
    """Run one process."""
    words = [sys.executable, __file__, "--job", tool, "--metric", name, "--pairs", str(pairs)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise SystemExit(f"{tool}, {name}: {done.stderr}")
    return json.loads(done.stdout)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path, default=None, help="also write the numbers there")
    parser.add_argument("--job", default="", help=argparse.SUPPRESS)
    parser.add_argument("--metric", default="bleu", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.job:
        job(asked.job, asked.metric, asked.pairs)
        return 0
    results, equal = {}, True
    for name in METRICS:
        runs = [
            [run(x, name, asked.pairs) for x in ("official", "sacreval")] for _ in range(asked.runs)
        ]
        theirs, ours = zip(*runs, strict=True)
        seconds = [statistics.median(one[0] for one in side) for side in (theirs, ours)]
        same = all(abs(theirs[0][k] - ours[0][k]) < NEAR for k in (1, 2))
        equal = equal and same
        results[name] = {
            "official_seconds": seconds[0],
            "sacreval_seconds": seconds[1],
            "ratio": seconds[0] / seconds[1],
            "official_mib": max(one[3] for one in theirs),
            "sacreval_mib": max(one[3] for one in ours),
            "official_bounds": theirs[0][1:3],
            "sacreval_bounds": ours[0][1:3],
        }
        print(name, json.dumps(results[name]), "equal" if same else "DIFFERENT", flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return int(not equal)


if __name__ == "__main__":
    sys.exit(main())
