"""Pythons with original libraries of metrics that run a model, named by SACREVAL_NEURAL_PEERS.

It has the path of a Python, or several between colons: originals cannot all be installed together.
What cannot run without is listed at the end of the run.
"""

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from support import missing

PEERS = "SACREVAL_NEURAL_PEERS"


def run(script: str, asked: Any, *, module: str) -> Any:
    """Run a script in the first Python that has a module, or skip the test and list it.

    Args:
        script: Python code; `asked` is what it is asked, and `answer` is what it must set.
        asked: Any value that JSON has.
        module: The module of the official library that it needs.
    """
    program = interpreter(module)
    asking = "import json, sys\nasked = json.load(sys.stdin.buffer)"
    code = f"{asking}\n{script}\nprint(json.dumps(answer))\n"
    stdin = json.dumps(asked, ensure_ascii=False).encode("utf-8", "replace")  # no surrogates
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [program, "-W", "ignore", "-c", code], input=stdin, check=False, capture_output=True,
            cwd=folder, env={**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
        )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return json.loads(done.stdout.splitlines()[-1])


def interpreter(module: str) -> str:
    """Return the path of the first Python that has a module; skip the test without one."""
    for path in paths():
        if has(path, module):
            return path
    missing.say(f"official numbers of {module}: no Python of {PEERS} has it")
    pytest.skip(f"no {module}")


@cache
def has(path: str, module: str) -> bool:
    """Return whether a Python has a module, which is not imported."""
    if not Path(path).exists():
        return False
    code = f"import importlib.util as u, sys; sys.exit(u.find_spec({module!r}) is None)"
    return subprocess.run([path, "-c", code], check=False).returncode == 0


def paths() -> list[str]:
    """List the Pythons that the variable names."""
    return [path for path in os.environ.get(PEERS, "").split(os.pathsep) if path]
