"""The metric of the README, saved as it stands: complete, as the README says."""

import subprocess
import sys

import pytest

from support.mirror import CHECKOUT
from support.walkthrough import blocks

UNDER_LAWS = """
import sys
import sacreval.metrics
sacreval.metrics.__path__.append(sys.argv[1])
import pytest
code = pytest.main(sys.argv[2:])
from support.law_items import CLASSES, METRICS
made = sacreval.metrics.length_ratio.LengthRatio()
print("laws:", *(law.__name__ for law in (*CLASSES.about(made.name), *METRICS.about(made))))
sys.exit(code)
"""


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Save the block under the name that it wants."""
    [text] = [b.text for b in blocks(CHECKOUT / "README.md", "python") if "length-ratio" in b.text]
    path = tmp_path_factory.mktemp("metrics") / "length_ratio.py"
    path.write_text(text, encoding="utf-8")
    return path


def run(*words):
    done = subprocess.run(
        [sys.executable, *map(str, words)], cwd=CHECKOUT, text=True, check=False, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.mark.long
def test_it_keeps_the_laws(saved):
    """Every law that concerns it holds where the file lies among the metrics."""
    laws = CHECKOUT / "tests" / "laws" / "test_metrics.py"
    options = ("-p", "no:cacheprovider", "-k", "length-ratio", "-vv")
    code, out = run("-c", UNDER_LAWS, saved.parent, laws, *options)
    assert code == 0, out
    assert "test_laws[length-ratio] PASSED" in out
    assert "test_laws_of_classes[length-ratio] PASSED" in out
    checked = out.rpartition("laws: ")[2].split()
    assert {"tasks", "perfect_prediction_is_best", "own_file", "outputs"} <= {*checked}


def test_it_is_clean(saved):
    """ruff finds nothing under the project's rules, and its format is the project's."""
    settings = ("--config", CHECKOUT / "pyproject.toml", saved)
    for words in (("check", "--ignore", "INP001"), ("format", "--check")):
        code, out = run("-m", "ruff", *words, *settings)
        assert code == 0, out


@pytest.mark.long
def test_its_types_are_complete(saved):
    """mypy finds nothing under the project's rules."""
    code, out = run("-m", "mypy", "--config-file", CHECKOUT / "pyproject.toml", saved)
    assert code == 0, out
