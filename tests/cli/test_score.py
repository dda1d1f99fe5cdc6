"""`sacreval score` and `sacreval verify` on the command line."""

import json
from pathlib import Path

import pytest

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


def test_both_engines_write_the_same_scores(tmp_path):
    """The scores of the kernels and of the official library are the same bytes."""
    files = []
    for engine in ("native", "official"):
        out = tmp_path / f"{engine}.jsonl"
        code = run(["score", "chrf", SAMPLE, "-o", str(out), "--engine", engine])
        if code == 2 and engine == "native":
            pytest.skip("the kernels are not built here")
        files.append(out.read_bytes())
    assert files[0] == files[1]


@pytest.fixture
def result(tmp_path) -> Path:
    out = tmp_path / "result.json"
    options = ["--types", "1", "--ci", "--resamples", "50", "--by", "domain"]
    assert run(["evaluate", "rouge", SAMPLE, *options, "-o", str(out), "-q"]) == 0
    return out


def test_a_true_result_is_verified(result, capsys):
    """verify makes every number again and says how many."""
    capsys.readouterr()
    assert run(["verify", str(result), SAMPLE]) == 0
    assert capsys.readouterr().out.startswith("45 numbers recomputed")


@pytest.mark.parametrize("part", ["value", "low", "n"])
def test_a_changed_number_is_found(result, capsys, part):
    """verify exits with 1 and names the number that was changed."""
    content = json.loads(result.read_text())
    holder = content["results"][4]
    holder = holder["interval"] if part == "low" else holder
    holder[part] += 1
    result.write_text(json.dumps(content))
    assert run(["verify", str(result), SAMPLE]) == 1
    error = capsys.readouterr().err
    assert "rouge1_recall of" in error
    assert "1 of 45 scores" in error


def test_other_data_are_found(result, tmp_path, capsys):
    """verify exits with 1 when the inputs are not those of the result."""
    other = tmp_path / "outputs.jsonl"
    other.write_text(Path(SAMPLE).read_text().replace("Mix the flour", "Stir the flour"))
    assert run(["verify", str(result), str(other)]) == 1
    assert "the data are different" in capsys.readouterr().err


def test_what_is_no_result_file_is_refused(capsys):
    """verify exits with 2 on a file that evaluate did not write."""
    assert run(["verify", SAMPLE, SAMPLE]) == 2
    assert "not a result of `sacreval evaluate`" in capsys.readouterr().err
