"""Methods in the words of a paper: tests, intervals, corrections and coefficients."""

from __future__ import annotations

from sacreval.core.interval_names import INTERVALS

PHRASES = {
    **{name: words.phrase for name, words in INTERVALS.items()},
    "paired-ar": "paired approximate randomisation",
    "mid-p": "the mid-p test",
    "paired-bs": "the paired bootstrap",
    "centred-bs": "the centred paired bootstrap",
    "wilcoxon": "Wilcoxon's signed-rank test",
    "sign": "the sign test",
    "randomization": "inverting the randomisation test",
    "tango": "Tango's method",
    "fisher": "Fisher's transformation",
    "rule-of-three": "the rule of three",
    "williams": "Williams's test",
    "holm": "Holm's method",
    "bonferroni": "Bonferroni's method",
    "bh": "the method of Benjamini and Hochberg",
    "corrected": "prediction-powered inference",
    # tests of `correlate`
    "perm-systems": "a permutation test that exchanges two metrics' scores of whole systems",
    "perm-inputs": "a permutation test that exchanges two metrics' scores of whole inputs",
    "perm-both-xor": "a permutation test that exchanges metrics' scores of systems, then of inputs",
    "perm-both-cells": "a permutation test that exchanges two metrics' scores of single outputs",
    "perm-pairs": "a permutation test that exchanges two metrics' verdicts on pairs of outputs",
    # coefficients
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho",
    "kendall": "Kendall's tau-b",
    "tau-a": "Kendall's tau-a",
    "tau-b": "Kendall's tau-b",
    "tau-c": "Stuart's tau-c",
    "tau-10": "the tau of WMT10",
    "tau-13": "the tau of WMT13",
    "tau-14": "the tau of WMT14",
    "tau-eq": "tau with equal credit for ties",
    "weighted-tau": "weighted tau",
    "darr": "the tau of relative ranks from direct assessments",
    "pairwise-accuracy": "pairwise accuracy",
    "acc-eq": "pairwise accuracy with tie calibration",
    "spa": "soft pairwise accuracy",
    "pdp": "Pearson's r of pairwise differences",
    "partial-pearson": "partial Pearson's r",
    "partial-spearman": "partial Spearman's rho",
}
"""Methods in words; others have their name."""

_OVER = {
    "bootstrap": "the bootstrap",
    "centred": "the bootstrap around a difference of 0",
    "percentile": "the percentile bootstrap",
    "expanded": "the expanded percentile bootstrap",
    "bca": "the BCa bootstrap",
    "jackknife": "the jackknife",
    "jackknife-z": "the jackknife of Fisher's z",
}
"""Methods of correlations, before what they are over."""
_UNITS = {"systems": "systems", "inputs": "inputs", "both": "systems and inputs"}
_GAP = "sys-delta"


def phrase(method: str) -> str:
    """Return a method in words; of those of correlations, what it draws and over what.

    Args:
        method: Its name; several that were combined are joined by `+`.
    """
    if method in PHRASES:
        return PHRASES[method]
    if "+" in method:
        return " and ".join(map(phrase, method.split("+")))
    head, _, units = method.rpartition("-")
    if head in _OVER and units in _UNITS:
        return f"{_OVER[head]} over {_UNITS[units]}"
    name, *bounds = method.split(":")
    if name == _GAP and len(bounds) == 2:  # noqa: PLR2004 - the lower and the upper one
        low, high = bounds
        return f"Kendall's tau over pairs of systems whose scores differ by {low} to {high}"
    return method
