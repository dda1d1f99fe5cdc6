"""Options that people expect at a command which has another, or none; imported after an error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

BOUNDS = {
    "fail-below", "fail-under", "gate", "gates", "min", "min-score", "minimum", "minimum-score",
    "score-threshold", "threshold", "thresholds",
}  # fmt: skip
"""What a lower bound of a score is called elsewhere; `--fail-under` is that of `evaluate`."""

_NUMBER = re.compile(r"\d*\.?\d+$")
REPLACING = {"f", "force", "overwrite", "replace", "yes", "y"}


def of_misplaced(option: str, words: Sequence[str]) -> str | None:
    """Return what to write for an option that a command lacks; None if it is none of these."""
    if [*words[:1]] == ["correlate"] and (instead := _of_correlate(option, words)):
        return instead
    bare = option.partition("=")[0].lstrip("-").replace("_", "-")
    if bare in BOUNDS:
        return _bound(words, _value(option, words))
    if list(words[:2]) == ["baseline", "set"] and bare in REPLACING:
        return "drop it: a baseline that exists is replaced without an option"
    return None


def _of_correlate(option: str, words: Sequence[str]) -> str | None:
    """Return what to write for an option that another form of `correlate` has."""
    if "".join(words[1:2]).startswith("-"):
        return "options follow scores or a metric: sacreval correlate scores FILE --human NAME"
    if option.partition("=")[0].lstrip("-") == "list":
        return "it follows correlate: sacreval correlate --list FILE"
    return None


def _bound(words: Sequence[str], value: str) -> str:
    """Return where the bound of a score is stated."""
    metric = next((word for word in _metrics_named(words)), "bleu")
    if words[0] == "init":
        return (
            "a bound is a line of the suite that init writes, which is NAME.yaml: "
            f"fail-under: {{{metric}: {value}}}"
        )
    if words[0] == "evaluate":
        return f"here: --fail-under {metric}={value}"
    return (
        "bounds are options of evaluate: sacreval evaluate "
        f"{metric} FILE --fail-under {metric}={value}"
    )


def _metrics_named(words: Sequence[str]) -> list[str]:
    """Return the metrics among the words of a command line."""
    from sacreval.core.metric import metrics

    heads = (word.partition("{")[0] for word in words[1:])
    return [word for word in heads if word in set(metrics)]


def _value(option: str, words: Sequence[str]) -> str:
    """Return the number that an option is given, or 30 without one."""
    name = option.partition("=")[0]
    after = [word for before, word in pairwise(words) if before == name]
    joined = [word.partition("=")[2] for word in words if word.startswith(f"{name}=")]
    text = next(iter([*joined, *after]), "")
    number = _NUMBER.search(text)
    return number[0] if number else "30"
