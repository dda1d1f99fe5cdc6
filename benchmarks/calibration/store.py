"""Store: a JSON file for every finished cell, so that a run can be continued after any end."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from benchmarks.calibration.cells import BANDS, SEED, Cell, Figure
from sacreval.core.version import version


def run(
    cells: Iterable[Cell], folder: Path, *, worlds: int, hours: float, seed: int = SEED
) -> Iterator[dict[str, Any]]:
    """Run the cells that have no file of as many worlds yet; yield each that is finished.

    Args:
        cells: What to run, in this order.
        folder: Where files are kept.
        worlds: Worlds of a cell with share 1.
        hours: After so many hours no further cell is begun.
        seed: Seed of all cells.
    """
    folder.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + 3600 * hours
    for cell in cells:
        path = folder / f"{cell.name}.json"
        if _finished(path, cell.worlds(worlds), seed):
            continue
        if time.monotonic() > until:
            return
        begun = time.monotonic()
        figures = [one.to_json() for one in cell.run(worlds, seed)]
        found = {
            "worlds": cell.worlds(worlds),
            "seed": seed,
            "sacreval": version(),
            "seconds": round(time.monotonic() - begun, 1),
            "figures": figures,
        }
        beside = path.with_suffix(".part")
        beside.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        os.replace(beside, path)  # noqa: PTH105 - atomic; a run may be killed at any time
        yield found


def _finished(path: Path, worlds: int, seed: int) -> bool:
    if not path.exists():
        return False
    found = json.loads(path.read_text(encoding="utf-8"))
    return bool(found["worlds"] >= worlds and found["seed"] == seed)


def collected(cells: Iterable[Cell], folder: Path) -> dict[str, Any]:
    """Return the figures of all cells that have a file, in the order of the cells."""
    paths = {folder / f"{cell.name}.json": cell.verb for cell in cells}
    done = [path for path in paths if path.exists()]
    found = [json.loads(path.read_text(encoding="utf-8")) for path in done]
    return {
        "sacreval": version(),
        "seed": SEED,
        "bands": BANDS,
        "cells": len(paths),
        "finished": len(found),
        "not_run": sorted(set(paths.values()) - {paths[path] for path in done}),
        "figures": [_judged(figure) for one in found for figure in one["figures"]],
    }


def _judged(figure: dict[str, Any]) -> dict[str, Any]:
    """Judge a kept figure again, by the bands as they are now."""
    return Figure(**{part.name: figure[part.name] for part in fields(Figure)}).to_json()
