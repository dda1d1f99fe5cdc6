"""Run the blocks of a Markdown page in order, as a reader would.

A block with a title is a file. In `console`, lines after `$ ` are commands and the others are their
output (`shown.py` describes `…`); a command may fail only if `echo $?` follows. Every line of `sh`
is a command that succeeds. `python` is a program, and a `text` block right after it is its output.
Other blocks are not run.

A comment in the line before a block has the reason why it is not played, or states that it needs
the network: then a mirror of the files is used, and without one the block is listed. Another states
that it needs a sandbox, without which it is listed, too.
"""

import os
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from support import missing
from support.mirror import MIRROR
from support.sandboxes import why_no_bwrap
from support.shell import Ended, perform, process
from support.shown import differs

BLOCK = re.compile(
    r"(?:^<!-- (?P<marker>not played: [^\n]+|played from a mirror|played in a sandbox) -->\n)?"
    r'^```(?P<language>\w*)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$',
    re.DOTALL | re.MULTILINE,
)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
SANDBOX = "played in a sandbox"
PLAYED = ("sh", "console", "python")


class Block(NamedTuple):
    """A block: its language, title and text, and the marker before it."""

    language: str
    title: str
    text: str
    marker: str = ""

    @property
    def unplayed(self) -> str:
        """Why it is not played; empty where it is."""
        return self.marker.removeprefix("not played: ") if "not played" in self.marker else ""


def blocks(page: Path, language: str | None = None) -> list[Block]:
    """List the blocks of a page, or those of one language."""
    parts = [match.groupdict(default="") for match in BLOCK.finditer(page.read_text("utf-8"))]
    blocks = [Block(**part) for part in parts]
    return [block for block in blocks if language in (None, block.language)]


def commands(text: str) -> list[str]:
    """List the commands of an `sh` block; a backslash goes on to the next line."""
    return [line for line in re.split(r"(?<!\\)\n", text) if line.strip()]


def python(program: str, folder: Path) -> Ended:
    """Run a Python block."""
    return process([sys.executable, "-u", "-c", program], folder)


def play(page: Path, folder: Path) -> None:
    """Run a page in a folder; what differs from the page is an AssertionError.

    Where blocks need a mirror or a sandbox that is not there, the test is skipped after the others,
    which lists why.
    """
    reason = ""
    for block, after in pairwise([*blocks(page), Block("", "", "")]):
        if block.unplayed:
            continue
        if not block.marker:
            _play(block, after, folder)
        elif block.marker == SANDBOX:
            if lacking := why_no_bwrap():
                reason = lacking
            else:
                _play(block, after, folder)
        elif MIRROR.is_dir():
            places = {"SACREVAL_MIRROR": str(MIRROR), "SACREVAL_HOME": str(folder / "home")}
            with patch.dict(os.environ, places):
                _play(block, after, folder)
        else:
            reason = "there is no mirror"
    if reason:
        missing.say(f"blocks of {page.name}: {reason}")
        pytest.skip(reason)


def _play(block: Block, after: Block, folder: Path) -> None:
    if block.title:
        (folder / block.title).parent.mkdir(parents=True, exist_ok=True)
        (folder / block.title).write_text(block.text, encoding="utf-8")
    elif block.language == "console":
        _console(block.text, folder)
    elif block.language == "sh":
        for command in commands(block.text):
            done = perform(command, folder)
            assert done.code == 0, f"{command}\nended with {done.code}\n{done.printed}"
    elif block.language == "python":
        done = python(block.text, folder)
        assert done.code == 0, done.printed
        if after.language == "text":
            _compare("python", done.printed, after.text)


def _console(text: str, folder: Path) -> None:
    code, before = 0, ""
    for command, shown in COMMAND.findall(text):
        assert code == 0 or command == "echo $?", f"{before} ended with {code}"
        done = perform(command, folder, before=code)
        _compare(command, done.printed, shown)
        code, before = done.code, command
    assert code == 0, f"{before} ended with {code}"


def _compare(command: str, printed: str, shown: str) -> None:
    """Compare what was printed with what a page shows."""
    where = differs(printed, shown)
    assert not where, f"{command}\nprinted\n{printed}\nand the page shows\n{shown}\n{where}"
