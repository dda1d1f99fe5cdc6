"""The canary: each hole in a sandbox is found by name."""

import ast
from dataclasses import dataclass
from typing import ClassVar

import pytest

from sacreval.errors import NotSetUpError
from sacreval.features.programs.sandboxes.bwrap import Bwrap
from sacreval.features.programs.sandboxes.canary import ATTEMPTS, Attempt, prove
from support.sandboxes import bwrap


@dataclass(frozen=True, kw_only=True)
class Leaky(Bwrap):
    """bubblewrap with a hole: without some words of its command line, and with others."""

    drops: ClassVar[tuple[tuple[str, ...], ...]] = ()
    adds: tuple[str, ...] = ()
    without: tuple[tuple[str, ...], ...] = ()
    nproc: bool = True

    def command(self, name):
        words = super().command(name)
        for drop in self.without:
            start = next(i for i in range(len(words)) if tuple(words[i : i + len(drop)]) == drop)
            del words[start : start + len(drop)]
        place = words.index("--chdir")
        return [*words[:place], *self.adds, *words[place:]]

    @property
    def own_processes(self):
        return self.nproc


TMP = "/tmp"  # noqa: S108 - as programs see it

HOLES = {
    "to use the network": {"adds": ("--share-net",)},
    "to read the home folder and other files": {"adds": ("--ro-bind", TMP, TMP)},
    "to write outside its folder": {"without": (("--remount-ro", "/"),)},
    "to read variables of the environment": {"adds": ("--setenv", "SECRET", "x")},
    "to have rights of root": {"without": (("--cap-drop", "ALL"),), "adds": ("--cap-add", "ALL")},
    "to open devices": {
        "without": (("--dev", "/dev"), ("--remount-ro", "/dev")),
        "adds": ("--dev-bind", "/dev", "/dev"),
    },
    "to start processes without limit": {"nproc": False},
    "to fill the disk": {
        "without": (("--size", "4194304", "--tmpfs", TMP), ("--remount-ro", "/")),
        "adds": ("--size", "99999999", "--tmpfs", TMP, "--remount-ro", "/"),
    },
    "to see the processes of others": {
        "without": (("--unshare-all",), ("--disable-userns",)),
        "adds": ("--unshare-net", "--unshare-uts", "--ro-bind", "/proc", "/proc"),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", HOLES)
def test_holes(name):
    """A sandbox with a hole is refused, and the escape is named."""
    hole = Leaky(interpreter=bwrap().interpreter, **HOLES[name])
    with pytest.raises(NotSetUpError, match=f"escape: it allows them {name}"):
        prove(hole, [attempt for attempt in ATTEMPTS if attempt.name in HOLES])


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda attempt: attempt.name)
def test_stopped(attempt):
    """bubblewrap as it is used stops every attempt."""
    assert prove(bwrap(), [attempt]) == 1


def test_left_processes():
    """A process that a program leaves behind is found, and ended."""
    shared = {"without": (("--unshare-all",), ("--disable-userns",)),
              "adds": ("--unshare-net", "--unshare-uts")}  # fmt: skip
    hole = Leaky(interpreter=bwrap().interpreter, **shared)
    left = next(attempt for attempt in ATTEMPTS if attempt.name == "to leave processes behind")
    with pytest.raises(NotSetUpError, match="to leave processes behind .a process went on"):
        prove(hole, [left])


def test_an_attempt_that_cannot_be_tried():
    """Where an attempt ends in another way, nothing is proven."""
    broken = Attempt("to divide", "1 / 0")
    with pytest.raises(NotSetUpError, match=r"not proven: .* to divide .*ZeroDivisionError"):
        prove(bwrap(), [broken])
    with pytest.raises(NotSetUpError, match="allows them to wait .it succeeded"):
        prove(bwrap(), [Attempt("to wait", "raise AssertionError")])


SURROUNDINGS = {"token": "x", "port": 1, "socket": "\0x", "secret": "/x", "folders": [],
                "closed": [], "victim": 99, "disk": 1, "processes": 1, "memory": 1}  # fmt: skip


def test_programs():
    """Each is a program that gets what it looks for, and has a name of its own."""
    for attempt in ATTEMPTS:
        assert ast.parse(attempt.program(SURROUNDINGS)).body[0].targets[0].id == "GIVEN"
    assert len({attempt.name for attempt in ATTEMPTS}) == len(ATTEMPTS) > 12


def test_no_signals_to_everybody():
    """None sends a signal to all processes, which a sandbox without a namespace would let out."""
    assert not any("kill(-1" in attempt.text or "killpg" in attempt.text for attempt in ATTEMPTS)


def test_others_are_seen_first():
    """What shows a shared namespace of processes is tried before any signal is sent."""
    names = [attempt.name for attempt in ATTEMPTS]
    assert names.index("to see the processes of others") < names.index(
        "to send signals to other processes"
    )
