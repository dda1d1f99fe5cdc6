"""Makes the sibling modules importable, and skips what needs kernels where there are none."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from sacreval import native

COMPILED = native.available()


def pytest_collection_modifyitems(items):
    """Skip what needs the kernels; `fallback` tests run without them."""
    if COMPILED:
        return
    here = Path(__file__).parent
    skip = pytest.mark.skip(reason="the compiled kernels are not built here")
    for item in items:
        if item.path.is_relative_to(here) and "fallback" not in item.path.name:
            item.add_marker(skip)
