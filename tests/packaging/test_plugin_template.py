"""The template of a plug-in: installed as it stands, it works; broken, it stops only itself."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.mirror import CHECKOUT
from support.program import PROGRAM, Outcome

TEMPLATE = CHECKOUT / "docs" / "plugin-template"


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Install a copy of the template into a folder of its own, without a network."""
    source = tmp_path_factory.mktemp("source") / "plugin"
    shutil.copytree(TEMPLATE, source)
    target = tmp_path_factory.mktemp("target")
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation", "--quiet"]
    done = subprocess.run(
        [*pip, "--target", target, source], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return target


def run(target: Path, *words: str | Path, cwd: Path) -> Outcome:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(target), str(CHECKOUT)])}
    done = subprocess.run(
        list(map(str, words)),
        env=environment, cwd=cwd, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.mark.long
def test_it_works_as_it_stands(installed, tmp_path):
    """Its metric and its reader are listed, have their options, and score a file."""
    (tmp_path / "a.pairs").write_text("A Cat -> the cat\nDog -> Dog\n", encoding="utf-8")
    listed = run(installed, *PROGRAM, "list", "metrics", "--task", "generation", cwd=tmp_path)
    assert "capitals" in listed.out
    assert ".pairs" in run(installed, *PROGRAM, "list", "readers", cwd=tmp_path).out
    assert "--within" in run(installed, *PROGRAM, "evaluate", "capitals", "-h", cwd=tmp_path).out
    words = [*PROGRAM, "evaluate", "suite", "-m", "capitals", "-m", "wer", "a.pairs"]
    done = run(installed, *words, "--format", "tsv", cwd=tmp_path)
    assert done.code == 0, done.err
    assert "capitals\tcapitals\ta\t\t0.5\t2\t" in done.out


@pytest.mark.long
def test_its_own_tests_pass(installed, tmp_path):
    """The test that comes with it passes where it is installed."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TEMPLATE / "tests"]
    done = run(installed, *command, "--import-mode=importlib", "--rootdir", TEMPLATE, cwd=tmp_path)
    assert done.code == 0, done.out


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "content", "reason"),
    [
        ("pairs.py", "import not_there\n", "No module named 'not_there'"),
        ("pairs.py", "PairsReader = 3\n", "it is not a subclass of Reader"),
        (
            "pairs.py",
            "from sacreval.readers._base import Reader\nclass PairsReader(Reader): ...\n",
            "PairsReader does not define read",
        ),
    ],
)
def test_a_broken_reader_is_passed_over(installed, tmp_path, file, content, reason):
    """A broken plug-in is named once with the reason; what does not ask for it goes on."""
    broken = tmp_path / "target"
    shutil.copytree(installed, broken)
    (broken / "sacreval_example" / file).write_text(content)
    (tmp_path / "a.tsv").write_text("prediction\treferences\nA\tB\n")
    done = run(broken, *PROGRAM, "evaluate", "capitals", "a.tsv", cwd=tmp_path)
    assert done.code == 0, done.err
    assert reason in done.err
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    assert run(broken, *PROGRAM, "list", "readers", cwd=tmp_path).code == 0
    named = run(broken, *PROGRAM, "evaluate", "wer", "a.tsv", "--reader", "pairs", cwd=tmp_path)
    assert named.code == 2
    assert reason in named.err


@pytest.mark.long
def test_a_broken_metric_is_passed_over(installed, tmp_path, monkeypatch):
    """A metric that lacks a method stands in the list with the reason, and fails when named."""
    broken = tmp_path / "target"
    shutil.copytree(installed, broken)
    content = "from sacreval.core.metric import Metric\nclass Capitals(Metric): ...\n"
    (broken / "sacreval_example" / "capitals.py").write_text(content)
    (tmp_path / "a.jsonl").write_text('{"prediction": "A", "references": ["B"]}\n')
    monkeypatch.setenv("COLUMNS", "500")  # no wrapped sentence
    listed = run(broken, *PROGRAM, "list", "metrics", cwd=tmp_path)
    assert listed.code == 0
    assert "Capitals does not define outputs, reduce, row" in listed.out
    assert run(broken, *PROGRAM, "evaluate", "wer", "a.jsonl", cwd=tmp_path).code == 0
    named = run(broken, *PROGRAM, "evaluate", "capitals", "a.jsonl", cwd=tmp_path)
    assert named.code == 2
    assert named.err.count("\n") == 1
