"""The text that a Python inside a sandbox is started with: `driver.py` and `child.py`."""

from __future__ import annotations

import marshal
import platform
from pathlib import Path

_NAMES = ("driver", "child")
# Compiling takes two milliseconds of every program, so a Python of our own release gets byte code.
_COMPILED = "import marshal,sys\nd,c=[marshal.loads(bytes.fromhex(x))for x in sys.argv[1:]]\n"
_TEXTS = (
    "import sys\nd,c=[compile(x,n,'exec')for x,n in zip(sys.argv[1:],('<driver>','<child>'))]\n"
)
_START = (
    "s={'__name__':'child','__file__':'<child>'}\nexec(c,s)\n"
    "g={'__name__':'driver'}\nexec(d,g)\ng['main'](s['child'])"
)


def scripts(version: str) -> list[str]:
    """Return the arguments of `python -c` that start the driver."""
    texts = [Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8") for name in _NAMES]
    if _release(version) != _release(platform.python_version()):
        return [_TEXTS + _START, *texts]
    pairs = zip(texts, _NAMES, strict=True)
    codes = [compile(text, f"<{name}>", "exec", dont_inherit=True) for text, name in pairs]
    return [_COMPILED + _START, *(marshal.dumps(code).hex() for code in codes)]


def _release(version: str) -> list[str]:
    """Return the two numbers on which the format of byte code depends."""
    return version.split(".")[:2]
