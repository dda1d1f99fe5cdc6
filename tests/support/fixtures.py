"""Fixtures of several folders: command lines run in an empty folder, runs to report on."""

import io
import json
import os
import shutil
import warnings
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from sacreval.commands.app import run
from sacreval.core.metric import MeanMetric, metrics
from sacreval.errors import RecordError
from sacreval.features.cite import bibliography
from sacreval.features.setup.recipes import place
from sacreval.report.plots import matplotlib_figures
from support import missing, slow
from support.accepted import ACCEPT, system
from support.mirror import CHECKOUT
from support.pages import SAMPLE
from support.program import Outcome, Stdin, write_jsonl


def quietly(*words, folder):
    """Run a command in a folder for a fixture that many tests share, and keep what it prints."""
    printed = io.StringIO()
    streams = redirect_stdout(printed), redirect_stderr(printed), patch("sys.stdin", Stdin(b""))
    with chdir(folder), patch.dict(os.environ), streams[0], streams[1], streams[2]:
        os.environ.pop("GITHUB_STEP_SUMMARY", None)
        code = run([str(word) for word in words])
    assert code == 0, printed.getvalue()


@pytest.fixture
def alone(monkeypatch, tmp_path):
    """Isolate tests from the user's data folder and mirror variable."""
    monkeypatch.delenv("SACREVAL_MIRROR", raising=False)
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path / "home"))


@pytest.fixture
def picky(monkeypatch):
    """Register a metric that cannot score the prediction `?`."""

    class Picky(MeanMetric):
        """Picky: 1 for every record that it can score."""

        outputs = ("picky",)

        def scores(self, prediction, prepared):
            del prepared
            if prediction == "?":
                raise RecordError("it asks; answer it")
            return (1.0,)

    monkeypatch.setitem(metrics._classes, "picky", Picky)
    Picky.name = "picky"


@pytest.fixture
def picky_words(monkeypatch):
    """Register `picky`, which counts characters and words, but cannot score the word `bad`."""

    class Picky(MeanMetric):
        """Picky: characters and words of a text that is not bad."""

        outputs = ("picky", "picky_words")

        def scores(self, prediction, prepared):
            del prepared
            if "bad" in prediction:
                raise RecordError("it is bad")
            return (float(len(prediction)), len(prediction.split()))

    monkeypatch.setitem(metrics._classes, "picky", Picky)
    Picky.name = "picky"


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    """Return a function that runs the words after `sacreval` in `tmp_path`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)

    def call(*words, stdin=b""):
        monkeypatch.setattr("sys.stdin", Stdin(stdin))
        capsys.readouterr()
        code = run([str(word) for word in words])
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture
def evaluated(cli):
    """Return a function that writes NAME.json and NAME.scores.jsonl of a run."""

    def evaluate(name, metric, source, *words):
        wanted = ["-o", f"{name}.json", "--instances", f"{name}.scores.jsonl"]
        done = cli("evaluate", *metric.split(), source, *wanted, *words)
        assert done.code == 0, done.err

    return evaluate


@pytest.fixture(scope="session")
def scored_sample(tmp_path_factory):
    """Score the sample with BLEU, once for all tests, and return the folder of the result."""
    folder = tmp_path_factory.mktemp("sample")
    words = ["--ci", "--by", "domain", "-o", "result.json", "--instances", "result.scores.jsonl"]
    quietly("evaluate", "bleu", SAMPLE, *words, folder=folder)
    return folder


@pytest.fixture
def sample(scored_sample, tmp_path, monkeypatch):
    """Return a folder, which is the current one, with the sample as BLEU scores it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    shutil.copytree(scored_sample, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture(scope="session")
def read_recipe():
    """Return a function that reads a recipe, each once for all tests."""
    return cache(place.load)


@pytest.fixture
def recipes_once(monkeypatch, read_recipe):
    """Let tests that are about other things than the reading of recipes read each of them once."""
    for module in (place, bibliography):
        monkeypatch.setattr(module, "load", read_recipe)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with `records.jsonl`, and `slow.py` to be named as `py:slow:Slow`."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    slow.write(tmp_path)
    write_jsonl(
        tmp_path / "records.jsonl",
        [
            {
                "prediction": f"the cat number {i} sat",
                "references": ["the cat sat", f"cat {i % 7} sat"][: 1 + i % 2],
                "system_id": f"s{i // 60}",
                "instance_id": i % 60,
            }
            for i in range(120)
        ],
    )
    return tmp_path


@pytest.fixture
def accepted(cli, tmp_path):
    """Accept a run of a system that is wrong on every eighth instance."""
    write_jsonl(tmp_path / "old.jsonl", system(wrong=range(0, 40, 8)))
    assert cli("evaluate", "chrf", "old.jsonl", *ACCEPT).code == 0
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    return tmp_path


CONFIG = """\
# a comment
metrics:
  - bleu
  - rouge:
      as: stems
      types: ["1"]
      stemmer: true
inputs: [INPUT]
ci: true
resamples: 20
by: domain
fail-under: {bleu: 1}
check: ["stems_rouge1_f1 >= 0.1"]
output: [from-config.json]
"""


@pytest.fixture
def suite(tmp_path):
    path = tmp_path / "suite.yaml"
    path.write_text(CONFIG.replace("INPUT", str(SAMPLE)))
    return path


JUDGED = [
    {"system_id": "b", "instance_id": "1", "prediction": "x", "judgments": {"good": [1, 2, None]}},
    {"system_id": "b", "instance_id": "2", "prediction": "x", "judgments": {"good": 4, "new": 1}},
    {"system_id": "a", "instance_id": "1", "prediction": "x", "groups": {"g": "u"},
     "judgments": {"good": 3}},
    {"system_id": "a", "instance_id": "2", "prediction": "x", "groups": {"g": "v"}},
    {"system_id": "human", "instance_id": "1", "prediction": "x", "system_type": "reference",
     "judgments": {"good": 5}},
]  # fmt: skip


@pytest.fixture
def judged(tmp_path):
    """Write records of which one was not judged."""
    return write_jsonl(tmp_path / "judged.jsonl", JUDGED)


ANSWERS = [
    {"instance_id": str(i), "prediction": p, "references": [r], "groups": {"half": i % 2}}
    for i, (p, r) in enumerate([("Yes.", "yes"), ("no", "no"), ("Yes", "no"), ("no", "no")])
]


@pytest.fixture
def answers(tmp_path):
    """Write `a.jsonl`: answers of yes and no in two halves."""
    write_jsonl(tmp_path / "a.jsonl", ANSWERS)


@pytest.fixture
def rouge_scores(tmp_path):
    """Score the sample with ROUGE-1 and ROUGE-2, and return the file."""
    path = tmp_path / "scores.jsonl"
    assert (
        run(["score", "rouge", str(SAMPLE), "--types", "1", "--types", "2", "-o", str(path)]) == 0
    )
    return path


@pytest.fixture
def figures(monkeypatch):
    """Keep the figures that commands write, by the names of their files."""
    missing.module("matplotlib", "plots")
    kept, save = {}, matplotlib_figures.save

    def keep(figure, path, *rest):
        kept[path.name] = figure
        return save(figure, path, *rest)

    monkeypatch.setattr(matplotlib_figures, "save", keep)
    return kept


@pytest.fixture
def sk():
    """Give scikit-learn's metrics, which warn where a class is missing: the point of the tests."""
    module = missing.module("sklearn.metrics", "numbers of scikit-learn")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield module


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    """Give the reference numbers of correlations by group."""
    text = (CHECKOUT / "tests" / "golden" / "correlations.json").read_text()
    groups: dict[str, Any] = json.loads(text)["groups"]
    return groups


@pytest.fixture(params=["continuous", "tied", "tied with holes"])
def three(request):
    """Give two metrics and people, 7 x 12."""
    rng = np.random.default_rng(0)
    x, y, z = rng.normal(size=(3, 7, 12))
    if request.param != "continuous":
        x, y, z = np.round(x), np.round(y * 2) / 2, np.round(z)
        x[:, 5], y[:, 6], z[:, 7] = 1, 2, 0
    y[0] = x[0]
    if request.param == "tied with holes":
        holes = rng.random((7, 12)) < 0.2
        holes[:, 3] = True
        holes[1:, 4] = True
        x[holes], y[holes], z[holes] = np.nan, np.nan, np.nan
    return x, y, z
