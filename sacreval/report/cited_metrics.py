"""Metrics and methods in the words of a paper: options, versions, tests and intervals."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from sacreval.core import aliases, signature
from sacreval.core.interval_names import INTERVALS
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.docstrings import summary
from sacreval.core.options.option_types import to_json
from sacreval.metrics._wrappers.extraction import Extracted
from sacreval.report.display_names import ROUGE, written
from sacreval.report.result_notes import defaults

JACKKNIFED = "_jk"
"""Part of the names of scores that are means over leaving each reference out."""
_PARTS = {"precision": "precision", "recall": "recall", "f1": "F1"}
_NAME = re.compile(r" \(|: |, as |, (?=[a-z])|\.$")


@dataclass(frozen=True)
class Used:
    """A metric as it was used.

    Args:
        metric: Its name in sacreval.
        label: Its name in a paper.
        options: The options that differ from the defaults, `name value`.
        libraries: Library to version.
        parts: Which of its outputs the numbers are, such as `F1`; and whether they are jackknifed.
    """

    metric: str
    label: str
    options: tuple[str, ...] = ()
    libraries: tuple[tuple[str, str], ...] = ()
    parts: tuple[str, ...] = ()


def is_known(text: str) -> bool:
    """Return whether a signature is that of a registered metric, not of code named in a file.

    Args:
        text: The signature.
    """
    name = signature.read(text)[0]
    return name.partition(":")[0] not in metrics.schemes and name in metrics


def used(text: str, outputs: Iterable[str] = ()) -> Used:
    """Return how a metric was used.

    Args:
        text: Its signature.
        outputs: Its outputs whose numbers are cited; those of ROUGE name its types.
    """
    name, stated = signature.read(text)
    cls = metrics.get(name)
    names = list(outputs)
    called = (_rouge_types(names) if name.startswith("rouge") else "") or _label(cls, stated)
    return Used(
        name,
        called,
        _changed(cls, stated),
        tuple(
            (library, str(stated[library])) for library in cls.origin.libraries if library in stated
        ),
        (*_parts(names, called), *_jackknifed(names)),
    )


def owner(output: str, signatures: Iterable[str]) -> str | None:
    """Return the signature of the metric that an output is named after; None without one.

    Args:
        output: The output, such as `rouge1_f1_jk`.
        signatures: Signatures of metrics.
    """
    start, called = _letters(output), aliases.of_output(output)
    stated = {text: signature.read(text) for text in signatures}
    texts = [text for text, (name, _) in stated.items() if start.startswith(_letters(name))]
    longest = max((len(stated[text][0]) for text in texts), default=0)
    texts = [text for text in texts if len(stated[text][0]) == longest]
    if len(texts) > 1:  # a metric with and without the options of an alias
        wanted = [called[0]] if called else [alias for alias in aliases.ALIASES if alias.options]
        texts.sort(key=lambda text: _stands_for(wanted, *stated[text]) != (called is not None))
    return texts[0] if texts else None


def _stands_for(wanted: Iterable[aliases.Alias], name: str, stated: Mapping[str, Any]) -> bool:
    """Return whether any of some aliases stands for a metric with the options it states."""
    return any(
        alias.metric == name
        and all(stated.get(key) == value for key, value in alias.options.items())
        for alias in wanted
    )


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def _parts(outputs: Sequence[str], called: str) -> tuple[str, ...]:
    """Return which of precision, recall and F1 the numbers are, where the label does not say."""
    there = {name.replace(JACKKNIFED, "").rpartition("_")[2] for name in outputs}
    words = [word for part, word in _PARTS.items() if part in there]
    return (in_words(words),) if words and not any(word in called for word in words) else ()


def _jackknifed(outputs: Sequence[str]) -> tuple[str, ...]:
    """Return that scores are jackknifed, if any is."""
    kinds = {JACKKNIFED in name for name in outputs}
    if True not in kinds:
        return ()
    both = "with and without jackknifing over references"
    return (both if False in kinds else "jackknifed over references",)


def in_words(names: Iterable[str]) -> str:
    """Join names by commas, the last one by `and`; empty without any."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def _rouge_types(outputs: Iterable[str]) -> str:
    """Return the types of ROUGE among outputs, such as ROUGE-1 and ROUGE-L; empty without any."""
    matches = [ROUGE.fullmatch(name.replace(JACKKNIFED, "")) for name in outputs]
    return in_words(dict.fromkeys(f"ROUGE-{match[1]}" for match in matches if match))


def named(name: str, options: Mapping[str, Any]) -> Used:
    """Return a metric that was named without a result.

    Args:
        name: Its name in sacreval.
        options: The options that the name stands for, such as those of `chrf++`.
    """
    cls, stated = metrics.get(name), signature.read(signature.write(name, options))[1]
    return Used(name, _label(cls, stated), _changed(cls, stated))


def _label(cls: type[Metric], stated: Mapping[str, Any]) -> str:
    """Return the name of a metric in papers, with what options change in it, as chrF++, ROUGE-L."""
    usual = defaults(cls.name, extracted=True)
    if cls.name == "rouge" and stated.get("types", usual["types"]) != usual["types"]:
        return in_words(f"ROUGE-{kind}" for kind in stated["types"])
    plain, shown = (written(cls.name, options) for options in ({}, stated))
    return label(cls) if shown == plain else shown


def label(cls: type[Metric]) -> str:
    """Return the name of a metric in papers, with which its module begins."""
    text = (sys.modules[cls.__module__].__doc__ or summary(cls)).split("\n", 1)[0]
    return _NAME.split(text)[0]


def _changed(cls: type[Metric], stated: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the options that differ from their defaults, or have none."""
    options = {f.name for declaring in (Extracted, cls) for f in fields(declaring)}
    options -= {"engine", "fields", "metric"}
    options -= {"types"} if cls.name == "rouge" else set()  # they are in its label
    usual = defaults(cls.name, extracted=True)
    return tuple(
        f"{name.replace('_', ' ')} {_shown(value)}"
        for name, value in stated.items()
        if name in options and not (name in usual and usual[name] == value)
    )


def _shown(value: Any) -> str:
    """Return the value of an option as it is on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else to_json(value)


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
    if name == _GAP and len(bounds) == 2:
        low, high = bounds
        return f"Kendall's tau over pairs of systems whose scores differ by {low} to {high}"
    return method
