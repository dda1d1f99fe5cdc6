"""The simulations of `benchmarks/calibration`, which are not installed with the package."""

import sys
from collections.abc import Mapping
from typing import Any

from support.mirror import CHECKOUT

if str(CHECKOUT) not in sys.path:
    sys.path.append(str(CHECKOUT))  # at the end, so that an installed package comes first

from benchmarks.calibration import cells, evaluation, every, metric_tests, store

__all__ = ["cells", "evaluation", "every", "metric_tests", "named", "store"]


def named() -> Mapping[str, Any]:
    """Return all cells by name."""
    return {cell.name: cell for cell in every.every_cell()}
