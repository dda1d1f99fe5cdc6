"""Where the kernels are missing or forbidden, sacreval says so and imports all the same."""

import subprocess
import sys

import pytest

from sacreval import native
from sacreval.errors import NotSetUpError


def test_forbidden(monkeypatch):
    """SACREVAL_NO_NATIVE makes the kernels unavailable, with a sentence that has the remedy."""
    monkeypatch.setenv("SACREVAL_NO_NATIVE", "1")
    assert not native.available()
    with pytest.raises(NotSetUpError, match="--engine official"):
        native.Texts(["a"], [["a"]])


def test_import_is_cheap():
    """Importing the face loads neither NumPy nor any official library."""
    script = (
        "import sys, sacreval.native; sacreval.native.available(); "
        "print([m for m in ('numpy', 'nltk', 'sacrebleu', 'rouge_score', 'jiwer', 'scipy') "
        "if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout == b"[]\n"
