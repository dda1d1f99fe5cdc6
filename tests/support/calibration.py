"""The simulations of `benchmarks/calibration`, which are not installed with the package."""

import sys
from collections.abc import Mapping
from typing import Any

from support.mirror import CHECKOUT

if str(CHECKOUT) not in sys.path:
    sys.path.append(str(CHECKOUT))  # at the end, so that an installed package comes first

from benchmarks.calibration import cells, evaluation, every, metric_tests, store
from benchmarks.calibration.shared_resamples import shared_resamples

__all__ = ["cells", "evaluation", "every", "metric_tests", "named", "shared_resamples", "store"]


def named() -> Mapping[str, Any]:
    """Return all cells by name."""
    return {cell.name: cell for cell in every.every_cell()}
