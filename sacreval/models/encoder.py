"""Hidden states of texts: of every token, or pooled; each text is encoded once.

Numbers of rows in a batch at which a model computes the same bytes as in a full one. A batch that
is not full has empty rows, since kernels of linear algebra may add in an order that depends on the
number of rows. Whether they do is tried for each number of rows, on made-up texts: the first layer
has matrices of the same shapes as the others. The answer depends on the model and the machine
alone, so that all processes of a machine find the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from sacreval.io.progress import add_texts
from sacreval.models.loading import Device, DType, layers_of, load
from sacreval.models.model_batches import (
    BUDGET,
    Shape,
    TokenBatch,
    batches,
    filled,
    mask_of,
    on_device,
    on_threads,
    one_thread,
)
from sacreval.models.pooling import Mix, Pooling, mixed, pooled
from sacreval.models.tokenization import limit
from sacreval.models.weights.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from sacreval.models.weights.weights import Checkpoint

    Array = NDArray[Any]


MOST = 0.75  # share of rows with texts from which trying takes longer than computing empty rows
_SEED = 1


class RowCounts:
    """The numbers of rows with which a model computes the same bytes as with a full batch.

    Args:
        model: An encoder of transformers on the CPU.
    """

    def __init__(self, model: Any) -> None:
        self._model, self._layer = model, _first(model)
        self._tried: dict[tuple[Shape, int], bool] = {}

    def needed(self, shape: Shape, texts: int) -> Shape:
        """Return the shape of a batch without its empty rows, if those do not matter.

        Args:
            shape: The shape of the full batch.
            texts: Number of texts in it.
        """
        if self._layer is None or texts > MOST * shape.rows:
            return shape
        if (shape, texts) not in self._tried:
            self._tried[shape, texts] = self._are_equal(shape, texts)
        return Shape(texts, shape.width) if self._tried[shape, texts] else shape

    def _are_equal(self, shape: Shape, texts: int) -> bool:
        """Return whether the first layer's states of some texts have equal bytes in both shapes."""
        import torch

        ids = self._made_up(Shape(texts, shape.width))
        for short in (0, 1):  # with texts of full width, attention takes another path
            mask = torch.zeros(shape, dtype=torch.long)
            mask[:, 0] = 1
            mask[:texts, : shape.width - short] = 1
            full = torch.zeros(shape, dtype=torch.long)
            full[:texts] = ids
            whole = self._first_layer(full, mask)
            part = self._first_layer(ids, mask[:texts])
            kept = shape.width - short
            if (
                whole is None
                or part is None
                or not torch.equal(whole[:texts, :kept], part[:, :kept])
            ):
                return False
        return True

    def _made_up(self, shape: Shape) -> Any:
        import torch

        tokens = int(getattr(self._model.config, "vocab_size", 0) or 1)
        return torch.randint(tokens, shape, generator=torch.Generator().manual_seed(_SEED))

    def _first_layer(self, ids: Any, mask: Any) -> Any:
        """Return the states of the first layer, after which the model is left; None without."""

        def leave(*passed: Any) -> None:
            raise _LeftError(passed[-1])

        handle = self._layer.register_forward_hook(leave)
        try:
            with one_thread(), on_device(ids.shape[1]):
                self._model(input_ids=ids, attention_mask=mask)
        except _LeftError as left:
            states = left.args[0]
            return states[0] if isinstance(states, tuple) else states
        finally:
            handle.remove()
        return None


class _LeftError(Exception):
    """The model was left after its first layer, whose states it has."""


def _first(model: Any) -> Any:
    """Return the first layer; None where it does not stand for the others."""
    import torch

    layers = layers_of(model)
    if layers is None or any(_is_convolution(module) for module in model.modules()):
        return None
    first = next(iter(layers), None)
    return first if isinstance(first, torch.nn.Module) and _alike(layers) else None


def _is_convolution(module: Any) -> bool:
    return type(module).__name__.startswith("Conv") and type(module).__name__ != "Conv1D"


def _alike(layers: Iterable[Any]) -> bool:
    """Return whether all layers have parameters of the same shapes."""
    shapes = [sorted(tuple(p.shape) for p in layer.parameters()) for layer in layers]
    return all(layer_shapes == shapes[0] for layer_shapes in shapes)


Pool = Literal["tokens", "mean", "first", "max"] | Pooling
Head = Callable[["Array"], "Array"]  # from the states of a text to what is kept of them


class Encoder:
    """The first layers of a model, and the states that they computed.

    States of a text depend on the text alone: batches have fixed shapes, see `models.batches`, but
    for empty rows that do not matter, see `models.row_counts`.

    Args:
        found: The checkpoint.
        layers: The layers whose states are asked for, ascending; 0 is the embeddings of tokens, and
            the last is 1 or more.
        dtype: Type of weights and states.
        device: Where the model runs.
        pool: tokens keeps the state of each token; mean and max are over all tokens, special ones
            included; first is that of the first token; a Pooling combines these and others. A
            function is called with the states of each text, array (layers, tokens, dimensions),
            and its result is kept.
        mixes: Weighted sums of these layers, which take the place of the layers in the result.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        layers: tuple[int, ...],
        dtype: DType,
        device: Device,
        pool: Pool | Head,
        *,
        mixes: tuple[Mix, ...] = (),
    ) -> None:
        self._checkpoint, self._layers, self._pool = checkpoint, layers, pool
        self._dtype, self._device, self._mixes = dtype, device, mixes
        self._limit = limit(checkpoint)
        self._rows: RowCounts | None = None
        self.store = Store()

    def encode(self, texts: Sequence[Sequence[int]]) -> list[Array]:
        """Return the states of texts, from the store where they are there.

        Args:
            texts: Ids of the tokens of each text.

        Returns:
            For each text an array, float32: (layers, tokens, dimensions) or, pooled, (layers,
            dimensions), or what the function returned; with mixes in place of layers, if any.

        Raises:
            NotSetUpError: If the memory of the device does not hold a batch.
        """
        return self.store.of_texts(texts, self._computed)

    def _computed(self, texts: Sequence[Sequence[int]]) -> list[Array]:
        arrays: dict[int, Array] = {}
        parts = batches([len(ids) for ids in texts], BUDGET[self._device], self._limit)
        if self._device == "cpu" and not self._mixes:
            parts = [self._without_empty_rows(part) for part in parts]
        self._model()  # before threads need it
        computed = on_threads(lambda part: self._states(texts, part), parts, self._device)
        for part, states in zip(parts, computed, strict=True):
            arrays.update(zip(part.members, states, strict=True))
            add_texts(len(part.members))
        return [arrays[i] for i in range(len(texts))]

    def _without_empty_rows(self, part: TokenBatch) -> TokenBatch:
        if self._rows is None:
            self._rows = RowCounts(self._model())
        return part._replace(shape=self._rows.needed(part.shape, len(part.members)))

    def _model(self) -> Any:
        return load(self._checkpoint, max(1, self._layers[-1]), self._dtype, self._device)

    def _states(self, texts: Sequence[Sequence[int]], part: TokenBatch) -> list[Array]:
        """Run the model on one batch, and pool the states of each text."""
        import torch

        model = self._model()
        chosen = [texts[i] for i in part.members]
        mask = mask_of(chosen, part.shape).to(self._device)
        with on_device(part.shape.width):
            done = model(
                input_ids=filled(chosen, part.shape, self._checkpoint.padding()).to(self._device),
                attention_mask=mask,
                output_hidden_states=len(self._layers) > 1 or 0 in self._layers,
            )
        layers = [self._of_layer(done, layer) for layer in self._layers]
        if self._mixes:
            layers = [mixed(layers, mask, mix) for mix in self._mixes]
        array = torch.stack(layers, dim=1).float().cpu().numpy()
        return [self._pooled(array[row, :, : len(ids)].copy()) for row, ids in enumerate(chosen)]

    def _of_layer(self, done: Any, layer: int) -> Any:
        last = layer == self._layers[-1] and layer > 0
        return done.last_hidden_state if last else done.hidden_states[layer]

    def _pooled(self, states: Array) -> Array:
        if isinstance(self._pool, Pooling):
            return pooled(states, self._pool)
        if callable(self._pool):
            return self._pool(states)
        if self._pool == "tokens":
            return states
        return pooled(states, Pooling(("cls" if self._pool == "first" else self._pool,)))


@lru_cache(maxsize=2)
def encoder(
    checkpoint: Checkpoint,
    layers: tuple[int, ...],
    dtype: DType = "float32",
    device: Device = "cpu",
    pool: Pool | Head = "tokens",
    *,
    mixes: tuple[Mix, ...] = (),
) -> Encoder:
    """Return the encoder of a checkpoint, the same for the same arguments; see `Encoder`."""
    return Encoder(checkpoint, layers, dtype, device, pool, mixes=mixes)
