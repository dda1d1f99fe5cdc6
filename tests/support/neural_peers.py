"""Pythons with original libraries of metrics that run a model, named by SACREVAL_NEURAL_PEERS.

It has the path of a Python, or several between colons: originals cannot all be installed together.
What cannot run without is listed at the end of the run.
"""

import os

import pytest

from sacreval.errors import SacrevalError
from sacreval.io.official_pythons import Python
from sacreval.metrics.neural._original_library import checked
from support import missing


def python(metric: str) -> Python:
    """Return the first Python that has the original library of a metric; skip without one."""
    for path in filter(None, os.environ.get("SACREVAL_NEURAL_PEERS", "").split(os.pathsep)):
        try:
            return checked(metric, path)
        except SacrevalError:
            continue
    missing.say(
        f"comparisons with the original {metric}: no Python of SACREVAL_NEURAL_PEERS has it"
    )
    pytest.skip(f"no Python has the original {metric}")
