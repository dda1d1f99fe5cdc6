"""Multi-News: sets of news articles with one human summary; no systems, no judgments.

Source: Fabbri et al. (2019), Multi-News.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert.simplicity_da import lines
from sacreval.features.setup.recipes.place import CorpusFiles

BETWEEN, NEWLINE = "|||||", "NEWLINE_CHAR"
DASH = "\u2013 "  # the beginning of each summary


def convert(place: CorpusFiles, *, sources: str, targets: str) -> Iterator[Instance]:
    """Yield one record for each set of articles with its summary; empty sets are left out.

    Args:
        place: Files provided by the user.
        sources: The file of articles, one set on each line.
        targets: The file of summaries, line-aligned.
    """
    left, right = lines(place / sources), lines(place / targets)
    if len(left) != len(right):
        raise InputError(
            f"{sources}: {len(left)} lines, but {targets} has {len(right)}; get both files again"
        )
    for number, (articles, summary) in enumerate(zip(left, right, strict=True), start=1):
        texts = [_clean(part) for part in articles.split(BETWEEN)]
        if any(texts):
            yield Instance(
                instance_id=str(number),
                system_id="gold",
                references=[_clean(summary).removeprefix(DASH)],
                sources=[text for text in texts if text],
            )


def _clean(text: str) -> str:
    return "\n".join(part.strip() for part in text.split(NEWLINE) if part.strip())
