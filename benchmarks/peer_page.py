"""The page and the figure of `peers.py`, from what was measured."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from peer_jobs import Job
from peers_none import ABSENT, ALONE

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "docs"))

from generator import speed


def explained(metrics: Mapping[str, dict], jobs: list[Job]) -> dict:
    """Return what the page needs: figures in the order of the jobs, and the reasons beside them."""
    found = {}
    for job in jobs:
        if job.name in metrics:
            one = metrics[job.name]
            differs = {peer.package: peer.differs for peer in job.peers}
            runs = {
                tool: {**run, "differs": differs.get(tool, "")} for tool, run in one["runs"].items()
            }
            found[job.name] = {**one, "why": job.why, "runs": runs}
    alone = [[why, sorted(names.split())] for why, names in ALONE.items()]
    return {
        "metrics": found,
        "waiting": waiting(found, jobs),
        "alone": alone,
        "absent": list(ABSENT.items()),
    }


def waiting(found: Mapping[str, dict], jobs: list[Job]) -> dict:
    """Return what has no figures: metrics, and tools by the metrics that lack them."""
    tools: dict[str, list[str]] = {}
    for job in jobs:
        for peer in job.peers:
            if job.name in found and peer.package not in found[job.name]["runs"]:
                tools.setdefault(peer.package, []).append(job.name)
    return {"metrics": [job.name for job in jobs if job.name not in found], "tools": tools}


def write_page(found: Mapping) -> None:
    """Write the page and its figure."""
    (ROOT / speed.PAGE).write_text(speed.page(found), encoding="utf-8")
    draw(found["metrics"], ROOT / speed.PICTURE)


def draw(metrics: Mapping[str, dict], path: Path) -> None:
    """Draw how many times as fast sacreval is: a row for each metric, a dot for each size."""
    from sacreval.report.plots.matplotlib_figures import (
        DARK,
        GRID,
        PALETTE,
        new_figure,
        plain_axes,
        save,
    )

    sizes = speed.sizes_of(metrics)
    figure, axes = new_figure(7.5, 0.19 * len(metrics) + 1)
    plain_axes(axes, x="times as fast as the fastest other tool, CPU time of the whole process")
    axes.axvline(1, color=DARK, lw=0.8)
    for place, size in enumerate(sizes):
        dots = [
            (ratio, row)
            for row, one in enumerate(metrics.values())
            if (ratio := speed.times(one["runs"], size)) is not None
        ]
        axes.plot(
            *zip(*dots, strict=True), color=PALETTE[place], marker="osD"[place % 3], ls="", ms=4,
            label=f"{size:,} records",
        )  # fmt: skip
    axes.set(xscale="log", ylim=(len(metrics) - 0.5, -0.5))
    axes.tick_params(axis="x", which="both", labelsize=7)
    for axis in (axes.xaxis.set_major_formatter, axes.xaxis.set_minor_formatter):
        axis(lambda number, _: f"{number:g}")
    axes.set_yticks(range(len(metrics)), list(metrics), fontsize=7)
    axes.grid(axis="y", color=GRID, lw=0.6)
    axes.legend(fontsize=7, loc="lower right", bbox_to_anchor=(1, 1), ncols=3, frameon=False)
    save(figure, path, "Speed beside other tools")


def stored(path: Path) -> dict:
    """Return the metrics that were measured before."""
    return json.loads(path.read_text(encoding="utf-8"))["metrics"] if path.exists() else {}
