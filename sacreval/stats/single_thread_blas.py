"""Set-up for resampling: one BLAS thread, and freed memory kept for the next block.

The products of a resampling loop are many and small. Waking threads for each costs more than it
brings (three to ten times the time, measured), and one thread adds in one order, so that results do
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


def steady(function: Callable[P, T]) -> Callable[P, T]:
    """Run a function with one BLAS thread and without handing memory back between blocks.

    glibc returns every freed block above a threshold to the system, and raises that threshold to
    the largest block freed so far (at most 32 MB). Freeing one large untouched block first spares
    the page faults of all later ones: they were two thirds of the time.
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        np.empty(_JUST_BELOW_MALLOC_LIMIT, dtype=np.uint8)
        with _controller().limit(limits=1, user_api="blas"):
            return function(*args, **kwargs)

    return run
