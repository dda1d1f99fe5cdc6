"""The canary: escapes that are tried before the first program, none of which may succeed."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from sacreval.errors import NotSetUpError, shortened
from sacreval.features.programs.sandboxes._base import Sandbox
from sacreval.features.programs.sandboxes.attempts import ATTEMPTS, Attempt
from sacreval.features.programs.sandboxes.limits import MEBIBYTE, Limits
from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.programs import CodeTests, Program
from sacreval.features.programs.sandboxes.verdicts import Judgement

SECONDS = 3.0  # of an attempt that ends by itself
ENDLESS = 0.5  # of the one that does not
SMALL = Limits(memory=256, processes=16, disk=4)
_CLOSED = ("/", "/usr", "/usr/bin", "/etc", "/var/tmp", "/dev", "/run", "/sys", "/proc", "/home")  # noqa: S108
_TRACES = 2.0  # seconds in which processes that are left must be gone
_SHOWN = 120  # characters of what got through


class Outside(msgspec.Struct, frozen=True, kw_only=True):
    """What attempts look for, outside the sandbox.

    Args:
        token: A word that is nowhere else.
        victim: A process with the token in its environment and command line.
        given: What the attempts need to know about the machine.
    """

    token: str
    victim: subprocess.Popen[bytes]
    given: dict[str, Any]


def prove(sandbox: Sandbox, attempts: Sequence[Attempt] = ATTEMPTS) -> int:
    """Try to escape from a sandbox in all known ways; return how many were stopped.

    Args:
        sandbox: The sandbox, which is tried with smaller limits.
        attempts: What is tried, in this order, up to the first that succeeds.

    Raises:
        NotSetUpError: If one succeeds, or could not be tried; the message names it.
    """
    small = replace(sandbox, limits=SMALL)
    with _outside(small) as outside:
        worker = Worker(small, spares=0)
        for attempt in attempts:
            _try(attempt, worker, outside, sandbox.name)
    return len(attempts)


def _try(attempt: Attempt, worker: Worker, outside: Outside, name: str) -> None:
    seconds = ENDLESS if attempt.stopped == ("timeout",) else SECONDS
    text = attempt.program(outside.given)
    found = worker.judge(Program(text=text, tests=CodeTests(), seconds=seconds))
    if why := _escaped(attempt, found) or _traces(outside):
        raise NotSetUpError(
            f"the sandbox {name} lets programs escape: it allows them {attempt.name} "
            f"({shortened(why, _SHOWN)}); repair it, or give another --sandbox"
        )
    if attempt.stopped and found.verdict not in attempt.stopped:
        reason = shortened(_last_line(found) or found.verdict, _SHOWN)
        raise NotSetUpError(
            f"the sandbox {name} is not proven: the attempt {attempt.name} ended with "
            f"{found.verdict} ({reason}); give another --sandbox or --python"
        )


def _escaped(attempt: Attempt, found: Judgement) -> str:
    """Return what got through; "" if nothing did."""
    if found.verdict == "wrong":
        return _last_line(found).removeprefix("AssertionError").strip(": ") or "it succeeded"
    late = attempt.stopped == ("timeout",) and found.seconds > ENDLESS + SECONDS
    return "it ran too long" if late else ""


def _last_line(found: Judgement) -> str:
    return (found.stderr_tail.strip().splitlines() or [""])[-1]


def _traces(outside: Outside) -> str:
    """Return what an attempt did outside that can be seen there; "" if nothing."""
    if outside.victim.poll() is not None:
        return "it killed a process"
    deadline = time.monotonic() + _TRACES
    while left := _processes(f"{outside.token}-left"):
        if time.monotonic() > deadline:
            for pid in left:
                with suppress(OSError):
                    os.kill(pid, 9)
            return "a process went on"
        time.sleep(0.01)
    return ""


def _processes(word: str) -> list[int]:
    """List the processes with a word in their command lines."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if word.encode() in (place / "cmdline").read_bytes():
                found.append(int(place.name))
    return found


@contextmanager
def _outside(sandbox: Sandbox) -> Iterator[Outside]:
    """Create what attempts look for."""
    token = f"sacreval-canary-{secrets.token_hex(8)}"
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sacreval-"))
        Path(folder).chmod(0o755)  # so that the sandbox, not a mode, closes it
        secret = Path(folder, "secret")
        secret.write_text(token, encoding="utf-8")
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        local = stack.enter_context(socket.socket(socket.AF_UNIX))
        local.bind(f"\0{token}")
        local.listen()
        victim = _victim(sandbox, token)
        stack.callback(_end, victim)
        places = [folder, str(Path.home()), str(Path.cwd())]
        given = {
            "token": token,
            "port": listener.getsockname()[1],
            "socket": f"\0{token}",
            "secret": str(secret),
            "folders": [(path, _place(path)) for path in places if Path(path).is_dir()],
            "closed": [*_CLOSED, *places, *sandbox.interpreter.folders],
            "victim": victim.pid,
            "disk": sandbox.limits.disk * MEBIBYTE,
            "processes": sandbox.limits.processes,
            "memory": sandbox.limits.memory * MEBIBYTE,
        }
        yield Outside(token=token, victim=victim, given=given)


def _place(path: str) -> tuple[int, int]:
    found = Path(path).stat()
    return found.st_dev, found.st_ino


def _victim(sandbox: Sandbox, token: str) -> subprocess.Popen[bytes]:
    """Start a process of the user that programs run as, which waits."""
    user = sandbox.user()
    rights: dict[str, Any] = {}
    if user is not None:
        rights = {"user": user, "group": user, "extra_groups": ()}
    return subprocess.Popen(  # noqa: S603 - a fixed command
        ["/bin/sh", "-c", "read line", token],
        stdin=subprocess.PIPE, env={"SACREVAL_CANARY": token}, cwd="/", **rights,
    )  # fmt: skip


def _end(victim: subprocess.Popen[bytes]) -> None:
    victim.kill()
    if victim.stdin:
        victim.stdin.close()
    victim.wait()
