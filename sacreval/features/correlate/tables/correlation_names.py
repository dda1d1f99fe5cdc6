"""Names of metrics in a table of correlations for a paper: ROUGE-1 F1, not rouge1_f1_jk."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sacreval.core import aliases, signature
from sacreval.report.cited_metrics import JACKKNIFED, owner
from sacreval.report.display_names import is_word, written

TWIN = " (jackknifed)"
"""The ending of names of jackknifed scores beside the same without jackknifing."""
_ROUGE = re.compile(
    r"rouge-(?P<type>\d|l|lsum|w|su?\d?)_(?P<part>precision|recall|f1)", re.IGNORECASE
)


def metric_names(metrics: Iterable[str], signatures: Sequence[str]) -> dict[str, str]:
    """Return the name of each metric; its identifier where two would have one name.

    Args:
        metrics: Flat names, of sacreval or of files; a name that is not known stays as it is.
        signatures: Signatures of metrics, whose options are part of names such as chrF++.
    """
    listed = list(metrics)
    found = {name: _named(name.replace(JACKKNIFED, ""), signatures) for name in listed}
    for name in listed:
        if (plain := name.replace(JACKKNIFED, "")) != name and plain in found:
            found[name] += TWIN
    uses = Counter(found.values())
    return {name: name if uses[shown] > 1 else shown for name, shown in found.items()}


def _named(name: str, signatures: Sequence[str]) -> str:
    if rouge := _ROUGE.fullmatch(name):
        part = "F1" if rouge["part"] == "f1" else rouge["part"]
        kind = rouge["type"].lower()
        return f"ROUGE-{'Lsum' if kind == 'lsum' else kind.upper()} {part}"
    options = _options(name, signatures)
    if options is not None and (called := aliases.of_output(name)) is not None:
        name = called[1]
    if options is None and name == "chrf":
        return "chrF"
    if options is None and not is_word(name):
        return name
    return written(name, options or {})


def _options(name: str, signatures: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the options of the metric that a score is named after, if a signature states them."""
    found = owner(name, signatures)
    return signature.read(found)[1] if found else None
