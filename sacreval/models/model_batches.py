"""Batches of fixed shapes, on several threads, and errors of the device while a model runs.

Batches of fixed shapes, so that the numbers of a text do not depend on its neighbours. The kernels
of linear algebra add in an order that depends on the shape of a batch. The width of a batch is
therefore the length of a text rounded up, and its number of rows follows from the width alone: a
batch that is not full has empty rows.

Batches of a model on several threads, each of which computes with a single thread of torch. The
libraries of linear algebra split a product by the number of their threads, and then add in another
order: the last bits would depend on it.

With 1,024 dimensions one thread, two and eight have other last bits; with 768 they have the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import get_ident
from typing import Any, NamedTuple, TypeVar

from sacreval.core.records import WORKERS
from sacreval.errors import NotSetUpError

T = TypeVar("T")
Result = TypeVar("Result")
STEP = 8  # tokens; widths are multiples of it
# Tokens of a batch. On a CPU, 512 take 5 % less time a token, but more rows of them stay empty.
BUDGET = {"cpu": 256, "cuda": 16384}


class Shape(NamedTuple):
    """The shape of a batch.

    Args:
        rows: Number of texts that it has room for.
        width: Number of tokens of each.
    """

    rows: int
    width: int


class TokenBatch(NamedTuple):
    """The texts of a batch.

    Args:
        members: Indices of the texts, at most `shape.rows`.
        shape: The shape of the batch.
    """

    members: tuple[int, ...]
    shape: Shape


def shape(length: int, budget: int, limit: int) -> Shape:
    """Return the shape of the batch in which a text is encoded."""
    width = max(STEP, -(-length // STEP) * STEP)
    width = min(width, max(limit, length)) if limit else width
    return Shape(max(1, budget // width), width)


def batches(lengths: Sequence[int], budget: int, limit: int) -> list[TokenBatch]:
    """Distribute texts over batches, the shortest first.

    Args:
        lengths: Number of tokens of each text.
        budget: Number of tokens of a batch.
        limit: Number of tokens above which widths are not rounded up; 0 for none.
    """
    groups: dict[Shape, list[int]] = {}
    for i in sorted(range(len(lengths)), key=lengths.__getitem__):
        groups.setdefault(shape(lengths[i], budget, limit), []).append(i)
    return [
        TokenBatch(tuple(members[first : first + batch_shape.rows]), batch_shape)
        for batch_shape, members in groups.items()
        for first in range(0, len(members), batch_shape.rows)
    ]


def in_batches(
    texts: Sequence[T],
    lengths: Sequence[int],
    budget: int,
    limit: int,
    compute: Callable[[list[T], Shape], Iterable[Result]],
) -> list[Result]:
    """Compute the result of each text, batch by batch; see `batches`.

    Args:
        texts: The texts.
        lengths: Number of tokens of each.
        budget: Number of tokens of a batch.
        limit: Number of tokens above which widths are not rounded up; 0 for none.
        compute: Returns the results of the texts of a batch of that shape.
    """
    results: dict[int, Result] = {}
    for part in batches(lengths, budget, limit):
        computed = compute([texts[i] for i in part.members], part.shape)
        results.update(zip(part.members, computed, strict=True))
    return [results[i] for i in range(len(texts))]


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


def on_threads(compute: Callable[[T], Result], parts: Iterable[T], device: str) -> Iterator[Result]:
    """Compute parts on as many threads as the batch of records may use (`WORKERS`)."""
    workers = WORKERS.get() if device == "cpu" else 1
    with one_thread():
        if workers == 1:
            yield from map(compute, parts)
            return
        pool = ThreadPoolExecutor(workers, "sacreval-model", initializer=_use_one_thread)
        try:
            yield from pool.map(compute, parts)
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute with one thread of torch, and restore the number of threads at the end."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def with_one_thread(model: Any) -> Any:
    """Return a model whose calls, and those of its encoder, use one thread of torch."""
    import torch

    before: defaultdict[int, list[int]] = defaultdict(list)  # by calling thread, innermost last

    def begin(*_: Any) -> None:
        before[get_ident()].append(torch.get_num_threads())
        torch.set_num_threads(1)

    def end(*_: Any) -> None:
        torch.set_num_threads(before[get_ident()].pop())

    for part in (model, getattr(getattr(model, "base_model", None), "encoder", None)):
        if part is not None:
            part.register_forward_pre_hook(begin)
            part.register_forward_hook(end, always_call=True)
    return model


def _use_one_thread() -> None:
    import torch

    torch.set_num_threads(1)
