"""What all tests share: settings, the mirror of real corpora, and a list of what could not run."""

import os
import signal
import tempfile
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from support import missing
from support.mirror import MIRROR

settings.register_profile("sacreval", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("sacreval")
os.environ["COLUMNS"] = "100"
for name in ("SACREBLEU_SEED", "FORCE_COLOR", "PYTHONUNBUFFERED"):
    os.environ.pop(name, None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C, and tests of Ctrl-C would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test touches the user's cache of rows, or what another test left in one.
CACHES = tempfile.TemporaryDirectory(prefix="sacreval-caches-")
NUMBERS = count()


def pytest_runtest_setup() -> None:
    """Give every test a cache of its own; the folder is made when something comes into it."""
    os.environ["SACREVAL_CACHE_HOME"] = f"{CACHES.name}/{next(NUMBERS)}"


def pytest_report_header() -> str:
    """Say in one line what cannot run without the mirror."""
    if MIRROR.is_dir():
        return f"mirror of real corpora: {MIRROR}"
    return "no mirror of real corpora (SACREVAL_MIRROR): tests on real text are skipped"


def pytest_terminal_summary(terminalreporter):
    """List what could not run."""
    for sentence in missing.SENTENCES:
        terminalreporter.line(f"could not run: {sentence}")


@pytest.fixture(scope="session")
def mirror() -> Path:
    """Give the folder of real corpora, laid out by URL."""
    if not MIRROR.is_dir():
        pytest.skip("no mirror of real corpora")
    return MIRROR
