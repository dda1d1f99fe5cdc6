"""Tensors of a batch of texts, and errors of the device while a model runs on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sacreval.errors import NotSetUpError

if TYPE_CHECKING:
    from sacreval.models.batches import Shape


def filled(texts: Sequence[Sequence[int]], shape: Shape, padding: int) -> Any:
    """Return a tensor (rows, width) of ids, with padding after each text and in empty rows.

    Args:
        texts: Ids of the tokens of each text, at most as many as the shape has rows.
        shape: The shape of the batch.
        padding: Id of padding.
    """
    import torch

    ids = torch.full(shape, padding, dtype=torch.long)
    for row, text in enumerate(texts):
        ids[row, : len(text)] = torch.tensor(text, dtype=torch.long)
    return ids


def mask_of(texts: Sequence[Sequence[int]], shape: Shape) -> Any:
    """Return a tensor (rows, width) with 1 for tokens and 0 for padding.

    The first token of an empty row is 1: attention to no token at all would be NaN.

    Args:
        texts: Ids of the tokens of each text.
        shape: The shape of the batch.
    """
    import torch

    lengths = [len(text) for text in texts] + [0] * (shape.rows - len(texts))
    ends = torch.tensor(lengths).clamp(min=1)[:, None]
    return (torch.arange(shape.width)[None, :] < ends).long()


@contextmanager
def on_device(width: int) -> Iterator[None]:
    """Run a model without gradients, and report a device whose memory is too small.

    Args:
        width: Number of tokens of a text, for the message.

    Raises:
        MemoryError: If the memory of the processor does not hold the batch.
        NotSetUpError: If that of another device does not.
    """
    import torch

    try:
        with torch.inference_mode():
            yield
    except RuntimeError as error:
        if "allocate memory" in str(error):  # of the processor's, which has no own exception
            raise MemoryError from error
        if not isinstance(error, torch.OutOfMemoryError):
            raise
        raise NotSetUpError(
            f"The memory of the device does not hold {width} tokens of a text; end other programs "
            "on it, or use --device cpu"
        ) from error
