"""What all tests share: the mirror of real corpora, where there is one."""

import os
from pathlib import Path

import pytest

MIRROR = Path(os.environ.get("SACREVAL_MIRROR", Path(__file__).parents[2] / "shared" / "mirror"))


def pytest_report_header() -> str:
    """Say in one line what cannot run without the mirror."""
    if MIRROR.is_dir():
        return f"mirror of real corpora: {MIRROR}"
    return "no mirror of real corpora (SACREVAL_MIRROR): tests on real text are skipped"


@pytest.fixture(scope="session")
def mirror() -> Path:
    """Give the folder of real corpora, laid out by URL."""
    if not MIRROR.is_dir():
        pytest.skip("no mirror of real corpora")
    return MIRROR
