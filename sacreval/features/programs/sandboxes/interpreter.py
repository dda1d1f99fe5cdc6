"""The Python that programs run with: its folders, and the scripts that it is started with."""

from __future__ import annotations

import marshal
import os
import platform
import subprocess
import sys
from pathlib import Path

import msgspec

from sacreval.errors import NotSetUpError, UsageError, shortened

_ASK = (
    "import os, sys\n"
    "for x in (sys.version.split()[0], sys.prefix, sys.base_prefix, "
    "os.path.realpath(sys.executable)): print(x)"
)
_PATIENCE = 30.0  # seconds
_LEAST = (3, 9)  # os.pidfd_open
_OTHERS = 0o001  # the mode bit by which everybody may enter a folder


class Interpreter(msgspec.Struct, frozen=True, kw_only=True):
    """A Python.

    Args:
        program: Path of its program.
        version: Its version, as in `3.11.7`.
        folders: The folders that it reads.
        packages: Whether programs may import the packages that are installed for it.
    """

    program: str
    version: str = ""
    folders: tuple[str, ...] = ()
    packages: bool = False

    @property
    def command(self) -> list[str]:
        """Its program and flags: isolated, in UTF-8, and without packages unless wanted."""
        return [self.program, "-I", "-B", "-X", "utf8", *([] if self.packages else ["-S"])]


def interpreter(path: str | None, *, packages: bool) -> Interpreter:
    """Return the Python that programs run with."""
    if path is None:
        program, prefix = os.path.realpath(sys.executable), os.path.realpath(sys.base_prefix)
        folders = {prefix, os.path.realpath(sys.prefix)} if packages else {prefix}
        version = platform.python_version()
    else:
        version, *prefixes, program = _asked(path)
        folders = {os.path.realpath(prefix) for prefix in prefixes}
        if tuple(map(int, version.split(".")[:2])) < _LEAST:
            raise UsageError(f"--python {path}: this is Python {version}; give 3.9 or later")
    if packages:
        program = path or sys.executable  # by whose place a virtual environment is found
    return Interpreter(
        program=str(Path(program).absolute()),
        version=version,
        folders=tuple(sorted(folders)),
        packages=packages,
    )


def _asked(path: str) -> list[str]:
    try:
        done = subprocess.run(  # noqa: S603 - the interpreter that the user names
            [path, "-I", "-c", _ASK], capture_output=True, text=True, check=True, timeout=_PATIENCE
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise UsageError(
            f"--python {shortened(path)}: this is no Python ({shortened(str(error))}); give the "
            "path of an interpreter"
        ) from None
    lines = done.stdout.splitlines()
    if len(lines) != 4:
        raise UsageError(f"--python {shortened(path)}: this is no Python; give an interpreter")
    return lines


def check_visible(chosen: Interpreter, *, as_others: bool) -> None:
    """Check that what a Python reads is not the user's home, and can be read in a sandbox."""
    home = Path(os.path.realpath(Path.home()))
    for folder in map(Path, chosen.folders):
        if home == folder or folder in home.parents:
            raise UsageError(
                f"{chosen.program} needs the folder {folder}, which holds the home folder; give "
                "another --python"
            )
        closed = [parent for parent in (folder, *folder.parents) if not _enterable(parent)]
        if as_others and closed:
            raise NotSetUpError(
                f"{chosen.program} is in {closed[-1]}, which only some users can read; as sacreval "
                "runs as root, programs run as the user 'nobody'; give another Python, as in "
                "--python /usr/bin/python3"
            )


def _enterable(folder: Path) -> bool:
    try:
        return bool(folder.stat().st_mode & _OTHERS)
    except OSError:
        return False


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
