"""Limit BLAS to one thread and keep freed memory for the next block, for resampling loops.

A resampling loop computes many small matrix products, for which starting threads costs three to ten
times the time of the products (measured). One thread also adds in a fixed order, so that results do
not depend on the number of cores.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
T = TypeVar("T")

_JUST_BELOW_MALLOC_LIMIT = 31_000_000


@lru_cache(maxsize=1)
def _controller() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def one_thread() -> Any:
    """Return a context in which BLAS has one thread."""
    return _controller().limit(limits=1, user_api="blas")


def single_thread_blas(function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with one BLAS thread, and without returning memory between blocks.

    glibc returns every freed block above a threshold to the system, and raises that threshold to
    the largest block freed so far (at most 32 MB). Freeing a large untouched block first avoids the
    page faults of all later blocks, which took two thirds of the time.
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        np.empty(_JUST_BELOW_MALLOC_LIMIT, dtype=np.uint8)
        with one_thread():
            return function(*args, **kwargs)

    return run
