"""CPU time of help and of scoring a few records: the fixed cost of every run.

python benchmarks/startup.py [--runs 7]
The aim is 0.12 s for `sacreval --help` and `sacreval evaluate bleu --help`, and 0.05 s for a run of
a native metric without intervals where a bare interpreter takes 0.015 s. The runs take turns.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

SAMPLE = Path(__file__).resolve().parents[1] / "configs" / "sample" / "outputs.jsonl"
COMMANDS = (
    ["--version"],
    ["--help"],
    ["evaluate", "bleu", "--help"],
    ["evaluate", "bleu", str(SAMPLE)],
    ["evaluate", "bleu", str(SAMPLE), "--format", "json"],
    ["evaluate", "bleu", str(SAMPLE), "--fail-under", "bleu=1"],
    ["evaluate", "bleu", str(SAMPLE), "--ci"],
    ["evaluate", "suite", "-m", "bleu", "-m", "chrf", "-m", "ter", str(SAMPLE)],
    ["evaluate", "suite", "question-answering", str(SAMPLE)],
)


def cpu_seconds(words: list[str]) -> float:
    """Run a command once and return its user and system time; without words, a bare interpreter."""
    program = ["-m", "sacreval", *words] if words else ["-c", "pass"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {k: x for k, x in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *program], check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the least and the median of several runs of each command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7)
    asked = parser.parse_args()
    every: list[list[str]] = [[], *COMMANDS]
    for words in every:
        cpu_seconds(words)
    turns = [[cpu_seconds(words) for words in every] for _ in range(asked.runs)]
    for words, times in zip(every, zip(*turns, strict=True), strict=True):
        name = f"sacreval {' '.join(words)}" if words else "python -c pass"
        print(f"{min(times):.3f} {statistics.median(times):.3f} s CPU: {name}")


if __name__ == "__main__":
    main()
