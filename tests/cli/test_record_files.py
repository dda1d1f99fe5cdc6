"""Files of the scores of records: their formats, and what they carry beside scores."""

import json

import pytest

from support.mirror import CHECKOUT
from support.sizes import long

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


@pytest.mark.parametrize("ending", ["jsonl", "csv", "tsv"])
def test_groups_survive_on_the_way_to_correlations(cli, ending):
    """`correlate scores --tasks-by` ranks the same tasks as when it scores records itself."""
    words = ["--human", "adequacy", "--level", "global", "--tasks-by", "domain"]
    words += ["--interval", "none", "--format", "json"]
    assert cli("score", "bleu", SAMPLE, "-o", f"s.{ending}", "-q").code == 0
    files = cli("correlate", "scores", f"s.{ending}", "--metric", "bleu", *words)
    assert files.code == 0, files.err
    direct = cli("correlate", "bleu", SAMPLE, *words)
    found = [[(r["task"], r["value"]) for r in x.json()["results"]] for x in (files, direct)]
    assert found[0] == found[1]
    assert len({task for task, _ in found[0]}) > 1


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
    lines = [{**one, "judgments": {"x": i}} for i, one in enumerate(lines)]
    (tmp_path / "k.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    words = ("--reduce-predictions", "mean", "-o", "r.csv")
    assert cli("score", "exact-match", "k.jsonl", *words).code == 0
    head, row, *_ = (tmp_path / "r.csv").read_text().splitlines()
    assert "predictions.scores,predictions.best" in head
    assert '"{""exact_match"":[1.0,0.0]}"' in row
    done = cli("correlate", "scores", "r.csv", "--human", "x", "--level", "global")
    assert "predictions." not in done.err + done.out
