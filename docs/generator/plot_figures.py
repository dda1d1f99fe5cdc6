"""The figures of the page about plots, drawn by its own commands when the site is built."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

PAGE = "docs/plots.md"
FOLDER = "images/plots/"
_BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"<!-- figure (\S+\.svg): (.*?) -->")
_START = """
import sys
from sacreval.commands.app import run

def call(words):
    if code := run(words):
        sys.exit(code)
"""


def figures(root: Path) -> dict[str, bytes]:
    """Run the blocks of the page, and return the figures that it shows: name in the site to SVG.

    Args:
        root: Root folder of the repository.

    Raises:
        RuntimeError: If a command fails.
    """
    text = (root / PAGE).read_text(encoding="utf-8")
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "configs").symlink_to(root / "configs")
        words = [sys.executable, "-c", _program(text)]
        done = subprocess.run(  # noqa: S603 - the commands of our own page
            words, cwd=folder, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{PAGE}: its commands end with\n{done.stderr}")
        return {FOLDER + figure: (folder / figure).read_bytes() for figure in shown(text)}


def shown(text: str) -> list[str]:
    """Return the files of the figures that a page shows."""
    return [mark[0] for mark in _MARK.findall(text)]


def fill(markdown: str, _root: Path) -> str:
    """Replace the marks of figures by images."""
    return _MARK.sub(rf"![\2]({FOLDER}\1)", markdown)


def _program(text: str) -> str:
    """Return one program for all blocks of a page; it ends at the first command that fails."""
    parts = [_START]
    for language, block in _BLOCK.findall(text):
        if language == "python":
            parts.append(block)
        else:
            lines = block.replace("\\\n", " ").splitlines()
            parts += [f"call({shlex.split(line)[1:]!r})" for line in lines]
    return "\n".join(parts)
