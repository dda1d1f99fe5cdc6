"""The process at the other end of `execution.killable`: computes one call after the other.

It is run as a script, before sacreval can be imported, and imports the standard library alone. The
first line of its input states the function and the limit of memory, every further line is one call;
each is answered by one line of JSON. The kernel ends the process when its parent is gone.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable

SPARE = 5.0  # seconds after the limit of a call, after which an orphan ends in any case
_SHOWN = 200  # characters of the message of an exception


def main() -> None:
    """Answer calls until the input ends."""
    requests, replies = sys.stdin.buffer, _own_output()
    if hasattr(signal, "SIGINT"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this
    start = json.loads(requests.readline())
    try:
        sys.path[:] = start["path"]
        _limit_memory(start["memory"])
        function = _function(start["function"])()
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is the answer
        _reply(replies, {"error": _described(error)})
        return
    _reply(replies, {"value": None})
    for line in iter(requests.readline, b""):
        request = json.loads(line)
        _until_orphaned(request["seconds"] + SPARE)
        answer = _answer(function, request["arguments"])
        _no_limit()
        _reply(replies, answer)


def _own_output() -> BinaryIO:
    """Keep standard output for replies, and send what libraries print to nowhere."""
    mine = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return mine


def _function(name: str) -> Callable[..., Callable[..., Any]]:
    module, _, attribute = name.partition(":")
    function: Callable[..., Callable[..., Any]] = getattr(import_module(module), attribute)
    return function


def _answer(function: Callable[..., Any], arguments: list[Any]) -> dict[str, Any]:
    try:
        return {"value": function(*arguments)}
    except MemoryError:
        return {"memory": True}
    except Exception as error:  # noqa: BLE001 - the caller decides what it means
        return {"error": _described(error)}


def _described(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:_SHOWN]


def _reply(replies: BinaryIO, answer: dict[str, Any]) -> None:
    with suppress(BrokenPipeError):
        replies.write(json.dumps(answer).encode() + b"\n")
        replies.flush()


def _limit_memory(size: int) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or size <= most:
        resource.setrlimit(resource.RLIMIT_AS, (size, most))


def _until_orphaned(seconds: float) -> None:
    """Have the kernel end this process when its input is closed, or after some seconds.

    Compiled code, such as that of GMP, does not return to the interpreter, where a thread or a
    handler of a signal could act; the default actions of SIGIO and SIGALRM need neither.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    _signal_at_end(on=True)


def _no_limit() -> None:
    _signal_at_end(on=False)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _signal_at_end(*, on: bool) -> None:
    """Ask for SIGIO when the input is closed; other input does not come during a call."""
    if sys.platform != "linux":  # elsewhere SIGIO is ignored by default
        return
    import fcntl

    flags = fcntl.fcntl(0, fcntl.F_GETFL)
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid() if on else 0)
    fcntl.fcntl(0, fcntl.F_SETFL, flags | os.O_ASYNC if on else flags & ~os.O_ASYNC)


if __name__ == "__main__":
    main()
