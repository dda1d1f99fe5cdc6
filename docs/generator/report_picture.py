"""The picture of a report: that of the sample, taken by a browser when the site is built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

NAME = "images/report.png"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
_FLAGS = ("--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
          "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
          "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=3000",
          "--window-size=1000,1500")  # fmt: skip
_EVALUATE = ("evaluate", "suite", "-m", "bleu", "-m", "ter", "--ci", "--by", "domain",
             "-o", "result.json", "--instances", "scores.jsonl", "-q")  # fmt: skip
_REPORT = ("report", "result.json", "-o", "report.html", "--inputs")


def picture(root: Path) -> dict[str, bytes]:
    """Return the picture by its name in the site; nothing where there is no browser.

    The site then has the picture of an earlier build, which is in the repository.

    Args:
        root: Root folder of the repository.

    Raises:
        CalledProcessError: If a command or the browser fails.
    """
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        return {}
    sample = str(root / "configs" / "sample" / "outputs.jsonl")
    with TemporaryDirectory() as name:
        folder = Path(name)
        for words in ((*_EVALUATE, sample), (*_REPORT, sample)):
            _run([sys.executable, "-m", "sacreval", *words], folder)
        taken = folder / "report.png"
        where = (f"--user-data-dir={folder}/profile", f"--screenshot={taken}")
        page = (folder / "report.html").as_uri()
        as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
        _run([program, *_FLAGS, *as_root, *where, page], folder)
        return {NAME: taken.read_bytes()}


def _run(words: list[str], folder: Path) -> None:
    subprocess.run(  # noqa: S603 - our own commands, and the browser
        words, cwd=folder, capture_output=True, check=True, timeout=300
    )
