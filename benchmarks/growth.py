"""How cost grows with records, systems, metrics, references and resamples: lines and their slopes.

python benchmarks/growth.py [--turns 3] [--only records] [--most 0] [--write]

Each line is a command whose input grows in one way alone; a point is the least CPU time of
`--turns` processes, user and system, one line at a time, its points in turns. Memory is the most of
a process. What was measured is kept in docs/growth.json; `--write` writes docs/growth.md and its
figure. `--most` leaves out points above that size.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from kernels import sample
from machine import described
from processes import sacreval

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "docs"))

from generator import growth

BASE = 10_000  # pairs where something else grows
OF_A_SYSTEM = 500
Words = list[str]


@dataclass(frozen=True)
class Line:
    """A command whose input grows in one way.

    Args:
        name: What it is called.
        axis: What grows.
        sizes: The sizes.
        words: The command, from the folder of files and a size.
    """

    name: str
    axis: str
    sizes: Sequence[int]
    words: Callable[[Path, int], Words]


def write_records(path: Path, records: Iterator[dict]) -> str:
    """Write records as JSONL, once."""
    if not path.exists():
        lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
        path.write_text("".join(lines), encoding="utf-8")
    return str(path)


def pairs(folder: Path, size: int) -> str:
    """Write English pairs."""
    return write_records(folder / f"pairs-{size}.jsonl", with_first(size))


def with_first(size: int) -> Iterator[dict]:
    """Yield pairs with one reference."""
    for own, wanted in zip(*sample("english", size), strict=True):
        yield {"prediction": own, "references": wanted[:1]}


def with_references(folder: Path, count: int) -> str:
    """Write pairs with so many references each, the others drawn from other pairs."""
    return write_records(folder / f"references-{count}.jsonl", referenced(count))


def referenced(count: int) -> Iterator[dict]:
    """Yield pairs with so many references."""
    predictions, references = sample("english", BASE)
    random = Random(count)
    for own, wanted in zip(predictions, references, strict=True):
        others = [random.choice(references)[0] for _ in range(count - 1)]
        yield {"prediction": own, "references": [wanted[0], *others]}


def of_systems(folder: Path, count: int) -> str:
    """Write the outputs of so many systems, each with words left out."""
    return write_records(folder / f"systems-{count}.jsonl", outputs_of(count))


def outputs_of(count: int) -> Iterator[dict]:
    """Yield 500 outputs for each system."""
    predictions, references = sample("english", OF_A_SYSTEM)
    random = Random(7)
    for system in range(count):
        for place, (own, wanted) in enumerate(zip(predictions, references, strict=True)):
            words = own.split()
            del words[random.randrange(max(1, len(words))) :][: system % 3]
            yield {
                "system_id": f"s{system}",
                "instance_id": str(place),
                "prediction": " ".join(words),
                "references": wanted[:1],
            }


def suite(count: int) -> Words:
    """Return a suite of so many entries: BLEU and chrF in turn, of orders 1, 2, …."""
    names = (("bleu", "max_ngram_order"), ("chrf", "char_order"))
    made = (
        names[i % 2][0] + json.dumps({names[i % 2][1]: i // 2 + 1, "as": f"m{i}"})
        for i in range(count)
    )
    return ["evaluate", "suite", *(word for spec in made for word in ("-m", spec))]


SIX = ("bleu", "chrf", "rouge", 'meteor{"tokenize": "whitespace"}', "ter", "wer")
LINES = (
    Line("`evaluate bleu`", "records", (3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000),
         lambda folder, n: ["evaluate", "bleu", pairs(folder, n)]),
    Line("six metrics", "records", (1_000, 3_000, 10_000, 30_000, 100_000, 300_000),
         lambda folder, n: ["evaluate", "suite", *(w for m in SIX for w in ("-m", m)),
                            pairs(folder, n)]),
    Line("`evaluate bleu`", "systems", (10, 30, 100, 300, 1_000),
         lambda folder, n: ["evaluate", "bleu", of_systems(folder, n)]),
    Line("`compare bleu`", "systems", (3, 10, 30, 100, 300),
         lambda folder, n: ["compare", "bleu", of_systems(folder, n)]),
    Line("BLEU and chrF of orders 1, 2, …", "metrics", (1, 2, 4, 8, 12),
         lambda folder, n: [*suite(n), pairs(folder, BASE)]),
    Line("`evaluate bleu`", "references", (1, 2, 4, 8, 16, 32),
         lambda folder, n: ["evaluate", "bleu", with_references(folder, n)]),
    Line("`evaluate bleu --ci`", "resamples", (1_000, 3_000, 10_000, 30_000),
         lambda folder, n: ["evaluate", "bleu", pairs(folder, BASE), "--ci", "--resamples",
                            str(n)]),
)  # fmt: skip


def in_child(make: Callable[[Path, int], Words], folder: Path, size: int) -> None:
    """Write the input in a process of its own, so that this one stays small."""
    if (child := os.fork()) == 0:
        make(folder, size)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        raise SystemExit("the input could not be written")


def measured(line: Line, folder: Path, asked: argparse.Namespace) -> dict:
    """Run each point of a line in turns."""
    sizes = [size for size in line.sizes if not asked.most or size <= asked.most]
    for size in sizes:
        in_child(line.words, folder, size)
    words = {size: [*line.words(folder, size), "--no-cache"] for size in sizes}
    taken = [{size: sacreval(*words[size]) for size in sizes} for _ in range(asked.turns)]
    points = [
        [size, round(min(turn[size].cpu for turn in taken), 3),
         round(max(turn[size].mib for turn in taken))]
        for size in sizes
    ]  # fmt: skip
    return {"name": line.name, "axis": line.axis, "points": points, "measured": described()}


def main() -> int:
    """Measure, keep, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", default="", help="lines whose axis contains this word")
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--json", type=Path, default=ROOT / growth.FIGURES)
    parser.add_argument("--write", action="store_true", help="write docs/growth.md and its figure")
    asked = parser.parse_args()
    known = json.loads(asked.json.read_text(encoding="utf-8")) if asked.json.exists() else []
    kept = {(one["axis"], one["name"]): one for one in known}
    with tempfile.TemporaryDirectory() as name:
        for line in LINES:
            if asked.only in line.axis and asked.turns:
                found = measured(line, Path(name), asked)
                print(line.axis, line.name, found["points"], flush=True)
                kept[line.axis, line.name] = found
                ordered = [kept[key] for key in ((x.axis, x.name) for x in LINES) if key in kept]
                asked.json.write_text(growth.written(ordered), encoding="utf-8")
    if asked.write:
        lines = json.loads(asked.json.read_text(encoding="utf-8"))
        (ROOT / growth.PAGE).write_text(growth.page(lines), encoding="utf-8")
        draw(lines, ROOT / growth.PICTURE)
    return 0


def draw(lines: Sequence[dict], path: Path) -> None:
    """Draw a panel for each axis, both scales logarithmic, with the fitted lines."""
    from sacreval.report.plots.matplotlib_figures import (
        GRID,
        PALETTE,
        PLAIN,
        panels,
        plain_axes,
        save,
    )

    axes_names = list(dict.fromkeys(one["axis"] for one in lines))
    figure, each = panels(len(axes_names), look=PLAIN, single=(5, 4), each=(3.4, 2.7))
    for name, axes in zip(axes_names, each, strict=True):
        plain_axes(axes, x=name, y="CPU seconds")
        for place, one in enumerate(one for one in lines if one["axis"] == name):
            sizes, seconds = [p[0] for p in one["points"]], [p[1] for p in one["points"]]
            start, slope = growth.fit(one["points"])
            label = f"{one['name'].replace('`', '')}: {growth.cost(one)}"
            axes.plot(sizes, seconds, "osD"[place], color=PALETTE[place], ms=4, label=label)
            ends = (0, max(sizes))
            axes.plot(ends, [start + slope * n for n in ends], color=PALETTE[place], lw=1)
        axes.set(xlim=(0, None), ylim=(0, None))
        axes.ticklabel_format(axis="x", style="plain")
        axes.tick_params(axis="x", labelsize=6)
        axes.grid(color=GRID, lw=0.6)
        axes.legend(fontsize=6, frameon=False)
    save(figure, path, "How cost grows")


if __name__ == "__main__":
    sys.exit(main())
