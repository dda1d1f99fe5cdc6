"""PDF of a page: printed by a Chromium or Chrome of this machine, without network."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from sacreval.errors import NotSetUpError, shortened

BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "brave-browser",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)  # fmt: skip
FLAGS = (
    "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-quic", "--no-first-run", "--no-default-browser-check",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--no-pdf-header-footer",
)  # fmt: skip
SECONDS = 120
_DATES = re.compile(rb"/(CreationDate|ModDate) \(D:\d{14}")
_NODES = re.compile(rb"\(node(\d{8})\)")  # names of table cells, whose numbers depend on timing
_INSTEAD = "or write -o report.html, and print that page from any browser"


def browser() -> str:
    """Return the path of a browser that prints pages.

    Raises:
        NotSetUpError: If there is none on the PATH.
    """
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    raise NotSetUpError(
        "a report in PDF is printed by Chromium or Chrome, and none is on the PATH; install one "
        f"(apt-get install chromium), {_INSTEAD}"
    )


def pdf(page: str, program: str, *, seconds: float = SECONDS) -> bytes:
    """Return a page as PDF; equal pages give equal bytes by the same browser.

    Args:
        page: The document, which needs no other file and no script.
        program: Path of the browser.
        seconds: How long it may take.

    Raises:
        NotSetUpError: If the browser fails, or takes longer.
    """
    with tempfile.TemporaryDirectory(prefix="sacreval-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_bytes(page.encode("utf-8", "backslashreplace"))
        said = _run(
            [program, *FLAGS, *sandbox(), f"--user-data-dir={folder}/profile",
             f"--print-to-pdf={target}", source.as_uri()],
            folder,
            seconds,
        )  # fmt: skip
        found = target.read_bytes() if target.is_file() else b""
    if not found.startswith(b"%PDF"):
        why = shortened(" ".join(said.split()[-40:])) or "it wrote no PDF"
        raise NotSetUpError(f"{program} could not print the report: {why}; mend it, {_INSTEAD}")
    return _with_numbered_nodes(
        _DATES.sub(lambda match: b"/%s (D:20000101000000" % match[1], found)
    )


def _with_numbered_nodes(content: bytes) -> bytes:
    """Number the names of nodes from 1 on in their order, so that equal pages are equal files."""
    order = {name: i for i, name in enumerate(sorted(set(_NODES.findall(content))), start=1)}
    return _NODES.sub(lambda match: b"(node%08d)" % order[match[1]], content)


def sandbox() -> list[str]:
    """Return the flag without which a browser refuses to run as root.

    The page has no script, and its policy lets nothing be loaded.
    """
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def _run(command: list[str], folder: str, seconds: float) -> str:
    """Run a browser in a process group of its own, which is killed when the time is over.

    Returns:
        What it wrote to standard error.

    Raises:
        NotSetUpError: If it takes too long, or cannot be started.
    """
    environment = {**os.environ, "HOME": folder, "TMPDIR": folder}
    try:
        process = subprocess.Popen(  # noqa: S603 - the browser found on the PATH
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise NotSetUpError(
            f"{command[0]} cannot be started: {error.strerror}; mend it, {_INSTEAD}"
        ) from None
    try:
        return process.communicate(timeout=seconds)[1].decode(errors="replace")
    except subprocess.TimeoutExpired:
        raise NotSetUpError(
            f"{command[0]} has not printed the report within {seconds:g} seconds; "
            f"try again, {_INSTEAD}"
        ) from None
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the process group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
