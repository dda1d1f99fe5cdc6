"""Resamples drawn once for all worlds of a size: their seed is the default, so they are equal."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from benchmarks.calibration.evaluation import Array
from sacreval.stats import resampling


@contextmanager
def shared_resamples() -> Iterator[None]:
    """Keep the draws of the bootstrap, which take most of the time of a world."""
    draw = resampling.bootstrap_weights

    @lru_cache(maxsize=4)
    def kept(n: int, resamples: int, seed: int) -> list[Array]:
        return [block.copy() for block in draw(n, resamples=resamples, seed=seed)]

    def again(n: int, *, resamples: int, seed: int) -> Iterator[Array]:
        return iter(kept(n, resamples, seed))

    resampling.bootstrap_weights = again
    try:
        yield
    finally:
        resampling.bootstrap_weights = draw
