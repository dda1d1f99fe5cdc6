"""CPU time of `sacreval --help` and `sacreval evaluate bleu --help`; the aim is 0.12 s each."""

import resource
import statistics
import subprocess
import sys

COMMANDS = (["--help"], ["evaluate", "bleu", "--help"])
RUNS = 7


def cpu_seconds(words: list[str]) -> float:
    """Run a command once and give the user and system time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "sacreval", *words], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the median of several runs of each command."""
    for words in COMMANDS:
        cpu_seconds(words)
        median = statistics.median(cpu_seconds(words) for _ in range(RUNS))
        print(f"sacreval {' '.join(words)}: {median:.3f} s CPU")


if __name__ == "__main__":
    main()
