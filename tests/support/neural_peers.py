"""Official libraries of metrics that run a model, in environments of their own.

`SACREVAL_NEURAL_PEERS` names the interpreter of an environment with bert-score and
sentence-transformers, `SACREVAL_COMET_PYTHON` that of one with unbabel-comet.
"""

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support import missing

PEERS, COMET = "SACREVAL_NEURAL_PEERS", "SACREVAL_COMET_PYTHON"


def run(script: str, asked: Any, *, module: str, variable: str = PEERS) -> Any:
    """Run a script in another environment, or skip the test and list it.

    Args:
        script: Python code; `asked` is what it is asked, and `answer` is what it must set.
        asked: Any value that JSON has.
        module: The module of the official library that it needs.
        variable: The variable that names the interpreter.
    """
    python = os.environ.get(variable, "")
    if not has(python, module):
        missing.say(f"official numbers of {module}: {variable} names no Python that has it")
        pytest.skip(f"no {module}")
    code = f"import json, sys\nasked = json.load(sys.stdin)\n{script}\nprint(json.dumps(answer))\n"
    done = subprocess.run(
        [python, "-W", "ignore", "-c", code], input=json.dumps(asked), text=True, check=False,
        capture_output=True, env={**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@cache
def has(python: str, module: str) -> bool:
    """Return whether an interpreter has a module, which is not imported."""
    if not python or not Path(python).exists():
        return False
    code = f"import importlib.util as u, sys; sys.exit(u.find_spec({module!r}) is None)"
    return subprocess.run([python, "-c", code], check=False).returncode == 0
