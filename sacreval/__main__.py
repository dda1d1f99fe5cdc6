"""Entry point of `python -m sacreval` and of the `sacreval` command."""

import gc
import io
import os
import signal
import sys
import time
from contextlib import suppress
from typing import NoReturn

# Imports create many objects and hardly any cycles: with Python's default threshold, garbage
# collection takes a tenth of the time of a short run.
GC_THRESHOLD = 100_000
ENDING = [
    signal.Signals[name]
    for name in ("SIGTERM", "SIGHUP", "SIGQUIT")  # a closed terminal, and Ctrl-Backslash
    if name in signal.Signals.__members__
]
ECHO = 0.5  # seconds in which a second interruption counts as the same one


def main() -> None:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(GC_THRESHOLD)
    _hear_interruptions()
    _open_what_is_closed()
    _write_utf8()
    _write_all()
    try:
        from sacreval.cli.failures import INTERRUPTED
        from sacreval.commands.app import run

        code = run()
        if code == INTERRUPTED:
            for number in (signal.SIGINT, *ENDING):
                signal.signal(number, signal.SIG_IGN)  # the first one is already being handled
            _leave(code)
        gc.freeze()  # skips the collection at exit, which is slow and frees nothing useful
        sys.exit(code)
    except KeyboardInterrupt:  # while still importing
        sys.exit(130)


def _hear_interruptions() -> None:
    """Handle signals that end a program like Ctrl-C, so that no partial file remains.

    Repeated ones are ignored: parent programs forward a Ctrl-C that the terminal has already sent
    to this process.
    """
    last = -ECHO

    def interrupt(_number: int, _frame: object) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < ECHO:
            return
        last = now
        raise KeyboardInterrupt

    usual = {signal.SIGINT: signal.default_int_handler, **dict.fromkeys(ENDING, signal.SIG_DFL)}
    for number, handler in usual.items():
        if (
            signal.getsignal(number) == handler
        ):  # otherwise the caller may ignore the signal on purpose
            signal.signal(number, interrupt)


def _open_what_is_closed() -> None:
    """Replace standard streams that the caller closed, as daemons do, by the null device."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - for the whole run
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


def _write_utf8() -> None:
    """Write UTF-8 in every locale: results contain arrows, names, and texts of any script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() != "utf-8":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _write_all() -> None:
    """Buffer streams that PYTHONUNBUFFERED leaves raw, where a write may be partial."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(getattr(stream, "buffer", None), io.RawIOBase):
            whole = io.BufferedWriter(stream.buffer)
            text = io.TextIOWrapper(
                whole, encoding=stream.encoding, errors=stream.errors, line_buffering=True
            )
            setattr(sys, name, text)


def _leave(code: int) -> NoReturn:
    """Exit at once: threads of kernels and of libraries may not react to Ctrl-C."""
    import atexit

    atexit._run_exitfuncs()  # noqa: SLF001 - Python's own shutdown, except that it waits for threads
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # the reader is gone
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
