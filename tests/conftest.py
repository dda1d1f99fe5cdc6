"""What all tests share: settings, the mirror of real corpora, and a list of what could not run."""

import math
import os
import signal
import tempfile
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from sacreval.io import progress
from sacreval.metrics.answers import _math_verify
from support import engines, missing, releases
from support.mirror import MIRROR
from support.selection import Selection

pytest_plugins = [
    "support.fixtures",
    "support.corpora",
    "support.faulty_server",
    "support.metric_programs",
    "support.tiny_server",
]

settings.register_profile("sacreval", deadline=None, max_examples=60, derandomize=True)
settings.register_profile("night", deadline=None, max_examples=60, print_blob=True)
settings.load_profile("sacreval")
os.environ["COLUMNS"] = "100"
for name in ("SACREBLEU_SEED", "FORCE_COLOR", "PYTHONUNBUFFERED"):
    os.environ.pop(name, None)

# A notice about a release newer than the tested ones would stand beside the messages under test.
releases.accept_installed()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C, and tests of Ctrl-C would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test touches the user's cache of rows, or what another test left in one.
CACHES = tempfile.TemporaryDirectory(prefix="sacreval-caches-")
NUMBERS = count()

# A line of progress after some seconds would depend on how quick the machine is.
progress.FIRST_LINE = math.inf

# The processes of math-verify start once for all tests, not for every metric.
_math_verify._pools = {}  # type: ignore[assignment]

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Each of the many processes that tests start would compile every module again.
    os.environ["PYTHONPYCACHEPREFIX"] = f"{CACHES.name}/bytecode"


def pytest_runtest_setup() -> None:
    """Give every test a cache of its own; the folder is made when something comes into it."""
    os.environ["SACREVAL_CACHE_HOME"] = f"{CACHES.name}/{next(NUMBERS)}"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--thin` and `--shuffle`."""
    text = "run at most N of the parameters of each test"
    parser.addoption("--thin", metavar="N", type=int, default=0, help=text)
    text = "run the tests in the random order of this seed"
    parser.addoption("--shuffle", metavar="SEED", type=int, help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to pass over the kernels in silence, and select tests."""
    if sentence := engines.forgotten():
        raise pytest.UsageError(sentence)
    config.addinivalue_line("markers", "long: not run by default; python -m pytest -m long does")
    config.pluginmanager.register(Selection(config))
    config.pluginmanager.register(missing)
    for number in (signal.SIGHUP, signal.SIGQUIT) if os.name == "posix" else ():
        signal.signal(number, signal.SIG_DFL)  # background jobs and `nohup` ignore them


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Use a process a core for the whole suite, up to eight, and none for files that are named."""
    named = config.args_source == pytest.Config.ArgsSource.ARGS
    return 0 if named else min(_cores(), 8)


def _cores() -> int:
    """Count the cores that this process may use."""
    mine = getattr(os, "sched_getaffinity", None)
    return len(mine(0)) if mine else os.cpu_count() or 1


def pytest_report_header() -> list[str]:
    """Name the engines under test, and the mirror of real corpora."""
    lacking = "none (SACREVAL_MIRROR): tests on real text are skipped"
    return [engines.header(), f"mirror of corpora: {MIRROR if MIRROR.is_dir() else lacking}"]


@pytest.fixture(scope="session")
def mirror() -> Path:
    """Give the folder of real corpora, laid out by URL."""
    if not MIRROR.is_dir():
        missing.say("tests on real corpora: SACREVAL_MIRROR names no folder of them")
        pytest.skip("no mirror of real corpora")
    return MIRROR
