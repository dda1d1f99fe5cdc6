"""The canary: escapes that are tried before the first program, none of which may succeed.

Escapes that the canary tries: programs that pass if the sandbox stopped them. Each is bounded and
harmless where it succeeds, since a sandbox is proven by them. `GIVEN` holds what they look for: a
listener, a secret file, a victim process and a token that its environment and command line contain.
An AssertionError states what succeeded.
"""

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

from sacreval.core.verdict_rows import Verdict
from sacreval.errors import NotSetUpError, shortened
from sacreval.features.programs.sandboxes._base import Sandbox
from sacreval.features.programs.sandboxes.pool import Worker
from sacreval.features.programs.sandboxes.program_verdicts import Judgement
from sacreval.features.programs.sandboxes.programs import (
    MEBIBYTE,
    CodeTests,
    Program,
    ProgramLimits,
)

NETWORK = """
import socket
for family, address in ((socket.AF_INET, ("127.0.0.1", GIVEN["port"])),
                        (socket.AF_UNIX, GIVEN["socket"])):
    with socket.socket(family) as one:
        one.settimeout(1)
        try:
            one.connect(address)
        except OSError:
            continue
        raise AssertionError("a connection to %r" % (address,))
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
    try:
        one.connect(("192.0.2.1", 9))
    except OSError:
        pass
    else:
        raise AssertionError("a route to other machines")
"""
READING = """
import os
roots = [""] + ["/proc/%s/%s" % (pid, name) for pid in os.listdir("/proc") if pid.isdigit()
                for name in ("root", "cwd")]
for root in roots:
    try:
        with open(root + GIVEN["secret"]) as file:
            assert GIVEN["token"] not in file.read(), "the file of another: " + file.name
    except OSError:
        pass
for path, place in GIVEN["folders"]:
    try:
        found = os.stat(path)
    except OSError:
        continue
    assert (found.st_dev, found.st_ino) != tuple(place), "the folder " + path
"""
WRITING = """
import os
for folder in GIVEN["closed"]:
    path = os.path.join(folder, GIVEN["token"])
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
    except OSError:
        continue
    os.unlink(path)
    raise AssertionError("a file in " + folder)
for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger"):
    try:
        os.close(os.open(path, os.O_WRONLY))
    except OSError:
        continue
    raise AssertionError("the file " + path)
"""
DISK = """
import os
most, written = 2 * GIVEN["disk"], 0
for i in range(3):
    try:
        with open("/tmp/%d" % i, "wb", 0) as file:
            while written <= most:
                written += file.write(bytes(2 ** 20))
    except OSError:
        pass
assert written <= most // 2 + 2 ** 20, "%d bytes in /tmp" % written
"""
PROCESSES = """
import os, signal
most, started = GIVEN["processes"] + 16, []
try:
    while len(started) < most:
        pid = os.fork()
        if not pid:
            signal.pause()
            os._exit(0)
        started.append(pid)
except OSError:
    pass
for pid in started:
    os.kill(pid, 9)
    os.waitpid(pid, 0)
assert len(started) <= most - 16, "%d processes" % len(started)
"""
MEMORY = """
import mmap
kept = []
for make in (bytearray, lambda size: mmap.mmap(-1, size)):
    try:
        kept.append(make(2 * GIVEN["memory"]))
    except (MemoryError, OSError):
        continue
    raise AssertionError("twice the memory")
"""
ENVIRONMENT = """
import os
own = {"HOME", "PATH", "LANG", "LC_CTYPE", "PWD", "HOSTNAME", "TERM", "container"}
known = lambda name: name in own or name.startswith(("PYTHON", "GPG_KEY"))
assert all(map(known, os.environ)), "variables: " + " ".join(set(os.environ) - own)
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        with open("/proc/%s/environ" % pid, "rb") as file:
            assert GIVEN["token"].encode() not in file.read(), "the variables of process " + pid
    except OSError:
        pass
"""
OTHERS = """
import os
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        with open("/proc/%s/cmdline" % pid, "rb") as file:
            assert GIVEN["token"].encode() not in file.read(), "the process %s outside" % pid
    except OSError:
        pass
"""
SIGNALS = """
import os
try:
    os.kill(GIVEN["victim"], 9)
except OSError:
    pass
"""
RIGHTS = """
import os
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb"):
    assert int(status[name], 16) == 0, name
assert status["NoNewPrivs"].strip() == "1", "new privileges"
try:
    os.setuid(0)
except OSError:
    pass
else:
    raise AssertionError("the user root")
"""
DEVICES = """
import os, stat
for folder, _, names in os.walk("/dev"):
    for path in (os.path.join(folder, name) for name in names):
        try:
            assert not stat.S_ISBLK(os.lstat(path).st_mode), path
        except OSError:
            pass
for path in ("/dev/mem", "/dev/kmsg", "/dev/kvm", "/dev/tty"):
    try:
        os.close(os.open(path, os.O_RDWR))
    except OSError:
        continue
    raise AssertionError(path)
"""
LEFT = """
import os, sys
reading, writing = os.pipe()
if not os.fork():
    os.setsid()
    if not os.fork():
        os.execv(sys.executable, [sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)",
                                  GIVEN["token"] + "-left"])
    os._exit(0)
os.wait()
os.close(writing)
os.read(reading, 1)  # until the other process has started its program
"""
ENDLESS_PROGRAM = """
import os, signal, sys
for one in range(1, 65):
    try:
        signal.signal(one, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
os.fork()
while True:
    os.write(1, b"x" * 65536)
"""
DRIVER = """
import os
for place in ("/proc/%d/fd/1" % os.getppid(), "/proc/%d/fd/3" % os.getppid()):
    try:
        with open(place, "wb", 0) as file:
            file.write(b"e 999999999999\\n" * 9)
    except OSError:
        pass
try:
    os.kill(os.getppid(), 9)
except OSError:
    pass
"""


class Attempt(msgspec.Struct, frozen=True):
    """An escape that is tried.

    Args:
        name: What would be possible, for messages.
        text: The program.
        stopped: The verdicts that it has where it was stopped; None if only traces count.
    """

    name: str
    text: str
    stopped: tuple[Verdict, ...] | None = ("passed",)

    def program(self, targets: dict[str, Any]) -> str:
        """Return the program with what it looks for."""
        return f"GIVEN = {targets!r}\n{self.text}"


ATTEMPTS = (
    Attempt("to see the processes of others", OTHERS),
    Attempt("to use the network", NETWORK),
    Attempt("to read the home folder and other files", READING),
    Attempt("to write outside its folder", WRITING),
    Attempt("to read variables of the environment", ENVIRONMENT),
    Attempt("to have rights of root", RIGHTS),
    Attempt("to open devices", DEVICES),
    Attempt("to send signals to other processes", SIGNALS, None),
    Attempt("to start processes without limit", PROCESSES),
    Attempt("to use memory without limit", MEMORY),
    Attempt("to fill the disk", DISK),
    Attempt("to take the place of its driver", DRIVER, None),
    Attempt("to leave processes behind", LEFT),
    Attempt("to run and write without end", ENDLESS_PROGRAM, ("timeout",)),
)


SECONDS = 3.0  # of an attempt that ends by itself
ENDLESS = 0.5  # of the one that does not
SMALL = ProgramLimits(memory=256, processes=16, disk=4)
_CLOSED = ("/", "/usr", "/usr/bin", "/etc", "/var/tmp", "/dev", "/run", "/sys", "/proc", "/home")  # noqa: S108
_TRACES = 2.0  # seconds in which processes that are left must be gone
_SHOWN = 120  # characters of what got through


class Outside(msgspec.Struct, frozen=True, kw_only=True):
    """What attempts look for, outside the sandbox.

    Args:
        token: A word that is nowhere else.
        victim: A process with the token in its environment and command line.
        machine: What the attempts need to know about the machine.
    """

    token: str
    victim: subprocess.Popen[bytes]
    machine: dict[str, Any]


def prove(sandbox: Sandbox, attempts: Sequence[Attempt] = ATTEMPTS) -> int:
    """Try to escape from a sandbox in all known ways; return how many were stopped."""
    small = replace(sandbox, limits=SMALL)
    with _outside(small) as outside:
        worker = Worker(small, spares=0)
        for attempt in attempts:
            _try(attempt, worker, outside, sandbox.name)
    return len(attempts)


def _try(attempt: Attempt, worker: Worker, outside: Outside, name: str) -> None:
    seconds = ENDLESS if attempt.stopped == ("timeout",) else SECONDS
    text = attempt.program(outside.machine)
    judgement = worker.judge(Program(text=text, tests=CodeTests(), seconds=seconds))
    if why := _escaped(attempt, judgement) or _traces(outside):
        raise NotSetUpError(
            f"the sandbox {name} lets programs escape: it allows them {attempt.name} "
            f"({shortened(why, _SHOWN)}); repair it, or give another --sandbox"
        )
    if attempt.stopped and judgement.verdict not in attempt.stopped:
        reason = shortened(_last_line(judgement) or judgement.verdict, _SHOWN)
        raise NotSetUpError(
            f"the sandbox {name} is not proven: the attempt {attempt.name} ended with "
            f"{judgement.verdict} ({reason}); give another --sandbox or --python"
        )


def _escaped(attempt: Attempt, judgement: Judgement) -> str:
    """Return what got through; "" if nothing did."""
    if judgement.verdict == "wrong":
        return _last_line(judgement).removeprefix("AssertionError").strip(": ") or "it succeeded"
    late = attempt.stopped == ("timeout",) and judgement.seconds > ENDLESS + SECONDS
    return "it ran too long" if late else ""


def _last_line(judgement: Judgement) -> str:
    return (judgement.stderr_tail.strip().splitlines() or [""])[-1]


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
    pids = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if word.encode() in (place / "cmdline").read_bytes():
                pids.append(int(place.name))
    return pids


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
        targets = {
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
        yield Outside(token=token, victim=victim, machine=targets)


def _place(path: str) -> tuple[int, int]:
    status = Path(path).stat()
    return status.st_dev, status.st_ino


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
