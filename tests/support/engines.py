"""Which engine a run of the tests covers, and whether the kernels were left out by mistake."""

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

from sacreval import native

FORBIDDEN = os.environ.get("SACREVAL_NO_NATIVE", "0") not in {"", "0"}


def header() -> str:
    """Return the line of the report's header that names the engines under test."""
    if native.available():
        return "engines: native (compiled kernels) and official"
    why = "SACREVAL_NO_NATIVE is set" if FORBIDDEN else "the kernels are not built"
    return f"engines: official only ({why}); tests of the kernels are skipped"


def forgotten() -> str | None:
    """Return one sentence if kernels could be built here and neither are nor were forbidden."""
    if FORBIDDEN or native.available() or not compiles():
        return None
    return (
        "the kernels are not built although a C++ compiler is installed; build them with "
        "`pip install -e '.[test]'`, or set SACREVAL_NO_NATIVE=1 to test the official engine alone"
    )


def compiles() -> bool:
    """Check for both compilers that setuptools calls and for Python's headers."""
    if sys.platform == "win32":
        return False  # MSVC is on no PATH
    commands = [_compiler(name) for name in ("CC", "CXX")]
    header = Path(sysconfig.get_path("include"), "Python.h")
    return header.is_file() and all(map(shutil.which, commands))


def _compiler(name: str) -> str:
    command = os.environ.get(name) or sysconfig.get_config_var(name) or ""
    return next(iter(shlex.split(command)), "")
