"""Values read as the type that a metric needs: numbers out of tables, lists of one, tokens."""

import csv
import json

import pytest

from sacreval.core.contract.read_values import json_text, read_batch, readings, typed
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support.program import write_jsonl
from support.sizes import few

NUMBERS = [("3.5", "4"), ("2", "2.0"), (" 1e0", "1"), ("0.25", "0")]
OF_TABLES = {
    "pearson": NUMBERS,
    "spearman": NUMBERS,
    "kendall": NUMBERS,
    "mean-squared-error": NUMBERS,
    "mean-absolute-error": NUMBERS,
    "roc-auc": [("3.5", "1"), ("2", "true"), ("-1", "False"), ("0", "0")],
    "average-precision": [("3.5", "1"), ("2", "True"), ("-1", "no"), ("0", "0.0")],
    "max-f1": [("3.5", "1"), ("2", "yes"), ("-1", "0"), ("0", "0")],
    "brier": [("0.5", "1"), ("1", "true"), ("0", "0"), ("1e-1", "0")],
    "calibration-error": [("0.5", "1"), ("1", "true"), ("0", "0"), ("1e-1", "0")],
    "multi-label": [('["a", "b"]', '["a"]'), ("['a', 'c']", "['c']"), ("[]", "[]")],
    "entities": [("[('Rome', 'LOC')]", '[["Rome", "LOC"]]'), ("[]", "[]")],
}
MEANT = {"true": True, "True": True, "yes": True, "False": False, "no": False}


def as_json(text):
    """Return the value that a cell means, as a file of JSON has it."""
    if text.strip().startswith("["):
        return json.loads(text.replace("(", "[").replace(")", "]").replace("'", '"'))
    return MEANT[text] if text in MEANT else float(text)


def table(path, rows):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("prediction", "reference"), *rows])
    return path.name


@few(4, "name", OF_TABLES)
def test_tables_score_as_json(cli, tmp_path, name):
    """A metric scores and verifies the texts of a table as the values of JSON that they are."""
    rows = OF_TABLES[name]
    table(tmp_path / "a.csv", rows)
    write_jsonl(
        tmp_path / "a.jsonl",
        [{"prediction": as_json(a), "references": [as_json(b)]} for a, b in rows],
    )
    found = [
        {r["output"]: (r["value"], r["n"]) for r in done.json()["results"]}
        for one in ("a.csv", "a.jsonl")
        if (done := cli("evaluate", name, one, "--format", "json", "-o", f"{one}.json")).code == 0
    ]
    assert len(found) == 2
    assert found[0] == found[1]
    assert cli("verify", "a.csv.json", "a.csv").code == 0


@few(1, "name", ["pearson", "mean-squared-error", "brier"])
@pytest.mark.parametrize("bad", ["abc", "", "1,5", "nan", "inf", "1_0"])
def test_texts_that_are_no_numbers_are_missing(cli, tmp_path, name, bad):
    """They are counted and left out with exit code 3, in verify and with --allow-errors too."""
    table(tmp_path / "a.csv", [("0.5", "1"), (bad, "1"), ("0.25", "0"), ("1", "1")])
    done = cli("evaluate", name, "a.csv", "-o", "r.json")
    assert done.code == 3
    assert "a.csv:3" in done.err
    assert "1 records could not be scored" in done.err
    for result in json.loads((tmp_path / "r.json").read_text())["results"]:
        assert (result["n"], result["missing"]["unscored"]) == (4, 1)
    assert cli("verify", "r.json", "a.csv").code == 0
    assert cli("evaluate", name, "a.csv", "--allow-errors").code == 0


def test_every_metric_reads_the_same_records(cli, tmp_path):
    """Metrics of a run may need different types of one field, and each has its own failures."""
    table(tmp_path / "a.csv", [("1", "1"), ("abc", "1")])
    done = cli("evaluate", "suite", "-m", "accuracy", "-m", "py:own_values:error", "a.csv")
    assert done.code == 2  # there is no such module yet
    (tmp_path / "own_values.py").write_text(OWN)
    done = cli(
        "evaluate", "suite", "-m", "accuracy", "-m", "py:own_values:Error", "a.csv",
        "--format", "json",
    )  # fmt: skip
    found = {r["output"]: (r["value"], r["n"]) for r in done.json()["results"]}
    assert (done.code, found) == (3, {"accuracy": (0.5, 2), "error": (0.0, 2)})


OWN = '''
from dataclasses import dataclass

from sacreval.core.options.field_types import NUMBER, NUMBERS
from sacreval.core.metric import MeanMetric


@dataclass(frozen=True, kw_only=True)
class Error(MeanMetric):
    """The absolute difference of numbers."""

    kinds = {"prediction": NUMBER, "references": NUMBERS}
    outputs = ("error",)

    def scores(self, prediction, prepared):
        return (abs(prediction - prepared[0]),)
'''


@pytest.mark.parametrize("workers", ["1", "2"])
def test_jackknife_and_workers(cli, tmp_path, workers):
    """Scores of records, also jackknifed, are those of the numbers on any number of workers."""
    rows = [{"prediction": str(i), "references": ["1", i]} for i in range(300)]
    rows[7]["prediction"] = "none"
    write_jsonl(tmp_path / "a.jsonl", rows)
    done = cli("score", "mean-squared-error", "a.jsonl", "--workers", workers)
    assert done.code == 3
    scored = {one["instance_id"]: one["scores"] for one in map(json.loads, done.out.splitlines())}
    assert scored["4"]["mean_squared_error"] == 0.0  # of the closest reference, 3
    assert scored["4"]["mean_squared_error_jk"] == 2.0  # the mean of 0 and (3 - 1)^2
    assert scored["8"]["mean_squared_error"] is None


@pytest.mark.parametrize(
    ("value", "text"), [(42, "42"), (3.0, "3.0"), (True, "true"), (False, "false")]
)
def test_numbers_are_texts(cli, tmp_path, value, text):
    """A number or a boolean is its JSON text where a metric needs texts, with a notice."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": value, "references": [text]}])
    write_jsonl(tmp_path / "b.jsonl", [{"prediction": text, "references": [value]}])
    for name, field in (("a", "prediction"), ("b", "references")):
        for metric in ("exact-match", "token-f1", "squad"):
            done = cli("evaluate", metric, f"{name}.jsonl", "--format", "json")
            assert done.code == 0, done.err
            assert f"1 of `{field}` is a number, true or false" in done.err
            assert done.json()["results"][0]["value"] in {1.0, 100.0}


TOKENS = {"prediction": ["the", "cat", "sat", "."], "references": [["the", "cat", "ran", "."]]}


@pytest.mark.parametrize("name", ["bleu", "rouge", "google-bleu", "cider", "nist", "ribes"])
def test_tokens_are_texts(cli, tmp_path, name):
    """Lists of tokens score as the texts that have them where texts are not tokenised."""
    joined = {"prediction": "the cat sat .", "references": ["the cat ran ."]}
    write_jsonl(tmp_path / "a.jsonl", [TOKENS, TOKENS])
    write_jsonl(tmp_path / "b.jsonl", [joined, joined])
    found = [
        [r["value"] for r in done.json()["results"]]
        for one in ("a.jsonl", "b.jsonl")
        if (done := cli("evaluate", name, one, "--tokenize", "none", "--format", "json")).code == 0
    ]
    assert len(found) == 2
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("metric", "record", "said"),
    [
        ("bleu", TOKENS, "tokens need --tokenize none"),
        ("chrf", TOKENS, "it does not take tokens, so join them: --map"),
        ("exact-match", TOKENS, "join(' ', prediction)"),
        ("bleu{none}", {**TOKENS, "references": ["a b"]}, "a reference is text"),
        ("bleu{none}", {**TOKENS, "prediction": "a b", "references": [["a b"]]}, "white space"),
        ("bleu{none}", {**TOKENS, "prediction": ["New York"]}, "white space"),
        ("bleu{none}", {**TOKENS, "prediction": [1]}, "needs text"),
        ("exact-match", {"prediction": {"a": 1}, "references": ["a"]}, "needs text"),
        ("pearson", {"prediction": {"a": 1}, "references": [1]}, "needs a number"),
        ("pearson", {"prediction": "1", "references": [None]}, "each a number"),
        ("accuracy", {"prediction": ["a"], "references": ["a"]}, "needs a label"),
        ("brier", {"prediction": 1.5, "references": [1]}, "needs a probability"),
    ],
)
def test_values_that_can_never_be_read(cli, tmp_path, metric, record, said):
    """A list, an object or a number of the wrong type is an error of the file, with the remedy."""
    write_jsonl(tmp_path / "a.jsonl", [record])
    name, _, option = metric.partition("{")
    done = cli("evaluate", name, "a.jsonl", *(["--tokenize", "none"] if option else []))
    assert (done.code, done.err.count("\n")) == (2, 1), done.err
    assert "a.jsonl:1" in done.err
    assert said in done.err


def test_right_types_are_not_copied():
    """A batch with the right types is returned as it is, with the same records."""
    batch = Batch([Instance(prediction="a", references=["a"])])
    assert read_batch(metrics.get("bleu")(), batch).batch is batch


def test_readings():
    """The likeliest reading of a text is first: a number, a truth value, a list, one item."""
    assert list(readings("1")) == [1, None, 1, ["1"]]
    assert list(readings(["a"], tokens=True)) == ["a", ["a"]]
    assert list(readings({"a": 1})) == []
    assert [typed(one) for one in ("1", "x", 2, "true")] == [1, "x", 2, True]
    assert [json_text(one) for one in (1e16, float("nan"), 10**400, None)] == [
        "1e+16", None, None, None,
    ]  # fmt: skip
