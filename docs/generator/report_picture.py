"""The picture of a report: that of the sample, taken by a browser when the site is built."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sacreval.errors import NotSetUpError
from sacreval.features.page.pdf import FLAGS, browser, sandbox

NAME = "images/report.png"
_SIZE = "1000,1500"  # pixels
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
    try:
        program = browser()
    except NotSetUpError:
        return {}
    sample = str(root / "configs" / "sample" / "outputs.jsonl")
    with TemporaryDirectory() as name:
        folder = Path(name)
        for words in ((*_EVALUATE, sample), (*_REPORT, sample)):
            _run([sys.executable, "-m", "sacreval", *words], folder)
        taken = folder / "report.png"
        flags = (*FLAGS, *sandbox(), "--hide-scrollbars", "--virtual-time-budget=3000")
        where = (f"--user-data-dir={folder}/profile", f"--screenshot={taken}")
        page = (folder / "report.html").as_uri()
        _run([program, *flags, *where, f"--window-size={_SIZE}", page], folder)
        return {NAME: taken.read_bytes()}


def _run(words: list[str], folder: Path) -> None:
    subprocess.run(  # noqa: S603 - our own commands, and the browser
        words, cwd=folder, capture_output=True, check=True, timeout=300
    )
