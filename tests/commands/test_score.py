"""`sacreval score` and `sacreval verify` on the command line."""

import json

from sacreval.commands.app import run
from support.mirror import CHECKOUT

SAMPLE = str(CHECKOUT / "configs" / "sample" / "outputs.jsonl")


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


def test_pairs(tmp_path, capsys):
    """Pairs go to their file; wins are printed and in the manifest."""
    out, pairs = tmp_path / "scores.jsonl", tmp_path / "pairs.csv"
    words = ["score", "chrf", SAMPLE, "--references-as-systems", "-o", str(out)]
    assert run([*words, "--pairs", str(pairs)]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert shown.out.splitlines()[1].split()[:2] == ["chrf", "careful"]
    assert len(pairs.read_text().splitlines()) == 1 + 20 * 3 * 2
    manifest = json.loads((tmp_path / "scores.manifest.json").read_text())
    counted = manifest["against_humans"]
    assert [x["human_id"] for x in counted[:3]] == [None, "reference-1", "reference-2"]
    assert {x["wins"] + x["ties"] + x["losses"] for x in counted} == {20, 40}


def test_pairs_that_cannot_be(tmp_path, capsys):
    """Pairs need a file for the scores, jackknifing, and a file of their own."""
    out = str(tmp_path / "scores.jsonl")
    for words, said in (
        (["--pairs", out], "name one with -o"),
        (["-o", out, "--pairs", out], "-o writes this file"),
        (["-o", out, "--pairs", f"{out}.csv", "--no-jackknife"], "drop --no-jackknife"),
        (["-o", out, "--pairs", f"{out}.txt"], "give the file one of these endings"),
    ):
        assert run(["score", "chrf", SAMPLE, *words]) == 2
        assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert run(["score", "chrf", SAMPLE, "-o", out, "--pairs", f"{out}.csv"]) == 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "add --references-as-systems" in shown.err
