"""The template of a plug-in, and the images."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
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
    assert "Capitals does not define reduce, row" in listed.out
    assert run(broken, *PROGRAM, "evaluate", "wer", "a.jsonl", cwd=tmp_path).code == 0
    named = run(broken, *PROGRAM, "evaluate", "capitals", "a.jsonl", cwd=tmp_path)
    assert named.code == 2
    assert named.err.count("\n") == 1


FOLDER = CHECKOUT / "container"

DOCKERFILE = (FOLDER / "Dockerfile").read_text("utf-8")

IMAGE = (CHECKOUT / ".ci" / "image").read_text("utf-8")

EXTRAS = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]

ELSEWHERE = {  # extras that the image `text` does not have, and why
    "character": "needs torch",
    "docs": "for development",
    "frames": "for Python programs",
    "huggingface": "loads scripts from the hub",
    "mauve": "needs torch",
    "mlflow": "sends results to a server",
    "neural": "the other image",
    "ray": "needs a cluster",
    "test": "for development",
    "test-all": "for development",
}


def named():
    """Return the extras of the image `text`."""
    return set(re.search(r"^ARG EXTRAS=(.*)$", DOCKERFILE, re.MULTILINE)[1].split(","))


def test_every_extra_is_there_or_has_a_reason():
    """A new extra is part of the image, or is left out for a reason, and the page lists them."""
    assert named() | ELSEWHERE.keys() == EXTRAS.keys()
    assert not named() & ELSEWHERE.keys()
    page = (CHECKOUT / "docs" / "container.md").read_text("utf-8")
    row = next(line for line in page.splitlines() if line.startswith("| `text`"))
    assert set(re.findall(r"`(\w+)`", row)) - {"text"} == named()


def test_the_torch_of_the_image():
    """Its torch is the release whose numbers were compared."""
    torch = re.search(
        r'^TORCH = "(.*?)"', (CHECKOUT / "noxfile.py").read_text("utf-8"), re.MULTILINE
    )[1]
    assert torch in (FOLDER / "constraints.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("target", ["text", "neural"])
def test_who_runs_what(target):
    """Both images end as a user without rights, with sacreval as their entry point."""
    stage = re.search(
        rf"^FROM .* AS {target}\n(.*?)(?=^FROM|\Z)", DOCKERFILE, re.MULTILINE | re.DOTALL
    )[1]
    assert re.findall(r"^USER (\w+)", stage, re.MULTILINE)[-1] == "sacreval"
    assert 'ENTRYPOINT ["sacreval"]' in DOCKERFILE
    assert f"[{target}]=" in IMAGE


def test_no_registry_is_named():
    """No file of the images names a host: bases and packages come from where the builder says."""
    for text in (DOCKERFILE, IMAGE, (FOLDER / "constraints.txt").read_text("utf-8")):
        assert not re.search(r"https?://(?!192\.0\.2\.)|\w\.(io|org|com)\b", text)


def test_what_is_copied():
    """What sacreval is built from is in the context, and nothing else of the checkout."""
    kept = re.findall(r"^!(.*)$", (CHECKOUT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    assert all((CHECKOUT / name).exists() for name in kept)
    assert {"sacreval", "setup.py", "pyproject.toml", "README.md", "LICENSE"} <= set(kept)
    assert not {".git", "tests", "docs", "build", ".venv"} & set(kept)
