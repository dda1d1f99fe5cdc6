"""Batches of a model on several threads, each of which computes with a single thread of torch.

The libraries of linear algebra split a product by the number of their threads, and then add in
another order: the last bits would depend on it.

With 1,024 dimensions one thread, two and eight have other last bits; with 768 they have the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import get_ident
from typing import Any, TypeVar

from sacreval.core.records import WORKERS

Part = TypeVar("Part")
Result = TypeVar("Result")


def on_threads(
    compute: Callable[[Part], Result], parts: Iterable[Part], device: str
) -> Iterator[Result]:
    """Compute parts on as many threads as the batch of records may use (`WORKERS`).

    Args:
        compute: Computes a part, such as the states of a batch.
        parts: The parts, each of which is computed by one thread.
        device: Where the model runs, `cpu` or a GPU, which is given one part after the other.

    Yields:
        The results, in the order of the parts.
    """
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
    """Let torch compute with one thread of this process's own, and restore the number after it."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def with_one_thread(model: Any) -> Any:
    """Return a model that computes with one thread of torch, whoever calls it or its encoder."""
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
