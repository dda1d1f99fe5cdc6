"""Compare random records with ROUGE-1.5.5.pl and meteor-1.5.jar, line by line and bit by bit.

python benchmarks/fuzz_classic.py [--rouge 100000] [--long 150] [--meteor 8000] [--paraphrases 2000]
    [--seed 1]
SACREVAL_ROUGE_155 and SACREVAL_METEOR_JAR name the two programs (CONTRIBUTING.md); the data of both
metrics must be set up. A count of 0 leaves a part out. Exits with 1 if a line differs.
"""

import argparse
import gzip
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from support import meteor_runs, rouge_runs
from support.meteor_runs import unequal
from support.rouge_runs import differences, ours, theirs

SHARE = 0.001  # of the paraphrases of the table


def compared_rouge(script: Path, runs: Iterable[rouge_runs.RougeRun]) -> int:
    """Compare what the script and the metric print; return the number of runs that differ."""
    records = lines = wrong = 0
    for run in runs:
        expected = theirs(script, run)
        found = differences(expected, ours(run))
        records, lines = records + run.count, lines + expected.count("\n")
        if found:
            wrong += 1
            print(" ".join(run.script), *found, sep="\n  ", flush=True)
    print(f"ROUGE-1.5.5: {records} records, {lines} lines, {wrong} runs differ", flush=True)
    return wrong


def compared_meteor(jar: Path, runs: Iterable[meteor_runs.MeteorRun]) -> int:
    """Compare the statistics of the jar and the metric; return the number of pairs that differ."""
    pairs = wrong = 0
    for run in runs:
        found = unequal(jar, run)
        pairs, wrong = pairs + len(run.pairs), wrong + len(found)
        if found:
            print(" ".join(run.jar), *found[:3], sep="\n  ", flush=True)
    print(f"METEOR 1.5: {pairs} pairs, {wrong} differ", flush=True)
    return wrong


def phrases(jar: Path) -> Iterator[tuple[str, str]]:
    """Draw some paraphrases of the table beside the jar."""
    random = Random(0)
    with gzip.open(jar.parent / "data" / "paraphrase-en.gz", "rt", encoding="utf-8") as table:
        for _ in table:
            pair = next(table).strip(), next(table).strip()
            if random.random() < SHARE:
                yield pair


def main() -> int:
    """Run all parts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    for name, count in (("rouge", 100_000), ("long", 150), ("meteor", 8000), ("paraphrases", 2000)):
        parser.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    script, jar = (
        Path(os.environ.get(name, "")) for name in ("SACREVAL_ROUGE_155", "SACREVAL_METEOR_JAR")
    )
    began, wrong = time.monotonic(), 0
    wrong += compared_rouge(script, rouge_runs.runs(asked.seed, asked.rouge, 300))
    wrong += compared_rouge(script, rouge_runs.runs(asked.seed, asked.long, 50, long=0.3))
    wrong += compared_meteor(jar, meteor_runs.runs(asked.seed, asked.meteor, 250))
    if asked.paraphrases:
        drawn = list(phrases(jar))
        wrong += compared_meteor(jar, meteor_runs.runs(asked.seed, asked.paraphrases, 500, drawn))
    print(f"{time.monotonic() - began:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
