"""Headless Chromium: the document of a page after its script has run."""

import re
import shutil
import subprocess
import tempfile
from html import unescape
from pathlib import Path

import pytest

from support import missing

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


def chromium(page: Path, *flags: str, seconds: int = 120) -> str:
    """Open a page; skip the test if Chromium is not installed.

    Args:
        page: The file.
        flags: Further options, such as what to do with the page.
        seconds: How long it may take.

    Returns:
        What Chromium printed.
    """
    program = shutil.which("chromium")
    if program is None:
        missing.say("reports in a browser: there is no chromium on the PATH")
        pytest.skip("no chromium")
    with tempfile.TemporaryDirectory() as profile:
        command = [program, *FLAGS, f"--user-data-dir={profile}", *flags, page.as_uri()]
        done = subprocess.run(command, capture_output=True, check=True, timeout=seconds)
    return done.stdout.decode()


def rendered(page: Path, *flags: str) -> str:
    """Return the document after its script has run, under the page's own policy."""
    return chromium(page, *flags, "--virtual-time-budget=2000", "--dump-dom")


def driven(page: Path, script: str) -> str:
    """Run a script on a copy of the page with a looser policy.

    Args:
        page: The file.
        script: JavaScript; `say(text)` notes something, `$` and `$$` find elements.

    Returns:
        What was said, a line each.
    """
    text = page.read_text(encoding="utf-8")
    loose = re.sub(r"script-src '[^']*'", "script-src 'unsafe-inline'", text)
    helpers = (
        "const notes = []; const say = (text) => notes.push(String(text));"
        "const $ = (what) => document.querySelector(what);"
        "const $$ = (what) => [...document.querySelectorAll(what)];"
        "const later = (what) => setTimeout(what, 400);"
        "setTimeout(() => { const pre = document.createElement('pre'); pre.id = 'notes';"
        "pre.textContent = notes.join('\\n'); document.body.append(pre); }, 1000);"
    )
    copy = page.with_name(f"driven-{page.name}")
    driver = f"<script>{helpers}{script}</script></body>"
    copy.write_text(loose.replace("</body>", driver), encoding="utf-8")
    (found,) = re.findall(r'<pre id="notes">(.*?)</pre>', rendered(copy), re.DOTALL)
    return unescape(found)
