"""From the options of execution to who makes the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacreval.execution import Backend


def backend_of(workers: int) -> Backend:
    """Choose who makes the rows of a run.

    Args:
        workers: What --workers says.
    """
    from sacreval.execution import SERIAL, Local

    return SERIAL if workers == 1 else Local(workers)
