"""Size and CPU time of a report: two systems, three metrics, all texts.

python benchmarks/report.py [--records 50000]
"""

import argparse
import json
import tempfile
from pathlib import Path

from large_inputs import Writer
from processes import sacreval

METRICS = ("bleu", "chrf", "wer")


def write(path: Path, records: int) -> Path:
    """Write records of two systems that read alike."""
    sides = [Writer(seed).sentences(records) for seed in (16, 17, 18)]
    with path.open("w", encoding="utf-8") as stream:
        for i, (*outputs, reference) in enumerate(zip(*sides, strict=True)):
            for system, text in zip("ab", outputs, strict=True):
                record = {
                    "instance_id": i,
                    "system_id": system,
                    "prediction": f"{text} {reference}",
                    "references": [reference],
                }
                stream.write(f"{json.dumps(record)}\n")
    return path


def main() -> None:
    """Print the size of the page, and the time to write it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=50_000, help="of each system")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        path = write(folder / "outputs.jsonl", asked.records)
        suite = [word for name in METRICS for word in ("-m", name)]
        written = ("-o", folder / "result.json", "--instances", folder / "scores.jsonl")
        sacreval("evaluate", "suite", *suite, path, *written)
        page = folder / "report.html"
        took = sacreval("report", folder / "result.json", "--inputs", path, "-o", page)
        size = page.stat().st_size / 1e6
        print(f"2 x {asked.records:,} records, {len(METRICS)} metrics: a page of {size:.0f} MB, "
              f"{took.cpu:.0f} s CPU, {took.mib:.0f} MiB")  # fmt: skip


if __name__ == "__main__":
    main()
