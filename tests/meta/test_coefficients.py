"""Coefficients by name: with a level, or with bounds."""

import json
from pathlib import Path

import pytest

from sacreval.cli.app import run

SAMPLE = Path(__file__).parents[2] / "configs" / "sample" / "outputs.jsonl"
FEW = ["--resamples", "50"]


def found(capsys, *words):
    assert run(["correlate", *map(str, words), "--format", "json"]) == 0
    text = capsys.readouterr().out
    assert "NaN" not in text
    return json.loads(text)


@pytest.fixture
def scores(tmp_path):
    path = tmp_path / "scores.jsonl"
    assert (
        run(["score", "rouge", str(SAMPLE), "--types", "1", "--types", "2", "-o", str(path)]) == 0
    )
    return path


def test_coefficients_with_a_place_or_bounds(capsys, scores):
    """spa@system stands at its level only, sys-delta counts pairs of systems within a gap."""
    report = found(
        capsys, "scores", scores, "--human", "adequacy", "--metric", "rouge1_f1",
        "--coefficient", "spa@system", "--coefficient", "sys-delta:0:0.1", "--level", "system",
        "--coefficient", "PA@system", *FEW,
    )  # fmt: skip
    names = ["sys-delta:0:0.1", "spa", "pairwise-accuracy"]
    assert [r["coefficient"] for r in report["results"]] == names
    assert report["results"][0]["n_pairs"] < 3
