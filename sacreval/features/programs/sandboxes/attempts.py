"""Escapes that the canary tries: programs that pass if the sandbox stopped them.

Each is bounded and harmless where it succeeds, since a sandbox is proven by them. `GIVEN` holds
what they look for: a listener, a secret file, a victim process and a token that its environment
and command line contain. An AssertionError states what succeeded.
"""

from __future__ import annotations

from typing import Any

import msgspec

from sacreval.core.verdict_rows import Verdict

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
ENDLESS = """
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

    def program(self, given: dict[str, Any]) -> str:
        """Return the program with what it looks for."""
        return f"GIVEN = {given!r}\n{self.text}"


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
    Attempt("to run and write without end", ENDLESS, ("timeout",)),
)
