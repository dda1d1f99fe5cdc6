"""XCOMET (Guerreiro et al. 2024): a score, and the spans of errors that explain it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from sacreval.core.metric import metrics
from sacreval.core.record_parts import ErrorSpan
from sacreval.metrics.neural._comet import Pass, UnifiedCometMetric

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch

PENALTIES = {"minor": 1, "major": 5, "critical": 10}
WEIGHTS = (0.12, 0.33, 0.33)  # of the scores beside source, reference and both
OF_SPANS = 0.22  # of the MQM score
LABELS = (0.1667, 0.3333, 0.5)  # of the labels of tokens beside source, reference and both


@metrics.register("xcomet")
@dataclass(frozen=True, kw_only=True)
class XComet(UnifiedCometMetric):
    """XCOMET: a score of a translation, and the number of its errors by severity.

    Higher is better, but for numbers of errors. The model reads the output beside its source
    (`sources`, joined by blanks), beside the reference, and beside both. It predicts a score from
    each, and labels every token of the output: no error, minor, major or critical. Neighbouring
    errors are one span. `xcomet_mqm` is 1 - (minor + 5 major + 10 critical) / 25, at least 0;
    `xcomet` is 0.12, 0.33 and 0.33 of the three scores, of which none counts above 1, and 0.22 of
    `xcomet_mqm`. Without references (--reference-free) it is 0.78 of the score beside the source
    and 0.22 of `xcomet_mqm`. With several references all outputs, and the spans, are those beside
    the one with the best `xcomet`. Scores of records have the spans in `error_spans`, each with its
    text, confidence, severity, start and end in characters, and `report` marks them in the texts.
    Texts longer than the model reads are cut, with a notice. The score of a system is the mean.
    Scores of different models must not be compared. Needs `pip install 'sacreval[neural]'`; no
    model is downloaded.

    The folder of the model is like that of `comet`. The field uses Unbabel/XCOMET-XL and XCOMET-XXL
    (licence CC-BY-NC-SA-4.0: not for commercial use).

    Source: unbabel-comet 2.2.7 (XCOMETMetric).
    """

    higher_is_better: ClassVar[Mapping[str, bool | None]] = {
        "xcomet": True, "xcomet_mqm": True, "xcomet_minor": False, "xcomet_major": False,
        "xcomet_critical": False,
    }  # fmt: skip

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the score, of the MQM score and of the numbers of errors."""
        return tuple(self.higher_is_better)

    def combine(self, passes: Sequence[Pass]) -> Sequence[float]:
        """Weigh the scores and the MQM score of the spans; NaN of a model stays NaN."""
        import numpy as np

        severities = [span.severity for span in self._spans(passes)]
        quality = mqm(severities)
        weights = WEIGHTS if len(passes) > 1 else (sum(WEIGHTS),)
        of_scores = sum(
            w * float(np.minimum(1.0, run.score)) for w, run in zip(weights, passes, strict=True)
        )
        counts = (float(severities.count(name)) for name in PENALTIES)
        return (of_scores + OF_SPANS * quality, quality, *counts)

    def error_spans(self, batch: Batch) -> list[list[ErrorSpan]]:
        """Compute the error spans of outputs, beside the references that count.

        Args:
            batch: `n` records.

        Returns:
            For each record its spans. With several references they are those beside the one with
            the best `xcomet`; with `multi_reference` mean those beside each, one after the other.
        """
        pairs, starts = self._pairs(batch)
        rows = self.counted(pairs, starts).tolist()
        triples = [triple for record in batch for triple in self.triples(record)]
        passes = self.passes([triples[row] for row in rows])
        owners = (starts.searchsorted(rows, side="right") - 1).tolist()
        by_record: list[list[ErrorSpan]] = [[] for _ in batch]
        for row, i, of in zip(rows, owners, passes, strict=True):
            several = starts[i + 1] - starts[i] > 1
            by_record[i] += in_text(
                triples[row].mt,
                self._spans(of),
                self._words.offsets(triples[row].mt),
                reference=row - int(starts[i]) if several else None,
            )
        return by_record

    def _spans(self, passes: Sequence[Pass]) -> list[TokenSpan]:
        """Find spans of errors by the weighted labels of all passes."""
        import numpy as np

        weights = LABELS if len(passes) > 1 else (1.0,)
        weighted = [w * run.labels for w, run in zip(weights, passes, strict=True)]
        return spans(np.sum(weighted, axis=0), self._loaded.settings.error_labels)


MOST = 25


class TokenSpan(NamedTuple):
    """Neighbouring tokens that are labelled as errors.

    Args:
        severity: The label of the first of them: minor, major or critical.
        first: Index of the first token.
        end: Index after the last token.
        confidence: Mean probability of the tokens' labels, 0 to 1.
    """

    severity: str
    first: int
    end: int
    confidence: float


def spans(labels: Array, severities: Sequence[str]) -> list[TokenSpan]:
    """Find the longest runs of tokens whose most probable label is an error.

    A run that the last token does not end is left out, as in the original.
    """
    best = labels.argmax(axis=1)
    runs: list[TokenSpan] = []
    first = None
    for i, label in enumerate(best):
        if label and first is None:
            first = i
        elif not label and first is not None:
            confidence = float(labels[first:i].max(axis=1).mean())
            runs.append(TokenSpan(severities[best[first] - 1], first, i, confidence))
            first = None
    return runs


def mqm(severities: Iterable[str]) -> float:
    """Return 1 - penalty / 25, where penalties of 1, 5 and 10 add up to at most 25."""
    return (MOST - min(MOST, sum(PENALTIES.get(severity, 0) for severity in severities))) / MOST


def in_text(
    text: str,
    token_spans: Sequence[TokenSpan],
    offsets: Sequence[tuple[int, int]],
    reference: int | None = None,
) -> list[ErrorSpan]:
    """Return spans of a text by their characters."""
    placed = [(span, offsets[span.first][0], offsets[span.end - 1][1]) for span in token_spans]
    return [
        ErrorSpan(
            text=text[start:end],
            confidence=span.confidence,
            severity=span.severity,
            start=start,
            end=end,
            reference=reference,
        )
        for span, start, end in placed
    ]
