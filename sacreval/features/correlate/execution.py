"""How correlations are computed: the number of threads, and whom they tell of their progress."""

from collections.abc import Callable
from typing import NamedTuple


def _silent(_steps: int) -> None:
    """Do nothing."""


class Execution(NamedTuple):
    """How correlations and tests are computed; results do not depend on it.

    Attributes:
        workers: Number of threads.
        advance: Called with the number of correlations and pairs of metrics that are done since the
            last call.
    """

    workers: int = 1
    advance: Callable[[int], None] = _silent


SERIAL = Execution()


class Share:
    """Tells of the progress of several results that are computed together, step by step."""

    def __init__(self, execution: Execution, results: int, steps: int) -> None:
        """Begin with no step done.

        Args:
            execution: Whom to tell.
            results: Number of results.
            steps: Number of steps, after which all results are done.
        """
        self._advance, self._results, self._steps = execution.advance, results, max(1, steps)
        self._done = self._told = 0

    def __call__(self, steps: int) -> None:
        """Add steps that are done."""
        self._done += steps
        results = self._results * self._done // self._steps
        self._advance(results - self._told)
        self._told = results
