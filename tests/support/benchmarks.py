"""The scripts of `benchmarks/`, which are not installed with the package, as modules."""

import sys
from importlib import import_module
from types import ModuleType

from support.mirror import CHECKOUT

FOLDER = str(CHECKOUT / "benchmarks")


def benchmark(name: str) -> ModuleType:
    """Import a script of the benchmarks; what it puts before the path of the tests is taken off."""
    before = [path for path in sys.path if path != FOLDER]
    sys.path.append(FOLDER)
    try:
        return import_module(name)
    finally:
        sys.path[:] = [*before, FOLDER]
