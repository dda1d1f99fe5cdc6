"""`--dataset`: forms, defaults of the run, and wrong values."""

import json

import pytest

from sacreval.cli.options.data_set_options import parse
from support.two_sets import RECORDS, WORDS, write_lines, write_two_sets


def test_forms():
    """NAME=INPUT adds an input; keys in braces have the forms that they have in configs."""
    keys = '{"inputs": {"x": ["1", "2"]}, "map": {"input": "q"}, "metrics": [{"rouge": {"a": 1}}]}'
    found = parse(["a=x.jsonl", "a=sys=y.jsonl", f"b{keys}"])
    assert found["a"] == {"inputs": ["x.jsonl", "sys=y.jsonl"]}
    assert found["b"] == {
        "inputs": ["x=1", "x=2"],
        "map": ["input=q"],
        "metrics": ['rouge{"a":1}'],
    }


def test_own_values_and_those_of_the_run(cli, tmp_path):
    """A key of a data set replaces the value of the run; -r NAME=FILE is for one data set."""
    (tmp_path / "a.txt").write_text("x y\n")
    (tmp_path / "b.txt").write_text("x z\n")
    (tmp_path / "refs.txt").write_text("x y\n")
    words = ["--dataset", "one=a.txt", "--dataset", "two=b.txt", "-r", "one=refs.txt",
             "-r", "two=b.txt"]  # fmt: skip
    done = cli("evaluate", "chrf", *words, "--format", "json")
    assert [r["value"] for r in done.json()["results"] if r["dataset"] != "(mean)"] == [100, 100]
    assert "there is no data set 'tow'" in cli("evaluate", "chrf", *words, "-r", "tow=x").err
    write_lines(tmp_path / "o.jsonl", RECORDS)
    own = 'b{"inputs": ["o.jsonl"], "map": {"references": "references"}}'
    done = cli("evaluate", "chrf", "--dataset", "a=o.jsonl", "--dataset", own, "--map",
               "references=sources", "--format", "json")  # fmt: skip
    a, b, _ = (r["value"] for r in done.json()["results"])
    assert a != b


def test_verbs_write_the_data_set(cli, tmp_path):
    """evaluate --instances and score write the data set of every record, and the manifest too."""
    write_two_sets(tmp_path)
    assert cli("evaluate", "chrf", *WORDS, "--instances", "i.jsonl").code == 0
    assert cli("evaluate", "chrf", *WORDS, "--instances", "i.csv").code == 0
    assert cli("score", "chrf", *WORDS, "-o", "s.jsonl").code == 0
    for name in ("i.jsonl", "s.jsonl"):
        lines = [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
        assert [line["dataset"] for line in lines].count("boolq") == 6
        assert len({(x["dataset"], x["system_id"], x["instance_id"]) for x in lines}) == 10
    assert (tmp_path / "i.csv").read_text().startswith("dataset,system_id,instance_id")
    manifest = json.loads((tmp_path / "s.manifest.json").read_text())
    assert manifest["datasets"]["nq"]["counts"]["records"] == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--dataset", "a="], "--dataset a=: write NAME=INPUT"),
        (["--dataset", "=x"], "--dataset =x: write NAME=INPUT"),
        (["--dataset", "x"], "--dataset x: write NAME=INPUT"),
        (["--dataset", "(mean)=o.jsonl"], "cannot be the name of a data set"),
        (["--dataset", 'a{"inptus": []}'], "unknown key 'inptus'; did you mean 'inputs'?"),
        (["--dataset", 'a{"inputs": []}'], "data set a: it has no inputs"),
        (["--dataset", 'a{"inputs": [3]}'], "inputs must be text"),
        (["--dataset", 'a{"inputs": "o.jsonl"}', "--dataset", "a=o.jsonl"], "named twice"),
        (["--dataset", "a=o.jsonl", "--dataset", 'a{"inputs": "o.jsonl"}'], "named twice"),
        (["--dataset", "a=o.jsonl", "o.jsonl"], "o.jsonl: this input is of no data set"),
        (["--dataset", "a=o.jsonl", "--dataset", "a=o.jsonl"], "the same file is named twice"),
        (["--dataset", "a=no.jsonl"], "no.jsonl: there is no such file"),
        (["--dataset", "a=x="], "there is no file after the equals sign"),
    ],
)
def test_wrong_values_are_refused(cli, tmp_path, words, sentence):
    """Wrong names, keys and files are errors in one sentence."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    done = cli("evaluate", "chrf", *words)
    assert (done.code, sentence in done.err) == (2, True), done.err


def test_a_data_set_needs_metrics(cli, tmp_path):
    """A suite without metrics is refused where a data set has none of its own."""
    write_lines(tmp_path / "o.jsonl", RECORDS)
    own = 'a{"inputs": ["o.jsonl"], "metrics": ["chrf"]}'
    assert cli("evaluate", "suite", "--dataset", own).code == 0
    done = cli("evaluate", "suite", "--dataset", own, "--dataset", "b=o.jsonl")
    assert "data set b: it needs metrics" in done.err
