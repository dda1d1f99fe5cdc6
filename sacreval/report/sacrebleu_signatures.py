"""The signatures that sacrebleu prints for BLEU, chrF and TER, from those of sacreval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from sacreval.core import signature
from sacreval.core.metric import metrics
from sacreval.report.short_signatures import short

if TYPE_CHECKING:
    from sacreval.core.results import Result

NAMES = ("bleu", "chrf", "ter")
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


def printed(sacrebleu: str | msgspec.UnsetType, text: str) -> str:
    """Return the signature that is printed: sacrebleu's if it was requested, else a short one.

    Args:
        sacrebleu: That of sacrebleu, as a result or a comparison has it.
        text: That of sacreval.
    """
    return short(text) if sacrebleu is msgspec.UNSET else sacrebleu


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


def _number(references: Any) -> int:
    """Return the number of references, -1 where records have different ones."""
    return int(references) if str(references).isdecimal() else -1


def _score(name: str, stated: dict[str, Any]) -> str:
    if name != "chrf":
        return name.upper()
    return f"chrF{stated['beta']}{'+' * stated['word_order']}"
