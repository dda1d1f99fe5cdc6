"""Headless Chromium: the document of a page after its script has run."""

import json
import os
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

FEWEST_RULES = 20  # of axe-core that apply to a page with content


def chromium(page: Path, *flags: str, seconds: int = 120) -> str:
    """Open a page; skip the test if Chromium is not installed.

    Args:
        page: The file.
        flags: Further options, such as what to do with the page.
        seconds: How long it may take.

    Returns:
        What Chromium printed.
    """
    return opened(page.as_uri(), *flags, seconds=seconds)


def opened(address: str, *flags: str, seconds: int = 120) -> str:
    """Open an address; see `chromium`."""
    program = shutil.which("chromium")
    if program is None:
        missing.say("reports in a browser: there is no chromium on the PATH")
        pytest.skip("no chromium")
    with tempfile.TemporaryDirectory() as profile:
        command = [program, *FLAGS, f"--user-data-dir={profile}", *flags, address]
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
    (notes,) = re.findall(r'<pre id="notes">(.*?)</pre>', rendered(copy), re.DOTALL)
    return unescape(notes)


def violations(page: Path, *flags: str, theme: str = "light") -> dict[str, list[str]]:
    """Run axe-core on a copy of the page without a policy; skip the test if it is not installed.

    Args:
        page: The file.
        flags: Further options, such as the size of the window.
        theme: The colours that the page has: light or dark.

    Returns:
        Each rule of axe-core that the page violates, with the elements that do.
    """
    script = os.environ.get("SACREVAL_AXE", "")
    if not script:
        missing.say("reports without barriers: SACREVAL_AXE names no axe.min.js")
        pytest.skip("no axe-core")
    text = page.read_text(encoding="utf-8")
    free = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    free = free.replace("<html", f'<html data-theme="{theme}"', 1)
    runs = (
        "setTimeout(() => axe.run().then((done) => { const pre = document.createElement('pre');"
        "pre.id = 'axe'; pre.textContent = JSON.stringify([done.passes.length, done.violations]);"
        "document.body.append(pre); }), 500);"
    )
    scripts = f'<script src="{Path(script).as_uri()}"></script><script>{runs}</script></body>'
    copy = page.with_name(f"axe-{page.name}")
    copy.write_text(free.replace("</body>", scripts), encoding="utf-8")
    document = chromium(
        copy, *flags, "--allow-file-access-from-files", "--virtual-time-budget=20000", "--dump-dom"
    )
    (report,) = re.findall(r'<pre id="axe">(.*?)</pre>', document, re.DOTALL)
    passed, violated = json.loads(unescape(report))
    assert passed > FEWEST_RULES
    return {rule["id"]: [node["html"] for node in rule["nodes"]] for rule in violated}
