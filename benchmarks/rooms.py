"""Count the rooms of the package and the arrows between them: `python benchmarks/rooms.py`."""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))

from generator.rooms import house


def main() -> None:
    """Print the counts, and every arrow that points up."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    found = house(ROOT)
    rooms = sum(map(len, found.floors))
    print(f"{rooms} rooms, {len(found.arrows)} arrows, {len(found.up())} of them up")
    for a, b in found.up():
        print(f"{a} imports {b}")


if __name__ == "__main__":
    main()
