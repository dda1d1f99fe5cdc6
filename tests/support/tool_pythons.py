"""Pythons with tools that read or run sacreval, named by SACREVAL_TOOLS.

It has the path of a Python, or several between colons. `nox -s tools` makes one. What cannot run
without is listed at the end of the run.
"""

import os
import subprocess
from pathlib import Path

import pytest

from support import missing
from support.mirror import CHECKOUT
from support.neural_peers import has

TOOLS = "SACREVAL_TOOLS"


def interpreter(module: str, what: str) -> str:
    """Return the first Python that has a module, or note what cannot run and skip the test.

    Args:
        module: The module of the tool.
        what: What the test is about, in the plural.
    """
    for path in filter(None, os.environ.get(TOOLS, "").split(os.pathsep)):
        if has(path, module):
            return path
    missing.say(f"{what}: no Python of {TOOLS} has {module}")
    pytest.skip(f"no {module}")


def run_in(path: str, *arguments: object, cwd: Path, **variables: str) -> str:
    """Run a Python with these arguments and return its output; sacreval can be imported there.

    Args:
        path: The interpreter.
        arguments: Its arguments.
        cwd: The folder it runs in.
        variables: More environment variables.
    """
    environment = {
        **os.environ, "PYTHONPATH": str(CHECKOUT), "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1", "OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore", **variables,
    }  # fmt: skip
    done = subprocess.run(
        [path, *map(str, arguments)],
        capture_output=True, text=True, cwd=cwd, env=environment, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout
