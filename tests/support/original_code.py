"""Code of originals that are no packages, in folders below the one that SACREVAL_CODE names.

Their names are those of the repositories, such as BARTScore. What cannot run without is listed at
the end of the run.
"""

import os
from pathlib import Path

import pytest

from sacreval.errors import SacrevalError
from sacreval.io.programs.official_programs import Python, store
from sacreval.metrics.neural._original_library import checked, script
from sacreval.metrics.neural._originals._serve import load
from support import missing, neural_peers

CODE = "SACREVAL_CODE"


def set_up(metric: str) -> None:
    """Set up the original of a metric for one test; skip it without its code or a Python."""
    store(metric, _python(metric))


def _python(metric: str) -> Python:
    repository = Path(load(str(script(metric))).REPOSITORY).name
    code = str(Path(os.environ.get(CODE) or os.devnull) / repository)
    for path in neural_peers.paths():
        try:
            return checked(metric, path, code)
        except SacrevalError:
            continue
    missing.say(
        f"comparisons with the code of {metric}: {CODE} names no folder with {repository}, or no "
        f"Python of {neural_peers.PEERS} has what it imports"
    )
    pytest.skip(f"no code of {metric}")
