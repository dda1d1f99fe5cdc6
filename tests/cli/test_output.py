"""Output: the JSON schema, files by ending, scores of records, tables, lists."""

import json
import os
import sys
from importlib.metadata import version

import pytest

from sacreval.cli.output import write_records
from sacreval.core.records import Instance
from sacreval.errors import InputError
from support.mirror import CHECKOUT
from support.program import PROGRAM, records, write_jsonl
from support.results import document
from support.sizes import long

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_signature(cli):
    """The signature names every option, references, versions, and hashes of the data."""
    result = document(cli, "chrf", SAMPLE, "--word-order", "2").results[0]
    assert result.signature.startswith(
        "chrf|char_order:6|word_order:2|beta:2|lowercase:false|whitespace:false|"
        f"eps_smoothing:false|refs:2|sacreval:{version('sacreval')}|"
        f"sacrebleu:{version('sacrebleu')}|data:"
    )


def test_data_hash(cli, tmp_path):
    """The data's hash follows the references, the outputs' the predictions, and neither order."""

    def hashes(outputs):
        write_jsonl(tmp_path / "a.jsonl", outputs)
        signature = document(cli, "bleu", "a.jsonl").results[0].signature
        return dict(
            part.split(":", 1)
            for part in signature.split("|")
            if part.startswith(("data:", "outputs:"))
        )

    outputs = [record | {"instance_id": str(i)} for i, record in enumerate(records(4))]
    first = hashes(outputs)
    assert hashes(outputs[::-1]) == first
    changed = hashes([outputs[0] | {"prediction": "other"}, *outputs[1:]])
    assert changed["data"] == first["data"]
    assert changed["outputs"] != first["outputs"]
    changed = hashes([outputs[0] | {"references": ["other"]}, *outputs[1:]])
    assert changed["data"] != first["data"]
    assert changed["outputs"] == first["outputs"]


def on_terminal(*words):
    import pty
    import subprocess

    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [*PROGRAM, *words], stdout=theirs, stderr=subprocess.PIPE, env=environment
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            block = os.read(ours, 65536)
        except OSError:
            break
        if not block:
            break
        shown += block
    assert process.wait() == 0
    assert process.stderr.read() == b""
    return shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty")
def test_terminal():
    """On a terminal the table is drawn and coloured, and the best is bold green."""
    text = on_terminal("evaluate", "ter", str(SAMPLE))
    assert "───" in text
    assert text.count("\x1b[1;32m") == 1
    assert "TER ↓" in text.replace("\x1b[1m", "")
    assert "ter|refs:2|" in text


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pty")
def test_terminal_of_correlate():
    """On a terminal `correlate` draws its tables too, with the notes below."""
    metrics = ["-m", "chrf", "-m", "bleu", "--test", "perm-inputs"]
    words = ["correlate", "suite", *metrics, str(SAMPLE), "--human", "fluency", "--level=summary"]
    words.append("--notes")
    text = on_terminal(*words)
    assert text.count("────\r\n") == 3
    assert "\x1b[1;32m" in text
    assert "signature of tests" in text


@pytest.mark.usefixtures("picky_words")
def test_score_with_failures(cli, tmp_path):
    """`score` counts records that cannot be scored, all of them or some, and exits with 3."""
    bad = {"prediction": "bad", "references": ["x", "y"], "instance_id": "1"}
    write_jsonl(tmp_path / "a.jsonl", [bad])
    outcome = cli("score", "picky", "a.jsonl", "-o", "s.jsonl")
    assert outcome.code == 3
    assert "a.jsonl:1: it is bad" in outcome.err
    write_jsonl(tmp_path / "b.jsonl", [bad, bad | {"prediction": "ab", "instance_id": "2"}])
    assert cli("score", "picky", "b.jsonl", "-o", "t.jsonl").code == 3
    rows = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text().splitlines()]
    assert [row["scores"]["picky"] for row in rows] == [None, 2.0]
    assert rows[1]["scores"]["picky_jk"] == 2.0


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_printed_json_has_nothing_that_a_terminal_obeys(cli, tmp_path, form):
    """Names from files are escaped in JSON on standard output, and are the same when it is read."""
    name = "\x9b31m\u202e\x1b[2J"
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"system_id": name, "prediction": "a", "references": ["a"]}))
    done = cli("evaluate", "bleu", path, "--format", form)
    assert done.out.replace("\n", "").isprintable()
    first = json.loads(done.out if form == "json" else done.out.partition("\n")[0])
    assert (first["results"][0] if form == "json" else first)["system_id"] == name


def test_records_are_written_whole_or_not_at_all(tmp_path, capsys):
    """Lines go to a file, which appears once all are written, or to standard output."""

    def failing():
        yield Instance(prediction="a")
        raise InputError("no more")

    path, instances = tmp_path / "o.jsonl", [Instance(prediction=x) for x in ("a", "é")]
    with pytest.raises(InputError):
        write_records(failing(), path)
    assert not path.exists()
    assert write_records(instances, path) == write_records(instances, None) == 2
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")
    assert [json.loads(line)["prediction"] for line in path.open(encoding="utf-8")] == ["a", "é"]
    assert write_records([], tmp_path / "empty.jsonl") == 0


@pytest.mark.parametrize("ending", ["jsonl", "csv", "tsv"])
def test_groups_survive_on_the_way_to_correlations(cli, ending):
    """`correlate scores --tasks-by` ranks the same tasks as when it scores records itself."""
    words = ["--human", "adequacy", "--level", "global", "--tasks-by", "domain"]
    words += ["--interval", "none", "--format", "json"]
    assert cli("score", "bleu", SAMPLE, "-o", f"s.{ending}", "-q").code == 0
    files = cli("correlate", "scores", f"s.{ending}", "--metric", "bleu", *words)
    assert files.code == 0, files.err
    direct = cli("correlate", "bleu", SAMPLE, *words)
    correlations = [[(r["task"], r["value"]) for r in x.json()["results"]] for x in (files, direct)]
    assert correlations[0] == correlations[1]
    assert len({task for task, _ in correlations[0]}) > 1


@pytest.mark.parametrize("cell", ["[4, x]", "[4, true]", "four"])
def test_damaged_judgments_of_a_table(cli, tmp_path, cell):
    """A judgment of a table that is no number and no list of numbers is named with its line."""
    (tmp_path / "s.csv").write_text(f'system_id,instance_id,judgments.x,bleu\na,1,"{cell}",3\n')
    done = cli("correlate", "scores", "s.csv", "--human", "x")
    assert (done.code, "s.csv:2" in done.err, done.err.count("\n")) == (2, True, 1)


@pytest.mark.parametrize("words", [("evaluate", "--instances"), ("score", "-o")])
@pytest.mark.parametrize("workers", ["1", long("2")])
@pytest.mark.parametrize("engine", ["official", "native"])
def test_which_prediction_was_best(cli, tmp_path, words, workers, engine):
    """Record files have the scores of all predictions, and the first of the best."""
    lines = [{"predictions": ["a b c", "a b", "a b"], "references": ["a b"]}, {"error": "failed"}]
    (tmp_path / "k.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    verb, option = words
    reduction = ("--reduce-predictions", "min", "--engine", engine, "--workers", workers)
    done = cli(verb, "wer", "k.jsonl", *reduction, option, "r.jsonl", "--allow-errors")
    assert done.code == 0, done.err
    first, second = map(json.loads, (tmp_path / "r.jsonl").read_text().splitlines())
    assert first["scores"]["wer"] == 0.0
    assert first["predictions"]["scores"]["wer"] == [0.5, 0.0, 0.0]
    assert first["predictions"]["best"]["wer"] == 1
    assert "predictions" not in second


def test_scores_of_predictions_in_a_table(cli, tmp_path):
    """A table has them as JSON in two columns, which correlations do not take for scores."""
    lines = [{"predictions": ["a", x], "references": ["a"], "system_id": x} for x in "bcd"]
    lines = [{**record, "judgments": {"x": i}} for i, record in enumerate(lines)]
    (tmp_path / "k.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    words = ("--reduce-predictions", "mean", "-o", "r.csv")
    assert cli("score", "exact-match", "k.jsonl", *words).code == 0
    head, row, *_ = (tmp_path / "r.csv").read_text().splitlines()
    assert "predictions.scores,predictions.best" in head
    assert '"{""exact_match"":[1.0,0.0]}"' in row
    done = cli("correlate", "scores", "r.csv", "--human", "x", "--level", "global")
    assert "predictions." not in done.err + done.out
