"""Worlds of gates: a run of the same system, or of a worse one, against an accepted run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.calibration.cells import Cell, Kind, Seen
from benchmarks.calibration.evaluation import Array, collected, mean_rows
from sacreval.features.gates.paired_rows import TwoRuns
from sacreval.features.gates.regression import judge
from sacreval.features.gates.regression_rule import Regression
from sacreval.metrics.answers.exact_match import ExactMatch
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.result_files import Baseline
from sacreval.stats.significance.non_inferiority import answer, mean_range

SIZES = (50, 200, 1_000)
MARGIN = 0.05


def fails(before: Array, now: Array) -> bool:
    """Whether `evaluate --baseline` fails a run; both are scores of 0/1, arrays (n,)."""
    metric = ExactMatch()
    runs = [
        Evaluation([Entry(metric)], {"system": collected(metric, mean_rows(x))})
        for x in (before, now)
    ]
    results = [run.report().results for run in runs]
    records = {one.instance_id: one for one in runs[0].instances()}
    baseline = Baseline("baseline", results[0], {"system": records})
    verdicts, _ = judge(TwoRuns(runs[1], results[1], baseline), Regression())
    return not all(one.passed for one in verdicts)


def cells() -> Iterator[Cell]:
    """Yield nightly runs without a change, and runs that are worse by exactly a margin."""
    for n in SIZES:
        yield _same(n)
        yield _margin(n)


def _same(n: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        chances = rng.beta(1.05, 0.45, n)
        before, now = ((rng.random(n) < chances) * 1.0 for _ in range(2))
        worse = (rng.random(n) < np.clip(chances - 0.12, 0, 1)) * 1.0
        return {
            "evaluate --baseline fails": Seen(fails(before, now)),
            "evaluate --baseline finds a drop of about .1": Seen(fails(before, worse)),
        }

    kinds: dict[str, Kind] = {
        "evaluate --baseline fails": "one-sided",
        "evaluate --baseline finds a drop of about .1": "power",
    }
    return Cell("gates", "the same system, sampled again", str(n), kinds, simulate, 0.5)


def _margin(n: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        kind = rng.random(n)
        gains = (kind < 0.1) * 1.0 - (kind >= 0.85) * 1.0  # .1 less .15
        verdict = answer(mean_range(gains, alpha=0.05), MARGIN)
        return {"called not worse by .05": Seen(verdict == "not worse")}

    kinds: dict[str, Kind] = {"called not worse by .05": "size"}
    return Cell("gates", "0/1, worse by exactly .05", str(n), kinds, simulate)
