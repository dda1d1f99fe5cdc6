"""Tokens that a masked language model puts into gaps; each input is computed once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.models.loading import Device, DType, load_with_head
from sacreval.models.model_batches import BUDGET, Shape, filled, in_batches, mask_of, on_device
from sacreval.models.tokenization import limit
from sacreval.models.weights.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sacreval.models.weights.weights import Checkpoint

    Array = NDArray[Any]


class Gaps(NamedTuple):
    """A text with gaps.

    Args:
        ids: Ids of its tokens, special ones included, with the id of the mask in each gap.
        places: Indices of the gaps.
    """

    ids: tuple[int, ...]
    places: tuple[int, ...]


class MaskedModel:
    """A masked language model, and the tokens that it found.

    What fills a text depends on the text alone: batches have fixed shapes, see `models.batches`.

    Args:
        found: The checkpoint.
        dtype: Type of weights and states.
        device: Where the model runs.
    """

    def __init__(self, checkpoint: Checkpoint, dtype: DType, device: Device) -> None:
        self._checkpoint, self._dtype, self._device = checkpoint, dtype, device
        self.store = Store(memory=1 << 24, file=1 << 28)

    def fill(self, texts: Sequence[Gaps]) -> list[Array]:
        """Return the most probable token of each gap.

        Args:
            texts: Texts with gaps; those that were filled before are not filled again.

        Returns:
            For each text an array (gaps,) of ids, int64.

        Raises:
            NotSetUpError: If the memory of the device does not hold a batch.
        """
        return self.store.of_texts(texts, self._computed)

    def _computed(self, texts: Sequence[Gaps]) -> list[Array]:
        lengths, budget = [len(text.ids) for text in texts], BUDGET[self._device]
        return in_batches(texts, lengths, budget, limit(self._checkpoint), self._filled)

    def _filled(self, texts: Sequence[Gaps], shape: Shape) -> list[Array]:
        """Run the model on one batch."""
        model = load_with_head(self._checkpoint, "MaskedLM", self._dtype, self._device)
        ids = [text.ids for text in texts]
        with on_device(shape.width):
            logits = model(
                input_ids=filled(ids, shape, self._checkpoint.padding()).to(self._device),
                attention_mask=mask_of(ids, shape).to(self._device),
            ).logits
            best = logits.argmax(dim=-1).cpu().numpy()
        return [best[row, list(text.places)] for row, text in enumerate(texts)]


@lru_cache(maxsize=2)
def masked_model(
    checkpoint: Checkpoint, dtype: DType = "float32", device: Device = "cpu"
) -> MaskedModel:
    """Return the model of a checkpoint, the same for the same arguments; see `MaskedModel`."""
    return MaskedModel(checkpoint, dtype, device)
