"""Logits of classes of a text or of a pair of texts; each input is classified once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from inspect import signature
from typing import TYPE_CHECKING, Any

from sacreval.errors import InputError, NotSetUpError, one_line
from sacreval.models.batches import BUDGET, TokenBatch, batches
from sacreval.models.loading import Device, DType, load_with_head
from sacreval.models.tokens import limit
from sacreval.models.weights.renamed import Renamed, load_renamed
from sacreval.models.weights.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sacreval.models.pair_tokens import Joint
    from sacreval.models.weights.weights import Checkpoint

    Array = NDArray[Any]

MEMORY = 1 << 27  # bytes of logits with their keys, of about half a million inputs


class Classifier:
    """A model that classifies inputs, and the logits that it computed.

    Logits of an input depend on it alone: batches have fixed shapes, see `models.batches`.

    Args:
        found: The checkpoint.
        dtype: Type of weights and logits.
        device: Where the model runs.
        renamed: The names of its weights; None if they are those of transformers.
    """

    def __init__(
        self, found: Checkpoint, dtype: DType, device: Device, renamed: Renamed | None = None
    ) -> None:
        self._found, self._renamed = found, renamed
        self._dtype, self._device = dtype, device
        self._limit = limit(found)
        self.store = Store(memory=MEMORY, file=0)

    def logits(self, inputs: Sequence[Joint]) -> list[Array]:
        """Return the logits of inputs, from the store where they are there.

        Args:
            inputs: The tokens of each.

        Returns:
            For each an array (classes,), float32.

        Raises:
            NotSetUpError: If the memory of the device does not hold a batch.
            InputError: If the model cannot classify an input.
        """
        keys = [blake2b(repr(one[:2]).encode(), digest_size=16).digest() for one in inputs]
        return self.store.get_all(keys, lambda missing: self._made([inputs[i] for i in missing]))

    def _made(self, inputs: Sequence[Joint]) -> list[Array]:
        found: dict[int, Array] = {}
        for part in batches([len(one.ids) for one in inputs], BUDGET[self._device], self._limit):
            rows = self._run([inputs[i] for i in part.members], part)
            found.update(zip(part.members, rows, strict=True))
        return [found[i] for i in range(len(inputs))]

    def _run(self, inputs: Sequence[Joint], part: TokenBatch) -> list[Array]:
        """Run the model on one batch; rows that are left repeat its first input."""
        import torch

        model = self._model()
        ids = torch.full(part.shape, self._padding(), dtype=torch.long)
        mask = torch.zeros(part.shape, dtype=torch.long)
        types = torch.zeros(part.shape, dtype=torch.long)
        mask[:, 0] = 1  # a row without any token would be NaN
        for row in range(part.shape.rows):
            one = inputs[row if row < len(inputs) else 0]
            length = len(one.ids)
            ids[row, :length] = torch.tensor(one.ids, dtype=torch.long)
            types[row, :length] = torch.tensor(one.types, dtype=torch.long)
            mask[row, :length] = 1
        tensors = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        with torch.inference_mode():
            done = self._called(model, {k: tensors[k] for k in _accepted(model)}, part.shape.width)
        return [row.copy() for row in done.logits.float().cpu().numpy()[: len(inputs)]]

    def _called(self, model: Any, tensors: dict[str, Any], width: int) -> Any:
        import torch

        try:
            return model(**{name: one.to(self._device) for name, one in tensors.items()})
        except torch.OutOfMemoryError as error:
            raise NotSetUpError(
                f"The memory of the device does not hold {width} tokens of an input; end other "
                "programs on it, or use --device cpu"
            ) from error
        except (RuntimeError, ValueError, IndexError) as error:
            if "allocate memory" in str(error):  # of the processor's, which has no own exception
                raise MemoryError from error
            raise InputError(
                f"{self._found.folder}: the model cannot classify an input ({one_line(error)}); "
                "use a model with its own tokenizer"
            ) from error

    def _model(self) -> Any:
        if self._renamed is not None:
            model = load_renamed(self._found, self._renamed, self._dtype, self._device)
        else:
            model = load_with_head(self._found, "SequenceClassification", self._dtype, self._device)
        return _by_row(model)

    def _padding(self) -> int:
        """Return the id of padding, from which RoBERTa counts positions."""
        return int(self._found.config().get("pad_token_id") or 0)


def _accepted(model: Any) -> list[str]:
    """List the inputs that a model has: some know no types of tokens, some one type alone."""
    names = ["input_ids", "attention_mask"]
    if (
        "token_type_ids" in signature(model.forward).parameters
        and getattr(model.config, "type_vocab_size", 2) != 1
    ):
        names.append("token_type_ids")
    return names


def _by_row(model: Any) -> Any:
    """Apply the last layer to one input after another.

    Products with few columns, such as those of three classes, differ in the last digit with the
    row of the batch in which an input stands.
    """
    import torch

    for layer in model.modules():
        if (
            isinstance(layer, torch.nn.Linear)
            and layer.out_features == model.config.num_labels
            and "forward" not in vars(layer)
        ):
            layer.forward = partial(_rows, layer.forward)
    return model


def _rows(layer: Callable[[Any], Any], states: Any) -> Any:
    import torch

    return torch.cat([layer(row.clone()) for row in states.split(1)])


@lru_cache(maxsize=2)
def classifier(
    found: Checkpoint,
    dtype: DType = "float32",
    device: Device = "cpu",
    renamed: Renamed | None = None,
) -> Classifier:
    """Return the classifier of a checkpoint, the same for the same arguments; see `Classifier`."""
    return Classifier(found, dtype, device, renamed)
