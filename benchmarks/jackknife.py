"""Cost of jackknifing over 11 references: `score` with it over `score` without, on SummEval.

python benchmarks/jackknife.py RECORDS.jsonl

where RECORDS.jsonl is what `sacreval setup-dataset fabbri2020 DIR` writes. The aim is at most 3.
"""

import argparse
import json
import statistics
import time

from sacreval.core.metric import Metric, metrics
from sacreval.core.records import Batch
from sacreval.readers.jsonl import JsonlReader
from sacreval.scoring.pair_scores import score

RUNS = 5
METRICS = {
    "bleu": {},
    "chrf": {},
    "google-bleu": {},
    "rouge": {"types": ("1", "2", "L", "Lsum"), "stemmer": True},
    "token-f1": {},
}


def cpu_seconds(instances: list[Batch], metric: Metric, *, jackknife: bool) -> float:
    """Score once, on newly gathered texts, and return the CPU time."""
    fresh = [Batch(batch.instances, batch.origin, batch.lines, batch.system) for batch in instances]
    start = time.process_time()
    score(fresh, metric, jackknife=jackknife)
    return time.process_time() - start


def main() -> None:
    """Print the ratio of each metric as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", metavar="RECORDS.jsonl")
    asked = parser.parse_args()
    batches = list(JsonlReader().read(asked.records))
    ratios = {}
    for name, options in METRICS.items():
        metric = metrics.get(name)(**options).with_engine("native")
        both = [
            statistics.median(cpu_seconds(batches, metric, jackknife=on) for _ in range(RUNS))
            for on in (True, False)
        ]
        ratios[name] = {"with": both[0], "without": both[1], "ratio": both[0] / both[1]}
    print(json.dumps(ratios, indent=1))


if __name__ == "__main__":
    main()
