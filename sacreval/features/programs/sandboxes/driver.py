"""The script inside a sandbox: it forks the program, limits it, and relays what it writes.

It is run by `python -I -c` (`scripts.py`) and imports nothing of sacreval. A job comes on standard
input: eight bytes of length, then its marshalled fields. Frames go to standard output, `KIND
LENGTH` and a line feed before their bytes: `s`, a run begins; `o`, standard output of the program;
`r`, what `child.py` reports; `e`, the end, with exit status, seconds, CPU seconds, peak KiB, why it
was stopped and the end of standard error. Expected outputs are never sent here. When standard input
is closed, everything ends.
"""

import marshal
import os
import select
import time

TYPE_CHECKING = False  # typing takes milliseconds to import
if TYPE_CHECKING:
    from typing import Any

TAIL = 4096  # bytes of standard error that are kept
RESULTS = 2**26  # bytes of reports of one run
KILL = 9


def main(child: "Any") -> None:
    """Run one job: its program once for each standard input."""
    frames, alive, null = os.dup(1), os.dup(0), os.open(os.devnull, os.O_RDWR)
    job = marshal.loads(_exactly(alive, int.from_bytes(_exactly(alive, 8), "big")))  # noqa: S302
    for descriptor in (0, 1):
        os.dup2(null, descriptor)
    for stdin in job["stdins"]:
        send(frames, b"s", b"")
        if not _run(job, stdin, child, (frames, alive)):
            break
    os.read(alive, 1)  # until the caller closes it


def _exactly(descriptor: int, size: int) -> bytes:
    parts = []
    while size:
        part = os.read(descriptor, min(size, 2**20))
        if not part:
            os._exit(0)
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def send(descriptor: int, kind: bytes, text: bytes) -> None:
    """Write a frame."""
    rest = kind + b" %d\n" % len(text) + text
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _run(job: "dict[str, Any]", stdin: bytes, child: "Any", ends: "tuple[int, int]") -> bool:
    """Run the program once; return whether it ended by itself."""
    frames, alive = ends
    feed = _file_of(stdin)
    pipes = [os.pipe() for _ in range(3)]
    writing = [feed, *(pair[1] for pair in pipes)]
    began = time.monotonic()
    pid = os.fork()
    if not pid:
        try:
            child(job, writing)
        finally:
            os._exit(70)
    for end in writing:
        os.close(end)
    relay = Relay(frames, job["output"], [pair[0] for pair in pipes])
    relay.until_end(pid, began + job["seconds"], alive)
    _kill(pid)
    _, status, usage = os.wait4(pid, 0)
    seconds = time.monotonic() - began
    relay.drain()
    used = usage.ru_utime + usage.ru_stime
    end_line = b"%d %.6f %.6f %d %s\n" % (status, seconds, used, usage.ru_maxrss, relay.why)
    send(frames, b"e", end_line + relay.tail)
    relay.close()
    return relay.why == b"-"


def _file_of(text: bytes) -> int:
    descriptor = os.memfd_create("stdin")
    for start in range(0, len(text), 2**20):
        os.write(descriptor, text[start : start + 2**20])
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _kill(pid: int) -> None:
    for kill in (os.killpg, os.kill):
        try:  # noqa: SIM105 - contextlib takes a millisecond to import
            kill(pid, KILL)
        except OSError:
            pass


class Relay:
    """What the program writes: reports and wanted output go on, of errors the tail is kept.

    Args:
        frames: Where frames are written.
        output: Most bytes of standard output; 0 to drop it.
        ends: The reading ends of standard output, standard error and reports.
    """

    def __init__(self, frames: int, output: int, ends: "list[int]") -> None:
        self.frames, self.ends, self.tail, self.why = frames, ends, b"", b"-"
        self.left = {ends[0]: output, ends[2]: RESULTS}
        self.kinds = {ends[0]: b"o" if output else b"", ends[2]: b"r"}
        self.open = set(ends)
        for end in ends:
            os.set_blocking(end, False)

    def until_end(self, pid: int, deadline: float, alive: int) -> None:
        """Relay until the process ends or must be stopped, which `why` then states.

        Args:
            pid: The process.
            deadline: When it must end, by the monotonic clock, in seconds.
            alive: What is closed when no process waits for results any more.
        """
        poll, ended = select.poll(), os.pidfd_open(pid)
        for descriptor in (ended, alive, *self.open):
            poll.register(descriptor, select.POLLIN)
        ready: list[int] = []
        while self.why == b"-" and ended not in ready:
            left = deadline - time.monotonic()
            if left <= 0:
                self.why = b"time"
                break
            ready = [descriptor for descriptor, _ in poll.poll(left * 1000 + 1)]
            if alive in ready:
                _kill(pid)
                os._exit(0)
            for pipe in self.open.intersection(ready):
                if not self._read(pipe):
                    poll.unregister(pipe)
                    self.open.discard(pipe)
        os.close(ended)

    def _read(self, pipe: int) -> bool:
        """Relay what is there; return whether more may come."""
        text = os.read(pipe, 2**16)
        if pipe == self.ends[1]:
            self.tail = (self.tail + text)[-TAIL:]
        elif self.kinds[pipe]:
            self.left[pipe] -= len(text)
            if self.left[pipe] < 0:
                self.why = b"output"
            else:
                send(self.frames, self.kinds[pipe], text)
        return bool(text)

    def drain(self) -> None:
        """Relay what is in the pipes; processes that are left may still hold them open."""
        for pipe in list(self.open):
            while self.why == b"-" and select.select([pipe], [], [], 0)[0] and self._read(pipe):
                pass

    def close(self) -> None:
        """Close the pipes."""
        for end in self.ends:
            os.close(end)
