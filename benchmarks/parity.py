"""Compare every kernel with the official library on random texts, for a given number of pairs.

python benchmarks/parity.py --pairs 1000000 --seed 7 [--only rouge] [--workers 2]
prints one JSON object; exit code 1 if anything differs.
"""

import argparse
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "native"))

import random_alignment
import random_texts
from cases import Case, all_cases, differences

from sacreval.native import Texts

MAKERS = {
    "odd": random_texts.instance,
    "shifts": random_alignment.shifts,
    "synonyms": random_alignment.synonyms,
}
BATCH = 500
SHOWN = 3


def batch(random: Random, kind: str, most_references: int) -> tuple[list[str], list[list[str]]]:
    """Return BATCH random instances."""
    made = [MAKERS[kind](random, most_references) for _ in range(BATCH)]
    return [prediction for prediction, _ in made], [references for _, references in made]


def run(cases: list[Case], asked: argparse.Namespace) -> dict:
    """Check all cases on one stream of instances until `pairs` pairs were seen."""
    random = Random(asked.seed)
    wrong = dict.fromkeys((case.name for case in cases), 0)
    seen = instances = 0
    while seen < asked.pairs:
        predictions, own = batch(random, asked.texts, asked.references)
        texts = Texts(predictions, own, workers=asked.workers)
        for case in cases:
            for i, want, got in differences(case, predictions, own, texts=texts):
                wrong[case.name] += 1
                if wrong[case.name] <= SHOWN:
                    print(case.name, predictions[i], own[i], want, got, sep="\n  ", file=sys.stderr)
        seen += texts.pairs
        instances += len(texts)
    return {"instances": instances, "pairs": seen, "mismatches": wrong}


def main() -> int:
    """Parse the command line, and run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--references", type=int, default=4, help="most references an instance has")
    parser.add_argument("--texts", choices=MAKERS, default="odd", help="what they are hard for")
    parser.add_argument("--only", default="", help="only cases whose name contains this")
    parser.add_argument("--cheap", action="store_true", help="leave out the slow official metrics")
    asked = parser.parse_args()
    cases = [
        case for case in all_cases() if asked.only in case.name and (case.cheap or not asked.cheap)
    ]
    begun = time.process_time()
    result = run(cases, asked)
    result |= {
        "seed": asked.seed,
        "texts": asked.texts,
        "cpu_seconds": round(time.process_time() - begun, 1),
        "versions": {
            name: version(name)
            for name in ("sacrebleu", "rouge-score", "nltk", "jiwer", "rapidfuzz")
        },
    }
    print(json.dumps(result, indent=1))
    return int(any(result["mismatches"].values()))


if __name__ == "__main__":
    sys.exit(main())
