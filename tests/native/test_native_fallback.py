"""Where the kernels are missing or forbidden, sacreval says so and imports all the same."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sacreval import native
from sacreval.errors import NotSetUpError
from support import engines


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


@pytest.mark.skipif(not engines.compiles(), reason="no C++ compiler")
def test_built():
    """Where a compiler is installed the kernels are built, unless they are forbidden."""
    assert native.available() != engines.FORBIDDEN


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="MSVC is found whatever CC says")
def test_no_compiler(tmp_path):
    """Without a compiler the build succeeds, warns, and leaves no extension behind."""
    pytest.importorskip("setuptools", minversion="77")
    root = Path(__file__).parents[2]
    shutil.copytree(root / "sacreval", tmp_path / "sacreval", ignore=shutil.ignore_patterns("*.so"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(root / name, tmp_path)
    for name in ("datasets_setup", "metric_setup", "configs"):
        (tmp_path / name).mkdir()
    done = subprocess.run(
        [sys.executable, "setup.py", "build"],
        cwd=tmp_path,
        env=os.environ | {"CC": "/nonexistent", "CXX": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert 'building extension "sacreval.native._native" failed' in done.stdout + done.stderr
    assert list(tmp_path.rglob("batch.py"))
    assert not list(tmp_path.rglob("_native*"))
