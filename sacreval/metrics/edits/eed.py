"""EED, extended edit distance (Stanchev et al. 2019)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import MeanMetric, PairKernel, ScoreScale, metrics
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

MARKS = {".": " .", "!": " !", "?": " ?", ",": " ,"}
IN_NUMBER = re.compile(r"(\d) ([.,]) (\d)")
TITLES = ("Dr ", "Jr ", "Prof ", "Rev ", "Gen ", "Mr ", "Mt ", "Mrs ", "Ms ")
TITLE = re.compile(r"(Dr|Jr|Prof|Rev|Gen|Mr|Mt|Mrs|Ms) .")
SPACED = {"e . g .": "e.g.", "i . e .": "i.e.", "U . S .": "U.S."}


@metrics.register("eed")
@dataclass(frozen=True, kw_only=True)
class Eed(MeanMetric, PairKernel):
    """EED: edit distance over characters with jumps between words, 0 to 1; lower is better.

    With several references the closest counts; the score of a system is the mean.

    Args:
        alpha: Cost of a jump.
        rho: Cost of visiting characters more than once.
        deletion: Cost of a deletion.
        insertion: Cost of an insertion.

    Source: TorchMetrics' extended edit distance for English, with the paper's four costs; it
    reproduces the unusual preprocessing of the paper's tool.
    """

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "generation")
    score_scale = ScoreScale(mean=True, highest=1.0)
    higher_is_better: ClassVar[bool] = False

    alpha: float = 2.0
    rho: float = 0.3
    deletion: float = 0.2
    insertion: float = 1.0

    def __post_init__(self) -> None:
        if not min(self.alpha, self.rho, self.deletion, self.insertion) >= 0.0:
            raise UsageError("alpha, rho, deletion and insertion are costs; give 0 or more")

    def prepare(self, *context: Any) -> list[str]:
        """Separate punctuation in the references."""
        return [spaced(reference) for reference in context[0]]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Compute the distance to every reference."""
        text = spaced(prediction)
        return (min(self._distance(text, reference) for reference in prepared),)

    def covers_native(self) -> bool:
        """Return whether all costs are finite."""
        return all(map(isfinite, self.options().values()))

    def native_pairs(self, batch: Batch) -> Array:
        """Compute the distance to every reference with the kernel."""
        from sacreval import native

        distances = native.eed_pairs(batch.texts_after(spaced), **self.options())
        return distances[:, None]

    def fold(self, pairs: Array, starts: Array) -> Array:
        """Keep the distance to the closest reference."""
        import numpy as np

        closest = np.minimum.reduceat(pairs, starts[:-1])
        return np.hstack([closest, np.ones_like(closest)])

    def _distance(self, output: str, reference: str) -> float:
        """Fill the alignment grid, one row for each character of the reference."""
        row = [0.0] + [1.0] * len(output)
        visits = [-1] * len(row)
        for character in reference:
            row = self._next(row, output, character)
            best = row.index(min(row))
            visits[best] += 1
            if character == " ":
                jump = self.alpha + row[best]
                row = [min(x, jump) for x in row]
        coverage = self.rho * sum(x if x >= 0 else 1 for x in visits)
        return min(1.0, (row[-1] + coverage) / (len(reference) + coverage))

    def _next(self, row: list[float], output: str, character: str) -> list[float]:
        result = [row[0] + 1.0]
        left = result[0] if output else inf
        for i, other in enumerate(output):
            replaced, inserted = row[i] + (other != character), row[i + 1] + self.insertion
            left = min(left + self.deletion, replaced, inserted)
            result.append(left)
        return result


def spaced(text: str) -> str:
    """Preprocess a text as the source does, including its quirks.

    A blank is inserted before every punctuation mark, none after it, so that 3.5 becomes "3 .5".
    The rules for numbers and abbreviations expect blanks on both sides, and the rule for titles
    matches any character after the title: "Mr Smith" becomes "Mr.mith".
    """
    text = text.rstrip()
    for mark, apart in MARKS.items():
        text = text.replace(mark, apart)
    text = " " * text[:1].isspace() + " ".join(text.split())
    if " . " in text or " , " in text:  # looking for a pattern takes ten times as long
        text = IN_NUMBER.sub(r"\1\2\3", text)
    if any(map(text.__contains__, TITLES)):
        text = TITLE.sub(r"\1.", text)
    for apart, together in SPACED.items():
        text = text.replace(apart, together)
    return f" {text} "
