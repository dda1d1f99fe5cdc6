"""Releases of libraries that are newer than the tested ones: tests run as if they were tested.

A run prints a notice about such a release. `core/test_version.py` tests it; other tests are of
sacreval's other messages, and hold whichever releases are installed.
"""

import os
from pathlib import Path

from sacreval.core import version as versions
from support.started_python.sitecustomize import extend

START_UP = Path(__file__).with_name("started_python") / "sitecustomize.py"


def accept_installed() -> None:
    """Count the installed releases as tested, in this process and in those that it starts."""
    if extend(versions):
        os.environ["PYTHONPATH"] = os.pathsep.join([str(START_UP.parent), *python_path()])


def python_path() -> list[str]:
    """Return the folders of PYTHONPATH, without that of the start-up file."""
    folders = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [folder for folder in folders if folder not in {"", str(START_UP.parent)}]
