"""Run shell lines of pages: a single sacreval command in this process, others with bash.

A process of its own takes half a second, and this process none; but pipes, other programs, and
modules that lie in the folder (`py:`) want one.
"""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from _thread import interrupt_main
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from sacreval.commands.app import run
from support.program import Stdin

QUOTED = re.compile(r"""'[^']*'|"[^"$`\\]*\"""")
PLAIN = re.compile(r"[^$`*?<>|&;(){}~\\]*")
LONGEST = 600.0  # seconds until a command of a page is ended, which then fails
PROGRAMS = {
    "sacreval": f'exec "{sys.executable}" -m sacreval "$@"',
    "python": f'exec "{sys.executable}" "$@"',
}


class Ended(NamedTuple):
    """The exit code of a command, and its output to both streams, in order."""

    code: int
    printed: str


def perform(command: str, folder: Path, *, before: int = 0) -> Ended:
    """Run a command of a page in a folder.

    Args:
        command: As a reader would type it; a backslash may continue it on the next line.
        folder: Where it runs.
        before: The exit code of the command before it, which is its `$?`.
    """
    line = command.replace("\\\n", " ")
    is_checkout = (folder / "sacreval").is_dir()  # a page that changes sacreval itself
    if line.startswith("sacreval ") and " py:" not in line and is_plain(line) and not is_checkout:
        return here(shlex.split(line, comments=True)[1:], folder)
    return process(["bash", "-c", f"(exit {before}); {command}"], folder)


def is_plain(line: str) -> bool:
    """Return whether a line is one command without pipes, variables or patterns."""
    return PLAIN.fullmatch(QUOTED.sub("", line.split(" #", 1)[0])) is not None


def here(words: list[str], folder: Path) -> Ended:
    """Run a command of sacreval in this process."""
    both = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    endless = threading.Timer(LONGEST, interrupt_main)  # it then ends with 130
    endless.daemon = True
    endless.start()
    with chdir(folder), redirect_stdout(both), redirect_stderr(both):
        with patch("sys.stdin", Stdin(b"")):
            code = run(words)
        both.flush()
    endless.cancel()
    return Ended(code, both.buffer.getvalue().decode())


def process(words: list[str], folder: Path) -> Ended:
    """Run a program, with this checkout's `sacreval` and its Python first on the path."""
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    for name, line in PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        words, cwd=folder, env=environment, text=True, check=False, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONGEST,
    )  # fmt: skip
    return Ended(done.returncode, done.stdout)


def has_shell() -> bool:
    """Return whether bash is installed."""
    return os.name != "nt" and shutil.which("bash") is not None
