"""Run the cells, or write what is finished into the file that the docs show."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.calibration import texts
from benchmarks.calibration.every import every_cell
from benchmarks.calibration.shared_resamples import shared_resamples
from benchmarks.calibration.store import collected, run

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Run cells that are not finished; print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    parser.add_argument("--worlds", type=int, default=2_000, help="worlds of a usual cell")
    parser.add_argument("--hours", type=float, default=10.0, help="begin no cell after so many")
    parser.add_argument("--only", default="", help="cells whose name contains this word")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "calibration", help="finished cells"
    )
    parser.add_argument(
        "--write", action="store_true", help="write docs/promises.json, its page and figure"
    )
    options = parser.parse_args()
    if texts.folder() is None:
        sys.stderr.write(f"{texts.ABSENT}\n")
    cells = [cell for cell in every_cell() if options.only in cell.name]
    with shared_resamples():
        for found in run(cells, options.folder, worlds=options.worlds, hours=options.hours):
            for one in found["figures"]:
                sys.stderr.write(
                    f"{one['rate']:.3f} ({one['se']:.3f}) {one['verdict']:14} {one['verb']} "
                    f"{one['procedure']}: {one['world']}, n {one['n']}, "
                    f"{one['judged']} of {one['worlds']} worlds\n"
                )
    if options.write:
        write(collected(every_cell(), options.folder))


def write(found: dict[str, Any]) -> None:
    """Write the figures, and the page and the picture that show them."""
    sys.path.append(str(ROOT / "docs"))
    from generator import promises

    text = json.dumps(found, indent=1)
    (ROOT / promises.FIGURES).write_text(f"{text}\n", encoding="utf-8")
    (ROOT / promises.PAGE).write_text(promises.page(found), encoding="utf-8")
    promises.draw(found, ROOT / promises.PICTURE)


if __name__ == "__main__":
    main()
