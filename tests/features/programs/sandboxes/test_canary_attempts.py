"""Escapes that the canary tries: valid programs, harmless where they succeed."""

import ast

from sacreval.features.programs.sandboxes.canary import ATTEMPTS

GIVEN = {"token": "x", "port": 1, "socket": "\0x", "secret": "/x", "folders": [], "closed": [],
         "victim": 99, "disk": 1, "processes": 1, "memory": 1}  # fmt: skip


def test_programs():
    """Each is a program that gets what it looks for, and has a name of its own."""
    for attempt in ATTEMPTS:
        assert ast.parse(attempt.program(GIVEN)).body[0].targets[0].id == "GIVEN"
    assert len({attempt.name for attempt in ATTEMPTS}) == len(ATTEMPTS) > 12


def test_no_signals_to_everybody():
    """None sends a signal to all processes, which a sandbox without a namespace would let out."""
    assert not any("kill(-1" in one.text or "killpg" in one.text for one in ATTEMPTS)


def test_others_are_seen_first():
    """What shows a shared namespace of processes is tried before any signal is sent."""
    names = [one.name for one in ATTEMPTS]
    assert names.index("to see the processes of others") < names.index(
        "to send signals to other processes"
    )
