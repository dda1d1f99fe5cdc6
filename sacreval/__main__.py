"""`python -m sacreval`, and the `sacreval` command."""

import gc
import io
import os
import signal
import sys
import time
from contextlib import suppress
from typing import NoReturn

# Imports make many objects and hardly a cycle: looking for cycles as often as Python does by
# default takes a tenth of the time of a short run.
GC_THRESHOLD = 100_000
ECHO = 0.5  # seconds in which a second interruption is the first one's echo


def main() -> None:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(GC_THRESHOLD)
    _hear_interruptions()
    _open_what_is_closed()
    _write_utf8()
    _write_all()
    try:
        from sacreval.cli.app import run
        from sacreval.cli.failures import INTERRUPTED

        code = run()
        if code == INTERRUPTED:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)  # asked once is enough
            _leave(code)
        gc.freeze()  # what lives now goes with the process; a search of it for cycles takes long
        sys.exit(code)
    except KeyboardInterrupt:  # while still importing
        sys.exit(130)


def _hear_interruptions() -> None:
    """Take SIGTERM for Ctrl-C, so that nothing is left half-written, and echoes for nothing.

    Programs that start others pass on the Ctrl-C that the terminal has sent to these already.
    """
    last = -ECHO

    def interrupt(number: int, frame: object) -> None:
        nonlocal last
        del number, frame
        now = time.monotonic()
        if now - last < ECHO:
            return
        last = now
        raise KeyboardInterrupt

    usual = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    for number, handler in usual.items():
        if signal.getsignal(number) == handler:  # else the caller may want it ignored
            signal.signal(number, interrupt)


def _open_what_is_closed() -> None:
    """Stand in for standard streams that the caller closed, as daemons do; results go to files."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - for the whole run
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


def _write_utf8() -> None:
    """Write UTF-8 whatever the locale says: results have arrows, names, and texts of any script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() != "utf-8":
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _write_all() -> None:
    """Buffer the streams that PYTHONUNBUFFERED leaves raw, where one write may take only a part."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(getattr(stream, "buffer", None), io.RawIOBase):
            whole = io.BufferedWriter(stream.buffer)
            text = io.TextIOWrapper(
                whole, encoding=stream.encoding, errors=stream.errors, line_buffering=True
            )
            setattr(sys, name, text)


def _leave(code: int) -> NoReturn:
    """End at once: threads of kernels and of libraries may not hear of Ctrl-C."""
    import atexit

    atexit._run_exitfuncs()  # noqa: SLF001 - all that Python does at its end but wait
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody is left to read it
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
