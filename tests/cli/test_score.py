"""`sacreval score` and `sacreval verify` on the command line."""

import json
from pathlib import Path

from sacreval.cli.app import run

SAMPLE = str(Path(__file__).parents[2] / "configs" / "sample" / "outputs.jsonl")


def test_scores_and_their_manifest_are_written(tmp_path, capsys):
    """One line a record, judgments carried through, and a manifest with signature and counts."""
    out = tmp_path / "scores.jsonl"
    assert run(["score", "bleu", SAMPLE, "--references-as-systems", "-o", str(out)]) == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) == 100
    first = rows[0]
    assert (first["instance_id"], first["system_id"]) == ("1", "careful")
    assert sorted(first["scores"]) == ["bleu", "bleu_jk"]
    assert first["judgments"] == {"adequacy": [5, 5, 4], "fluency": [5, 5, 5]}
    manifest = json.loads((tmp_path / "scores.manifest.json").read_text())
    assert manifest["counts"] == {
        "records": 100, "systems": 5, "instances": 20, "failed": 0, "single_reference": 0,
        "not_comparable": 0,
    }  # fmt: skip
    assert manifest["metrics"][0]["signature"].startswith("bleu|lowercase:false")
    assert len(manifest["inputs"][0]["sha256"]) == 64
    assert capsys.readouterr().out == ""


def test_an_existing_manifest_is_not_overwritten(tmp_path, capsys):
    """Neither file is replaced without --force, and nothing is written then."""
    (tmp_path / "scores.manifest.json").write_text("mine")
    out = tmp_path / "scores.jsonl"
    assert run(["score", "bleu", SAMPLE, "-o", str(out)]) == 2
    assert "--force" in capsys.readouterr().err
    assert not out.exists()
    assert (tmp_path / "scores.manifest.json").read_text() == "mine"
