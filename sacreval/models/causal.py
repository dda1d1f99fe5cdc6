"""Log-probabilities of the tokens of texts by a causal language model; each text is scored once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from sacreval.models.batches import BUDGET, TokenBatch, batches
from sacreval.models.loading import Device, DType, load_with_head
from sacreval.models.running import filled, on_device
from sacreval.models.tokens import limit
from sacreval.models.weights.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sacreval.models.weights.weights import Checkpoint

    Array = NDArray[Any]

_MOST = 4096  # tokens of a batch, whose logits of the whole vocabulary are in memory


class CausalScorer:
    """A causal language model, and the log-probabilities that it computed.

    Numbers of a text depend on the text alone: batches have fixed shapes, see `models.batches`, and
    a token never sees the padding after it.

    Args:
        found: The checkpoint.
        dtype: Type of weights and states.
        device: Where the model runs.
    """

    def __init__(self, found: Checkpoint, dtype: DType, device: Device) -> None:
        self._found, self._dtype, self._device = found, dtype, device
        self.store = Store(memory=1 << 26, file=1 << 30)

    def log_probabilities(self, texts: Sequence[Sequence[int]]) -> list[Array]:
        """Return the natural logarithm of each token's probability, given those before it.

        Args:
            texts: Ids of the tokens of each text, of which the model has seen none before the
                first.

        Returns:
            For each text of n tokens an array (max(n - 1, 0),), float32: of all tokens but the
            first.

        Raises:
            NotSetUpError: If the memory of the device does not hold a batch.
        """
        keys = [blake2b(repr(tuple(ids)).encode(), digest_size=16).digest() for ids in texts]
        return self.store.get_all(keys, lambda missing: self._computed([texts[i] for i in missing]))

    def _computed(self, texts: Sequence[Sequence[int]]) -> list[Array]:
        found: dict[int, Array] = {}
        budget = min(BUDGET[self._device], _MOST)
        for part in batches([len(ids) for ids in texts], budget, limit(self._found)):
            found.update(zip(part.members, self._scored(texts, part), strict=True))
        return [found[i] for i in range(len(texts))]

    def _scored(self, texts: Sequence[Sequence[int]], part: TokenBatch) -> list[Array]:
        """Run the model on one batch."""
        model = load_with_head(self._found, "CausalLM", self._dtype, self._device)
        chosen = [texts[i] for i in part.members]
        ids = filled(chosen, part.shape, 0).to(self._device)
        with on_device(part.shape.width):
            logits = model(input_ids=ids, use_cache=False).logits[:, :-1]
            logs = logits.float().log_softmax(dim=-1)
            array = logs.gather(-1, ids[:, 1:, None])[..., 0].cpu().numpy()
        return [array[row, : max(len(text) - 1, 0)].copy() for row, text in enumerate(chosen)]


@lru_cache(maxsize=2)
def causal_scorer(
    found: Checkpoint, dtype: DType = "float32", device: Device = "cpu"
) -> CausalScorer:
    """Return the scorer of a checkpoint, the same for the same arguments; see `CausalScorer`."""
    return CausalScorer(found, dtype, device)
