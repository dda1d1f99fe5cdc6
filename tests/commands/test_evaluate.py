"""evaluate: files by ending, tables, records that could not be scored."""

import csv
import io
import json

import pytest

from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_files_by_ending(cli, tmp_path):
    """-o writes each format by its ending, the same numbers in all, and prints as well."""
    endings = ("json", "jsonl", "tsv", "csv", "md", "tex", "txt", "markdown", "latex")
    words = [word for ending in endings for word in ("-o", f"out.{ending}")]
    outcome = cli("evaluate", "wer", SAMPLE, "--ci", "--resamples", "20", *words)
    assert outcome.code == 0
    read = {ending: (tmp_path / f"out.{ending}").read_text("utf-8") for ending in endings}
    results = json.loads(read["json"])["results"]
    assert [json.loads(line) for line in read["jsonl"].splitlines()] == results
    values = [result["value"] for result in results]
    for ending, delimiter in (("csv", ","), ("tsv", "\t")):
        rows = list(csv.DictReader(io.StringIO(read[ending]), delimiter=delimiter))
        assert [float(row["value"]) for row in rows] == values
        assert [row["low"] for row in rows] == [str(r["interval"]["low"]) for r in results]
    assert read["txt"] == outcome.out
    assert read["md"] == read["markdown"]
    assert read["tex"] == read["latex"]
    best = min(r["value"] for r in results if r["output"] == "wer")
    assert f"**{best:.4f} [" in read["md"]
    assert f"\\textbf{{{best:.4f} [" in read["tex"]
    assert f"{best:.4f} [" in outcome.out
    for line in read["md"].splitlines()[:4]:
        assert line.count("|") == len(json.loads(read["json"])["results"]) // 3 + 3
    assert read["tex"].count("\\\\\n") == 4


def test_force(cli, tmp_path):
    """--force replaces a file whole, and keeps its mode."""
    old = tmp_path / "out.json"
    old.write_text("x" * 100_000)
    old.chmod(0o640)
    assert cli("evaluate", "bleu", SAMPLE, "-o", "out.json", "--force").code == 0
    assert len(json.loads(old.read_text())["results"]) == 3
    assert old.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["out.json"]


def test_instances(cli, tmp_path):
    """--instances writes a score for every record, by the rule for single ones."""
    assert cli("evaluate", "bleu", SAMPLE, "--instances", "all.jsonl").code == 0
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    lines = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    keys = {(line["system_id"], line["instance_id"]) for line in lines}
    assert {(row["system_id"], row["instance_id"]) for row in rows} == keys
    assert len(rows) == len(keys)
    from sacrebleu import BLEU

    scorer = BLEU(effective_order=True)
    wanted = {
        (x["system_id"], x["instance_id"]): scorer.sentence_score(x["prediction"], x["references"])
        for x in lines
    }
    for row in rows:
        want = wanted[row["system_id"], row["instance_id"]].score
        assert row["scores"]["bleu"] == pytest.approx(want, abs=1e-9)
        assert row["error"] is None


@pytest.mark.usefixtures("picky_words")
def test_record_errors(cli, tmp_path):
    """Records that cannot be scored are counted and named, and the command exits with 3."""
    made = [{"prediction": p, "references": ["x"]} for p in ("ab", "bad", "abcd")]
    write_jsonl(tmp_path / "a.jsonl", made)
    words = ["evaluate", "picky", "a.jsonl", "--format", "json", "--instances", "i.jsonl"]
    outcome = cli(*words, "--ci")
    assert outcome.code == 3
    assert "a.jsonl:2: it is bad" in outcome.err
    assert "1 records could not be scored" in outcome.err or "1 record could" in outcome.err
    result = outcome.json()["results"][0]
    assert (result["value"], result["n"], result["missing"]["unscored"]) == (3.0, 3, 1)
    rows = [json.loads(line) for line in (tmp_path / "i.jsonl").read_text().splitlines()]
    assert [row["scores"]["picky"] for row in rows] == [2.0, None, 4.0]
    assert [row["error"] is None for row in rows] == [True, False, True]
    outcome = cli(*words, "--force", "--allow-errors")
    assert outcome.code == 0
    assert "could not be scored" in outcome.err


@pytest.mark.usefixtures("picky_words")
def test_nothing_scored(cli, tmp_path):
    """When no record can be scored, the value is null and all are missing."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "bad", "references": ["x"]}] * 3)
    words = ["evaluate", "picky", "a.jsonl", "--instances", "i.jsonl", "--force"]
    outcome = cli(*words, "--format", "json", "--ci")
    assert outcome.code == 3
    for result in outcome.json()["results"]:
        assert (result["value"], result["n"], result["interval"]) == (None, 3, None)
    rows = [json.loads(line) for line in (tmp_path / "i.jsonl").read_text().splitlines()]
    assert [row["scores"] for row in rows] == [{"picky": None, "picky_words": None}] * 3
    assert " -" in cli("evaluate", "picky", "a.jsonl").out


@pytest.mark.usefixtures("picky_words")
def test_a_batch_that_fails_whole(cli, tmp_path):
    """Records that cannot be scored may fill a whole batch before others that can."""
    made = [{"prediction": "bad", "references": ["x"]}] * 5000
    write_jsonl(tmp_path / "a.jsonl", [*made, {"prediction": "a b", "references": ["x"]}])
    outcome = cli("evaluate", "picky", "a.jsonl", "--format", "json", "--allow-errors")
    assert outcome.code == 0
    assert [(r["value"], r["n"]) for r in outcome.json()["results"]] == [(3.0, 5001), (2.0, 5001)]
    assert "5000 records could not be scored" in outcome.err
