"""Original libraries in an environment of their own, whose Python SACREVAL_NEURAL_PEERS names.

Their requirements exclude each other's and sacreval's: bert-score 0.3.13 needs transformers
below 5.
"""

import json
import os
import subprocess
from typing import Any

import pytest

from support import missing

PYTHON = "SACREVAL_NEURAL_PEERS"


def run(program: str, values: Any, *, modules: str) -> Any:
    """Run a program there; skip if the environment or a module is not there.

    Args:
        program: Python that reads `values` and sets `result`.
        values: What it works on, as JSON.
        modules: Names of the modules that it imports, separated by commas.

    Returns:
        Its result.
    """
    python = os.environ.get(PYTHON)
    if not python:
        missing.say(f"original libraries of metrics that run a model: {PYTHON} names no python")
        pytest.skip(f"no {PYTHON}")
    if subprocess.run(
        [python, "-c", f"import {modules}"], capture_output=True, check=False
    ).returncode:
        missing.say(f"{modules} in {python}")
        pytest.skip(f"no {modules}")
    whole = (
        f"import json, sys\nvalues = json.load(sys.stdin)\n{program}\njson.dump(result, sys.stdout)"
    )
    done = subprocess.run(
        [python, "-c", whole],
        input=json.dumps(values),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout[done.stdout.index("[") :])
