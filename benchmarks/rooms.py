"""Count rooms, features and the imports between them: `python benchmarks/rooms.py`.

Of the last commits it counts those that touch the files of a single feature.
"""

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))

from generator.rooms import house


def main() -> None:
    """Print the counts, every arrow that points up, and the pairs of features."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commits", type=int, default=100, help="number of commits looked at")
    commits = parser.parse_args().commits
    plan = house(ROOT)
    rooms = sum(map(len, plan.floors))
    print(f"{rooms} rooms, {len(plan.arrows)} arrows, {len(plan.up())} of them up")
    for a, b in plan.up():
        print(f"{a} imports {b}")
    print(f"{len(plan.beside)} pairs of features, {sum(plan.beside.values())} imports")
    for (a, b), count in sorted(plan.beside.items()):
        print(f"{a} imports {b} ({count})")
    touched = list(map(features_of, changes(commits)))
    some, single = sum(map(bool, touched)), sum(len(names) == 1 for names in touched)
    print(f"of {some} commits that touch a feature, {single} touch a single one")


def changes(commits: int) -> list[list[str]]:
    """Return the files that each of the last commits changes."""
    command = ["git", "log", f"-{commits}", "--name-only", "--format=%x00"]
    text = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [entry.split() for entry in text.split("\0")[1:]]


def features_of(files: list[str]) -> set[str]:
    """Return the features that files of the package belong to."""
    parts = (name.split("/") for name in files)
    return {part[2] for part in parts if part[:2] == ["sacreval", "features"] and len(part) > 3}


if __name__ == "__main__":
    main()
