"""Numbers of rows in a batch at which a model computes the same bytes as in a full one.

A batch that is not full has empty rows, since kernels of linear algebra may add in an order that
depends on the number of rows. Whether they do is tried for each number of rows, on made-up texts:
the first layer has matrices of the same shapes as the others. The answer depends on the model and
the machine alone, so that all processes of a machine find the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sacreval.models.loading import layers_of
from sacreval.models.running import Shape, on_device, one_thread

if TYPE_CHECKING:
    from collections.abc import Iterable

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
