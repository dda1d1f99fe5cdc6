"""UniEval (Zhong et al. 2022): dimensions of a summary as yes-no questions to a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.metric import ScoreScale, metrics
from sacreval.errors import UsageError
from sacreval.metrics.neural._batched_model import FirstStepMetric
from sacreval.metrics.neural._sentences import Splitting, files, split

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

Dimension = Literal["coherence", "consistency", "fluency", "relevance"]
_QUESTIONS: Mapping[Dimension, tuple[str, str]] = {  # the inputs that the model was trained on
    "coherence": (
        "Is this a coherent summary to the document? </s> summary: {text}",
        " </s> document: {other}",
    ),
    "consistency": (
        "Is this claim consistent with the document? </s> claim: {text}",
        " </s> document: {other}",
    ),
    "fluency": ("Is this a fluent paragraph? </s> paragraph: {text}", ""),
    "relevance": (
        "Is this summary relevant to the reference? </s> summary: {text}",
        " </s> reference: {other}",
    ),
}
_BY_SENTENCE = ("consistency", "fluency")


@metrics.register("unieval")
@dataclass(frozen=True, kw_only=True)
class UniEval(FirstStepMetric):
    """UniEval: coherence, consistency, fluency and relevance of summaries, 0 to 1, and their mean.

    Higher is better. Each dimension is a question to a model, and its score the probability of Yes
    among Yes and No. Consistency and fluency are means over the sentences of the output; an output
    without sentences scores 0 on both. Coherence and consistency need sources, which are joined by
    a blank; relevance needs references, and the best of several references counts. Inputs beyond
    the largest number of tokens are cut at their end, with a notice. The score of a system is the
    mean. The authors' model is MingZhong/unieval-sum. Needs `pip install 'sacreval[neural]'`; no
    model is downloaded.

    Args:
        dimensions: What is scored; the overall score is the mean of these.
        sentences: Split outputs with NLTK's punkt, as the original, which requires `sacreval
            setup-metric punkt`; by a rule, at punctuation marks; or at line ends.
        max_tokens: Most tokens of an input, 2 or more; the original has 1024.

    Source: UniEval of its authors (commit 9d9b51d).
    """

    main: ClassVar[str] = "unieval_overall"
    model_types: ClassVar[tuple[str, ...]] = ("t5",)
    tasks: ClassVar[tuple[str, ...]] = ("summarization",)
    needs: ClassVar[tuple[str, ...]] = ("references", "sources")
    score_scale = ScoreScale(mean=True, highest=1.0)
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (  # a perfect output need not be best
        {
            "prediction": "the cat sat. it is here.",
            "references": ["a cat sat", "here it is"],
            "sources": ["the cat sat on the mat", "it is here"],
        },
        {"prediction": "", "references": ["four boys", "boys"], "sources": ["boys"]},
    )

    dimensions: tuple[Dimension, ...] = ("coherence", "consistency", "fluency", "relevance")
    sentences: Splitting = "punkt"
    max_tokens: int = 1024

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.dimensions or len(set(self.dimensions)) < len(self.dimensions):
            raise UsageError("dimensions must list at least one dimension, each given once")
        references = ("references",) if "relevance" in self.dimensions else ()
        sources = ("sources",) if {"coherence", "consistency"} & set(self.dimensions) else ()
        object.__setattr__(self, "needs", references + sources)
        self._files()

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the name of each dimension, and of their mean."""
        return (*(f"unieval_{dimension}" for dimension in self.dimensions), "unieval_overall")

    @property
    def tokens(self) -> tuple[int, ...]:
        """Return the ids of the first tokens of Yes and No."""
        return tuple(tokens.ids[0] for tokens in self._words.encode(["Yes", "No"]))

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model, and those that split sentences."""
        return (*super().rests_on(), *self._files())

    def inputs(self, record: Instance) -> Sequence[str]:
        """Return the questions about an output, dimension by dimension."""
        return [text for dimension in self.dimensions for text in self._asked(record, dimension)]

    def rows(self, batch: Batch) -> Array:
        """Ask every question, combine sentences and references, and append mean and count."""
        import numpy as np

        asked = [
            [self._asked(record, dimension) for record in batch] for dimension in self.dimensions
        ]
        texts = [text for some in asked for inputs in some for text in inputs]
        shares = iter(self.first_share(texts))
        columns = []
        for dimension, some in zip(self.dimensions, asked, strict=True):
            by_record = [[next(shares) for _ in inputs] for inputs in some]
            columns.append([_folded(dimension, numbers) for numbers in by_record])
        scores = np.array(columns, dtype=np.float64).T
        return np.column_stack([scores, scores.mean(axis=1), np.ones(len(scores))])

    def _asked(self, record: Instance, dimension: Dimension) -> list[str]:
        """Return the questions of a dimension: one for each sentence or reference, or one."""
        output = str(record.prediction)
        others = {"fluency": [""], "relevance": record.references or []}.get(
            dimension, [" ".join(record.sources or ())]
        )
        texts = split(output, self.sentences) if dimension in _BY_SENTENCE else [output]
        first, second = _QUESTIONS[dimension]
        return [
            f"question: {first.replace('{text}', text)}{second.replace('{other}', other)}"
            for text in texts
            for other in others
        ]

    def _files(self) -> tuple[Path, ...]:
        return files(self.sentences) if set(_BY_SENTENCE) & set(self.dimensions) else ()


def _folded(dimension: Dimension, numbers: Sequence[float]) -> float:
    """Return the best reference's number, or the mean over sentences; 0 of no sentence."""
    import numpy as np

    if not numbers:
        return 0.0
    return float(np.max(numbers)) if dimension == "relevance" else sum(numbers) / len(numbers)
