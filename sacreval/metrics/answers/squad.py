"""SQuAD 1.1 and 2.0 (Rajpurkar et al. 2016, 2018): exact match and F1 of short answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.contract.metric_values import FROM_ZERO, ScoreScale
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.field_types import TEXT, Kind, any_number_of, optional
from sacreval.stats.ratio import ratio
from sacreval.text.answers.short_answers import right_answers, score_answer
from sacreval.text.normalizers import squad
from sacreval.text.scripts import F1_INSTEAD, Tokenization

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

GROUPS = ("", "has_answer_", "no_answer_")


@metrics.register("squad")
@dataclass(frozen=True, kw_only=True)
class Squad(Metric):
    """SQuAD: exact match and F1 with the best of the references, 0 to 100.

    Higher is better. A missing prediction (null, or empty with `meta.missing`, as read by the
    reader squad) is wrong and is counted.

    Args:
        version: With 2.0, a question whose references are absent or normalise to an empty text
            has no answer, and only an empty prediction is correct.

    Source: the evaluation scripts of SQuAD 1.1 and 2.0. The 2.0 script leaves missing questions
    out of its averages; here they are wrong, as in 1.1.
    """

    higher_is_better: ClassVar[Mapping[str, bool]] = {"squad_missing": False, "*": True}
    main: ClassVar[str] = "squad_f1"
    score_scale = ScoreScale(
        highest={"squad_exact_match": 100.0, "squad_f1": 100.0},
        spans=FROM_ZERO,
        binary=("squad_exact_match",),
    )
    tasks: ClassVar[tuple[str, ...]] = ("question-answering", "generation")
    kinds: ClassVar[Mapping[str, Kind]] = {
        "prediction": optional(TEXT),
        "references": any_number_of(TEXT),
    }

    version: Literal["1.1", "2.0"] = "1.1"

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return exact match, F1 and missing; with 2.0 also the scores by answerability."""
        groups = GROUPS if self.version == "2.0" else GROUPS[:1]
        scores = tuple(f"squad_{group}{name}" for group in groups for name in ("exact_match", "f1"))
        return (*scores, "squad_missing")

    def tokenization(self) -> Tokenization:
        """Split normalised texts at white space."""
        return Tokenization(lambda text: squad(text).split(), F1_INSTEAD)

    def rows(self, batch: Batch) -> Array:
        """Score predictions that the reader marked as missing as null."""
        import numpy as np

        predictions = map(_prediction, batch)
        rights = map(self.prepare, batch.column("references"))
        return np.array([self.row(*pair) for pair in zip(predictions, rights, strict=True)], float)

    def fault(self, instance: Instance) -> str | None:
        """Report a record without references if the version requires them."""
        if self.version == "1.1" and not instance.references:
            return "no `references`; add them, or give --version 2.0 if there is no answer"
        return None

    def prepare(self, *context: Any) -> list[str]:
        """Normalise the references; without an answer, the empty text is the only one."""
        return right_answers(context[0], version=self.version)

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return exact match, F1, missing and count, of all questions and of answerable ones."""
        missing = prediction is None
        em, f1 = (0.0, 0.0) if missing else score_answer(prediction, prepared, version=self.version)
        everything = (em, f1, float(missing), 1.0)
        answerable = any(prepared)
        return (*everything, *(x if answerable else 0.0 for x in (em, f1)), float(answerable))

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the number of questions of each group; 0 for an empty group."""
        em, f1, missing, n, em_has, f1_has, n_has = (sums[..., i] for i in range(7))
        scores = [(em, n), (f1, n)]
        if self.version == "2.0":
            scores += [(em_has, n_has), (f1_has, n_has), (em - em_has, n - n_has)]
            scores += [(f1 - f1_has, n - n_has)]
        percent = [100.0 * ratio(part, count, otherwise=0.0) for part, count in scores]
        return dict(zip(self.outputs, [*percent, missing], strict=True))


def _prediction(instance: Instance) -> str | None:
    """Return the prediction; None for a missing one."""
    missing = not instance.prediction and (instance.meta or {}).get("missing")
    prediction: str | None = None if missing else instance.prediction
    return prediction
