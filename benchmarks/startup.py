"""CPU time of help and of scoring a few records: the fixed cost of every run.

python benchmarks/startup.py [--runs 7]
The aim is 0.12 s for `sacreval --help` and `sacreval evaluate bleu --help`.
"""

import argparse
import resource
import statistics
import subprocess
import sys
from pathlib import Path

SAMPLE = Path(__file__).resolve().parents[1] / "configs" / "sample" / "outputs.jsonl"
COMMANDS = (
    ["--help"],
    ["evaluate", "bleu", "--help"],
    ["evaluate", "bleu", str(SAMPLE)],
    ["evaluate", "suite", "-m", "bleu", "-m", "chrf", "-m", "ter", str(SAMPLE)],
)


def cpu_seconds(words: list[str]) -> float:
    """Run a command once and return its user and system time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "sacreval", *words], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the median of several runs of each command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7)
    asked = parser.parse_args()
    for words in COMMANDS:
        cpu_seconds(words)
        median = statistics.median(cpu_seconds(words) for _ in range(asked.runs))
        print(f"sacreval {' '.join(words)}: {median:.3f} s CPU")


if __name__ == "__main__":
    main()
