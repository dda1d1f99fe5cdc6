"""The wrapper of METEOR's program on the page on programs, run with that program."""

import json
import shlex
import sys

import pytest

from support.mirror import CHECKOUT
from support.originals import meteor_jar
from support.program import write_jsonl
from support.walkthrough import blocks

pytestmark = pytest.mark.usefixtures("alone")

RECORDS = [
    {"prediction": "the cat sat on the mat", "references": ["a cat sits on a mat", "the dog ran"]},
    {"prediction": "Two dogs, running!", "references": ["a dog runs"]},
    {"prediction": "one, two", "references": ["two\none"]},
    {"prediction": "x", "references": ["y"]},
]


def test_meteor(cli, tmp_path, monkeypatch):
    """By its wrapper the authors' program has the scores of the metric meteor-1.5."""
    jar = meteor_jar()
    monkeypatch.chdir(tmp_path)
    shown = blocks(CHECKOUT / "docs" / "external_programs.md", "python")
    [code] = [b for b in shown if b.title == "meteor.py"]
    (tmp_path / "meteor.py").write_text(code.text)
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    words = [sys.executable, "meteor.py", jar, "-l", "en", "-norm", "-m", "exact stem"]
    metric = ("meteor-1.5", "a.jsonl", "--modules", "exact", "--modules", "stem")
    program = (f"cmd:{shlex.join(map(str, words))}", "a.jsonl", "--numbers", "meteor")
    runs = [cli("score", *words, "--no-cache", "-q") for words in (program, metric)]
    assert [run.code for run in runs] == [0, 0], runs
    scores = [[json.loads(line)["scores"] for line in run.out.splitlines()] for run in runs]
    by_program, by_metric = scores
    assert by_program == [
        {
            name: pytest.approx(ours[name.replace("meteor", "meteor_1.5")], abs=1e-12)
            for name in theirs
        }
        for theirs, ours in zip(by_program, by_metric, strict=True)
    ]
    assert by_program[0]["meteor"] > by_program[0]["meteor_jk"] > 0
