"""Worlds of real texts: segments of one system of WMT23 English-German, drawn with replacement."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks.calibration.cells import Cell, Seen
from benchmarks.calibration.evaluation import Array, seen
from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import entry

WMT23 = (
    "raw.githubusercontent.com/wmt-conference/ErrorSpanAnnotation/"
    "e7f88b51a5d36dd5a9c9c1d80556f69637716cd4/data/mt-metrics-eval-v2/wmt23"
)
SYSTEM = "ONLINE-B"
METRICS = {"corpus BLEU": "bleu", "corpus chrF": "chrf", "own: TER": "ter", "own: ROUGE-L": "rouge"}
OUTPUT = {"own: ROUGE-L": "rougeL_f1"}
SIZES = (10, 20, 30, 50, 100, 300)
ABSENT = (
    "real texts: SACREVAL_MIRROR names no folder with WMT23; worlds of BLEU and chrF are left out"
)


def folder() -> Path | None:
    """Return the folder of WMT23 in the mirror, or None."""
    found = Path(os.environ.get("SACREVAL_MIRROR") or os.devnull) / WMT23
    return found if found.is_dir() else None


def systems() -> list[str]:
    """List the systems."""
    found = folder()
    names = [] if found is None else (found / "system-outputs/en-de").glob("*.txt")
    return sorted(path.stem for path in names)


def _lines(where: str) -> list[str]:
    found = folder()
    if found is None:
        raise FileNotFoundError(where)
    return (found / where).read_text(encoding="utf-8").removesuffix("\n").split("\n")


@cache
def metric(spec: str) -> Metric:
    """Create a metric."""
    return entry(spec).on_engine(None).metric


@cache
def rows(spec: str, system: str) -> Array:
    """Return the rows of all segments, array (557, k), against reference A."""
    references = _lines("references/en-de.refA.txt")
    texts = _lines(f"system-outputs/en-de/{system}.txt")
    records = [
        Instance(instance_id=str(i), system_id=system, prediction=text, references=[reference])
        for i, (text, reference) in enumerate(zip(texts, references, strict=True))
    ]
    return metric(spec).rows(Batch(records))


def cells() -> Iterator[Cell]:
    """Yield corpus metrics of real texts; nothing where the mirror lacks them."""
    if folder() is None:
        return
    system = next(name for name in systems() if SYSTEM.lower() in name.lower())
    for world, spec in METRICS.items():
        for n in SIZES:
            yield _cell(world, spec, system, n)


def _cell(world: str, spec: str, system: str, n: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        every, output = rows(spec, system), OUTPUT.get(world, metric(spec).outputs[0])
        truth = float(metric(spec).reduce(every.sum(axis=0))[output])
        part = every[rng.integers(len(every), size=n)]
        return {"interval": seen(metric(spec), part, truth, output=output)}

    return Cell("evaluate", f"{world}, WMT23 en-de", str(n), {"interval": "coverage"}, simulate)
