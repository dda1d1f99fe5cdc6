"""Cost and saving of `--resume` and the cache, on texts of WMT23 from SACREVAL_MIRROR.

SACREVAL_MIRROR=DIR python benchmarks/long_runs.py [--runs 3]
CPU seconds of whole commands, user and system, start-up included; medians. It takes a few minutes.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
from pathlib import Path

from processes import sacreval

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support import mirror


def write(path: Path, n: int, words: int = 10**6) -> Path:
    """Write n pairs of WMT23 as records, with texts of at most `words` words."""
    with path.open("w", encoding="utf-8") as stream:
        i = 0
        while i < n:
            for system in mirror.wmt23_systems():
                data = mirror.wmt23(system).short(words)
                for text, references in zip(data.predictions, data.references, strict=True):
                    record = {
                        "instance_id": i,
                        "prediction": f"{text} {i // 7000 or ''}",
                        "references": references[:1],
                    }
                    stream.write(f"{json.dumps(record)}\n")
                    i += 1
                    if i == n:
                        return path
    return path


def seconds(*words: object, runs: int) -> float:
    """Return the CPU time of a command."""
    return statistics.median(sacreval(*words).cpu for _ in range(runs))


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SACREVAL_CACHE_HOME"] = f"{folder}/cache"
        for n in (10_000, 100_000):
            path = write(Path(folder) / f"{n}.jsonl", n)
            plain = seconds("evaluate", "bleu", path, runs=runs)
            kept = seconds("evaluate", "bleu", path, "--resume", f"{folder}/partial", runs=runs)
            print(f"bleu of {n} pairs: {plain:.2f} s, with --resume {kept:.2f} s")
        for name, longest in (("ter", 50), ("meteor", 10**6)):  # long texts take sacrebleu hours
            path = write(Path(folder) / "2000.jsonl", 2000, longest)
            words = ("evaluate", name, path, "--engine", "official")
            without = seconds(*words, "--no-cache", runs=1)
            first, second = seconds(*words, runs=1), seconds(*words, runs=runs)
            size = sum(p.stat().st_size for p in Path(folder).rglob("*.rows"))
            print(
                f"official {name} of 2000 pairs: {without:.1f} s without cache, "
                f"first {first:.1f} s, second {second:.2f} s; {size} bytes in the cache"
            )


if __name__ == "__main__":
    main()
