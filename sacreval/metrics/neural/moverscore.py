"""MoverScore (Zhao et al. 2019): earth mover's distance of contextual token embeddings."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from sacreval.core.metric import metrics
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.metrics.neural._text_pairs import PairText
from sacreval.metrics.neural._token_weights import (
    Counting,
    IdfMetric,
    PairIdf,
    Table,
    WeightedStates,
    counted,
    outputs_of,
    references_of,
    weighted,
)
from sacreval.models.encoder import encoder
from sacreval.models.sentence import depth

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch
    from sacreval.models.tokenization import TokenIds

_STEPS = 10_000_000  # of the solver, which needs far fewer


@metrics.register("moverscore")
@dataclass(frozen=True, kw_only=True)
class MoverScore(IdfMetric):
    """MoverScore: how little the tokens of an output must move to become a reference's, 0 to 1.

    Higher is better. A model turns every token into a vector that depends on its text. Tokens have
    weights that sum to 1 in each text, and the earth mover's distance is the least sum of moved
    weights times the distances of unit vectors; the score is 1 / (1 + distance). Continued word
    pieces (##), punctuation marks and stop words have no weight. Several references count by the
    mean. An output or reference without weights scores 0; it scores 1 in the original. Texts longer
    than the model reads are cut, with a notice. The score of a system is the mean. The authors use
    distilbert-base-uncased. Scores of different models must not be compared. Needs `pip install
    'sacreval[neural]'`; no model is downloaded.

    Args:
        layer: The layer whose states are compared, from 1; 0 for the last.
        idf: Weight of tokens: none gives all the same; inputs and records weigh by the inverse
            document frequency, of tokens of outputs in the outputs of the run and of tokens of
            references in its references: inputs counts equal ones of an input once, records those
            of every record. With one system they are those of a call of the original; scores of a
            system depend on the other systems of the run. The records are read twice.
        stop_words: File with tokens that have no weight, separated by blanks or lines.
        stop_words_sha256: SHA-256 of that file, which signatures state; another file is refused.
        multi_reference: Whether several references count by their mean or by the best.

    Source: moverscore_v2.py of emnlp19-moverscore (commit 0459a3b).
    """

    tasks: ClassVar[tuple[str, ...]] = ("machine-translation", "summarization", "generation")
    origin = IdfMetric.origin._replace(libraries=("torch", "transformers", "tokenizers", "POT"))
    layer: int = 0
    idf: Counting = "inputs"
    stop_words: str = ""
    stop_words_sha256: str = ""
    multi_reference: Literal["mean", "max"] = "mean"

    def __post_init__(self) -> None:
        super().__post_init__()
        if find_spec("ot") is None:
            raise NotSetUpError("moverscore needs POT; run: pip install 'sacreval[neural]'")
        if not self.layer:
            object.__setattr__(self, "layer", depth(self._checkpoint))
        if self.stop_words:
            self._set_file("stop_words_sha256", self.stop_words)
            if type(self._words.whole.model).__name__ != "WordPiece":
                raise UsageError(
                    f"{self.model}: its tokens are no word pieces, which stop words are compared "
                    "with; leave --stop-words out"
                )

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model, and that of stop words."""
        return (*super().rests_on(), *([Path(self.stop_words)] if self.stop_words else []))

    def _counted(self, batches: Sequence[Batch]) -> Table:
        """Count tokens in references, and in outputs."""
        texts = (references_of(batches, self.idf), outputs_of(batches, self.idf))
        return PairIdf(*(counted(tokens.ids for tokens in self._tokens(some)) for some in texts))

    def _represented(self, texts: Sequence[PairText]) -> list[WeightedStates]:
        """Return the states and weights of the tokens that have a weight."""
        ids = self._tokens([side.text for side in texts])
        states = encoder(self._checkpoint, (self.layer,), self.dtype, self.device).encode(
            [tokens.ids for tokens in ids]
        )
        represented = []
        for text, tokens, state in zip(texts, ids, states, strict=True):
            weights = self._weights(tokens, is_output=text.is_output)
            kept = weights > 0
            represented.append(weighted(state[0][kept], weights[kept]))
        return represented

    def _compared(self, output: WeightedStates, reference: WeightedStates) -> Sequence[float]:
        """Return 1 / (1 + distance); 0 if no token of one of the texts has a weight."""
        if not len(output.weights) or not len(reference.weights):
            return (0.0,)
        return (1.0 / (1.0 + moved(output, reference)),)

    def _weights(self, tokens: TokenIds, *, is_output: bool) -> Array:
        """Return the weight of each token (n,); 0 in an empty text."""
        import numpy as np

        if not tokens.words:
            return np.zeros(len(tokens.ids))
        weight = self._weight(is_output=is_output)
        return np.array([weight(x) if self._counts(x) else 0.0 for x in tokens.ids])

    def _weight(self, *, is_output: bool) -> Callable[[int], float]:
        """Return the function from a token to its weight."""
        table = self._table()
        if not isinstance(table, PairIdf):
            return lambda _: 1.0
        return (table.outputs if is_output else table.references).weight

    def _counts(self, token: int) -> bool:
        """Return whether a token has a weight."""
        piece = self._words.piece(token)
        return "##" not in piece and piece not in self._weightless

    @cached_property
    def _weightless(self) -> frozenset[str]:
        """Tokens without weight: punctuation marks of ASCII, and stop words."""
        if not self.stop_words:
            return frozenset(string.punctuation)
        try:
            words = Path(self.stop_words).read_text(encoding="utf-8").split()
        except UnicodeDecodeError:
            raise InputError(f"{self.stop_words}: not UTF-8; write the stop words anew") from None
        return frozenset(string.punctuation) | frozenset(words)


def moved(output: WeightedStates, reference: WeightedStates) -> float:
    """Return the earth mover's distance of two texts, 0 to 2; NaN of a model stays NaN."""
    import numpy as np
    from ot import emd2

    cosines = output.states @ reference.states.T
    distances = np.sqrt(np.maximum(2.0 - 2.0 * cosines, 0.0))
    weights = (side.weights / side.weights.sum() for side in (output, reference))
    if np.isnan(distances).any():  # which emd2 takes for 0
        return float("nan")
    return max(0.0, float(emd2(*weights, distances, numItermax=_STEPS)))
