"""Pairs of systems from plain scores, and comparisons of them."""

import numpy as np

from sacreval.core.metric import metrics
from sacreval.features.compare.compared_pairs import units
from sacreval.features.compare.pairs.paired_scores import Member, Pair, SystemScores
from sacreval.features.compare.result import Comparison, Settings, TestResult
from sacreval.scoring.entries.run_metrics import Entry

QUICK = {"trials": 1_000, "resamples": 200}


def sides_of(*systems, groups=None, metric="exact-match", **options):
    """Return systems whose records have these scores, and the settings."""
    settings = Settings(**(QUICK | options))
    tables = [np.column_stack([scores, np.ones(len(scores))]) for scores in systems]
    members = [Member(f"s{i}", "", table) for i, table in enumerate(tables)]
    values = None if groups is None else np.array(groups)
    drawn = units(values, len(systems[0]))
    return SystemScores(Entry(metrics.get(metric)()), members, drawn, settings), settings


def pair_of(base, other, **options):
    """Return two systems whose records have these scores, and the settings."""
    sides, settings = sides_of(base, other, **options)
    return Pair(sides, (0, 1), "exact_match"), settings


def right(gains, losses, n):
    """Return 0/1 scores of two systems that differ on so many of n records."""
    base, other = np.ones(n), np.ones(n)
    base[:gains], other[gains : gains + losses] = 0, 0
    return base, other


def compared(output="x", other="b", p=0.01, **fields):
    """Return a comparison with the p-value of one test."""
    defaults = {
        "metric": "m", "output": output, "group": None, "base": "a", "other": other, "n": 9,
        "base_value": 1.0, "other_value": 2.0, "difference": 1.0, "interval": None,
        "finding": "no difference shown", "test": "paired-ar", "test_reason": "",
        "tests": {"paired-ar": TestResult(p=p, p_holm=p)}, "effect_size": None, "wins": 1,
        "ties": 0, "losses": 0, "detectable": 0.1, "gains": [], "drops": [],
        "higher_is_better": True, "base_signature": "m|1", "other_signature": "m|2", "n_units": 9,
    }  # fmt: skip
    return Comparison(**(defaults | fields))
