"""Rows of a run and its baseline without files, and worlds whose truth is known."""

import numpy as np

from sacreval.core.results import Result
from sacreval.features.gates.paired_rows import PairedRows
from sacreval.scoring.entries.run_metrics import entry
from sacreval.scoring.rows.collected_rows import Collected
from sacreval.scoring.rows.row_columns import Places
from sacreval.scoring.rows.subset import Subset


def result(value, outputs, output="exact_match", *, better=True):
    """Return a result of exact match, or of another metric."""
    return Result(
        metric="exact-match", output=output, system_id="a", group=None, value=float(value), n=1,
        higher_is_better=better, interval=None, signature=f"exact-match|outputs:{outputs}",
        engine="native",
    )  # fmt: skip


def right_or_wrong(now, old, *, runs=1, groups=None, same=False):
    """Return the rows of a run and of its baseline from their scores, arrays (n,)."""
    metric = entry("exact-match")
    now, old = (np.asarray(x, dtype=float) for x in (now, old))
    collected = Collected([metric])
    collected.groups.update(groups or {})
    collected.places = Places.of(map(str, range(len(now))))
    rows = [np.column_stack([x, np.ones(len(x))]) for x in (now, old)]
    members = Subset(metric, rows[0], np.arange(len(now)), collected)
    results = result(now.mean(), "x"), result(old.mean(), "x" if same else "y")
    return PairedRows(*results, members, rows[1], runs)


def nights(rng, n, runs):
    """Draw runs of one system on items that it gets right by chance, arrays (runs, n)."""
    return (rng.random((runs, n)) < rng.beta(1.05, 0.45, n)).astype(float)
