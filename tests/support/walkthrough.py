"""The blocks of a Markdown page, run in order as a reader would run them.

A block with a title is a file. In `console`, lines after `$ ` are commands and the others what
they print; `…` stands for anything, and a command may only fail where `echo $?` follows. Every
line of `sh` is a command that ends well. `python` is a program, and a `text` block right after it
is what it prints. All other blocks are there to be read.
"""

import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

BLOCK = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
BLANKS = re.compile(r"[ \t]+$", re.MULTILINE)
PROGRAMS = {"sacreval": f'exec "{sys.executable}" -m sacreval "$@"'}


class Block(NamedTuple):
    """What stands between two fences."""

    language: str
    title: str
    text: str


def blocks(page: Path, language: str | None = None) -> list[Block]:
    """List the blocks of a page, or those of one language."""
    found = [Block(*match) for match in BLOCK.findall(page.read_text(encoding="utf-8"))]
    return [block for block in found if language in (None, block.language)]


def commands(text: str) -> list[str]:
    """List the commands of an `sh` block; a backslash goes on to the next line."""
    return [line for line in re.split(r"(?<!\\)\n", text) if line.strip()]


def python(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a Python block."""
    return _run([sys.executable, "-c", program], folder)


def shell(command: str, folder: Path, *, before: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command of a page, where `sacreval` is this one.

    Args:
        command: For bash.
        folder: Where it runs.
        before: The exit code of the command before it, which is its `$?`.
    """
    return _run(["bash", "-c", f"(exit {before}); {command}"], folder)


def play(page: Path, folder: Path) -> None:
    """Run a page in a folder; what differs from the page is an AssertionError."""
    for block, after in pairwise([*blocks(page), Block("", "", "")]):
        if block.title:
            (folder / block.title).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            _console(block.text, folder)
        elif block.language == "sh":
            _console("".join(f"$ {command}\n…\n" for command in commands(block.text)), folder)
        elif block.language == "python":
            done = python(block.text, folder)
            shown = after.text if after.language == "text" else "…\n"
            _compare("python", done, shown)
            assert done.returncode == 0, done.stdout


def _console(text: str, folder: Path) -> None:
    code, before = 0, ""
    for command, shown in COMMAND.findall(text):
        assert code == 0 or command == "echo $?", f"{before} ended with {code}"
        done = shell(command, folder, before=code)
        _compare(command, done, shown)
        code, before = done.returncode, command
    assert code == 0, f"{before} ended with {code}"


def _compare(command: str, done: subprocess.CompletedProcess[str], shown: str) -> None:
    """Compare what was printed with what a page shows, without blanks at the ends of lines."""
    printed, wanted = (BLANKS.sub("", text.strip("\n")) for text in (done.stdout, shown))
    pattern = ".*".join(map(re.escape, wanted.split("…")))
    told = f"{command}\nprinted\n{printed}\nand the page shows\n{wanted}"
    assert re.fullmatch(pattern, printed, flags=re.DOTALL), told


def _run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    programs = folder / ".programs"
    programs.mkdir(exist_ok=True)
    for name, line in PROGRAMS.items():
        (programs / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        words, cwd=folder, env=environment, text=True, check=False, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def has_shell() -> bool:
    """Say whether there is a bash to run commands with."""
    return os.name != "nt" and shutil.which("bash") is not None
