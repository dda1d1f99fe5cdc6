"""The signatures that sacrebleu prints for BLEU, chrF and TER, from those of sacreval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from sacreval.core import signature
from sacreval.core.metric import metrics
from sacreval.report.short_signatures import short

if TYPE_CHECKING:
    from sacreval.core.comparisons import Comparison, ComparisonReport, Settings
    from sacreval.core.results import Result

NAMES = ("bleu", "chrf", "ter")
TESTS = {"paired-bs": "bs", "paired-ar": "ar"}
"""The tests that are sacrebleu's, and its words for their numbers of draws."""

Style = Literal["sacreval", "sacrebleu"]
Draws = tuple[tuple[str, int], ...]


def of_results(results: Sequence[Result], style: Style) -> list[Result]:
    """Return results with sacrebleu's signatures, where sacrebleu has the metric.

    Args:
        results: The results.
        style: Whether they were requested.
    """
    if style != "sacrebleu":
        return list(results)
    lines = (sacrebleu_line(one.signature) for one in results)
    return [
        one if line is None else msgspec.structs.replace(one, sacrebleu=line)
        for one, line in zip(results, lines, strict=True)
    ]


def of_comparison(report: ComparisonReport, style: Style) -> ComparisonReport:
    """Return a report with sacrebleu's signatures, those of its tests with their draws.

    Args:
        report: The report.
        style: Whether they were requested.
    """
    if style != "sacrebleu":
        return report
    lines = (
        sacrebleu_line(one.base_signature, _draws(one.test, report.settings))
        for one in report.comparisons
    )
    found = [
        one if line is None else replace(one, sacrebleu=line)
        for one, line in zip(report.comparisons, lines, strict=True)
    ]
    return replace(report, comparisons=found)


def printed(one: Result | Comparison, text: str) -> str:
    """Return the signature that is printed: sacrebleu's if it was requested, else a short one.

    Args:
        one: A result or a comparison.
        text: Its signature.
    """
    return short(text) if one.sacrebleu is msgspec.UNSET else one.sacrebleu


@cache
def sacrebleu_line(text: str, draws: Draws = ()) -> str | None:
    """Return a signature as sacrebleu prints it, such as `BLEU|nrefs:1|case:mixed|…`.

    Args:
        text: The signature of sacreval, with all options.
        draws: What sacrebleu states of a test: `bs` or `ar` and `seed`, with their values.

    Returns:
        The signature; None for other metrics, and for options that sacrebleu does not have.
    """
    name, stated = signature.read(text)
    if name not in NAMES or "sacrebleu" not in stated:
        return None
    cls = metrics.get(name)
    options = {field.name for field in fields(cls)} & stated.keys()
    metric: Any = cls(**{key: stated[key] for key in options})
    if metric.computed_by() == "definition":
        return None
    scorer = metric.official()
    scorer.num_refs = _number(stated["refs"])
    found = scorer.get_signature()
    found.update("version", stated["sacrebleu"])
    for key, value in draws:
        found.update(key, value)
    return f"{_score(name, stated)}|{found.format()}"


def _draws(test: str, settings: Settings) -> Draws:
    if test not in TESTS:
        return ()
    count = settings.trials if test == "paired-ar" else settings.resamples
    return (("seed", settings.seed), (TESTS[test], count))


def _number(references: Any) -> int:
    """Return the number of references, -1 where records have different ones."""
    return int(references) if str(references).isdecimal() else -1


def _score(name: str, stated: dict[str, Any]) -> str:
    if name != "chrf":
        return name.upper()
    return f"chrF{stated['beta']}{'+' * stated['word_order']}"
