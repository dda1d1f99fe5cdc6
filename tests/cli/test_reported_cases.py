"""Odd values and cases of public bug reports: answered, or refused with their place."""

import gzip
import json
import os
import sys

import pytest

from support.program import records, write_jsonl

SUMS = [(1, "1+1?", "2", ("It is 2.", "It is 3.")), (2, "2+2?", "4", ("It is 4.", "It is 14."))]


def write_epochs(path):
    """Write a log of inspect_ai with two epochs of each of two samples, one of which is right."""
    samples = [
        {"id": i, "epoch": epoch, "input": asked, "target": right,
         "output": {"choices": [{"message": {"content": text}}]},
         "scores": {"match": {"value": "CI"[epoch - 1]}}}
        for i, asked, right, texts in SUMS
        for epoch, text in enumerate(texts, 1)
    ]  # fmt: skip
    score = {"name": "match", "reducer": "mean", "scored_samples": 2,
             "metrics": {"accuracy": {"value": 0.5}}}  # fmt: skip
    path.write_text(json.dumps({
        "version": 2, "status": "success",
        "eval": {"task": "sums", "model": "toy/m", "config": {"epochs": 2}},
        "results": {"total_samples": 4, "completed_samples": 4, "scores": [score]},
        "samples": samples,
    }))  # fmt: skip
    return path


@pytest.mark.parametrize("metric", [["exact-match", "--extract", "last-number"], ["stored-score"]])
def test_epochs_are_averaged(cli, tmp_path, metric):
    """Every epoch of a sample counts, as in the log's own accuracy (inspect_ai, issue 26)."""
    log = write_epochs(tmp_path / "log.json")
    (result,) = cli("evaluate", *metric, log, "--format", "json").json()["results"]
    assert (result["value"], result["n"]) == (0.5, 2)


def test_answers_that_strict_patterns_do_not_read_are_counted(cli, tmp_path):
    """Answers without the marks of GSM8K are counted as unanswered (lm-eval, issue 1204)."""
    source = write_jsonl(tmp_path / "g.jsonl", [
        {"prediction": "So she pays $18.00.", "references": ["3*6=18\n#### 18"]},
        {"prediction": "The total is 1,250 euros", "references": ["#### 1250"]},
    ])  # fmt: skip
    done = cli("evaluate", "suite", "gsm8k", source)
    assert "unanswered, and scored as wrong: g 2 of 2" in done.out
    assert "strict: 2 outputs are unanswered ('g' 2)" in done.err
    rows = {r["output"]: r for r in cli("evaluate", "suite", "gsm8k", source, "--format", "json")
             .json()["results"]}  # fmt: skip
    assert rows["strict_exact_match"]["value"] == 0
    assert rows["strict_exact_match"]["unanswered"] == 2


def test_no_answer_to_a_question_without_one_is_right(cli, tmp_path):
    """An output that is read as empty is right where there is no answer (lm-eval, issue 3212)."""
    source = write_jsonl(tmp_path / "s.jsonl", [
        {"prediction": "unanswerable", "references": []},
        {"prediction": "Rome", "references": ["Rome"]},
    ])  # fmt: skip
    words = ("evaluate", "squad", source, "--version", "2.0", "--format", "json")
    extract = ("--extract", "regex:^(?!unanswerable$)(.*)$")
    for options in (extract, (*extract, "--unextracted", "empty")):
        by_output = {r["output"]: r["value"] for r in cli(*words, *options).json()["results"]}
        assert by_output["squad_exact_match"] == by_output["squad_no_answer_exact_match"] == 100
    plain = {r["output"]: r["value"] for r in cli(*words).json()["results"]}
    assert plain["squad_exact_match"] == 50


DEEP = "[" * 100_000 + "]" * 100_000


def outputs(path, *texts, reference="a"):
    """Write a record for each output."""
    each = [{"prediction": text, "references": [reference]} for text in texts]
    return write_jsonl(path, each)


@pytest.mark.parametrize(
    ("extract", "bad", "fragment"),
    [
        ("json:x", f'{{"x": {DEEP}}}', "is nested too deeply"),
        ("json:x", "no JSON", "contains no JSON"),
        ("json:x", '{"y": 1}', "has nothing at x"),
        ("json:abs(x)", '{"x": "a"}', "json:abs(x) cannot be applied (JMESPathTypeError"),
        ("json:sum(x)", '{"x": 5}', "json:sum(x) cannot be applied"),
    ],
)
def test_one_output(extract, bad, fragment, cli, tmp_path):
    """An output that nothing can be extracted from is one failed record, not the end of the run."""
    good = '{"x": [7]}' if "sum" in extract else '{"x": 7}'
    outputs(tmp_path / "in.jsonl", bad, good, reference="7")
    words = ("evaluate", "exact-match", "in.jsonl", "--extract", extract, "--format", "json")
    (result,) = cli(*words).json()["results"]
    assert (result["n"], result["value"], result["unanswered"]) == (2, 0.5, 1)
    outcome = cli(*words, "--unextracted", "missing")
    assert outcome.code == 3
    assert outcome.json()["results"][0]["missing"]["unparsed"] == 1
    first = outcome.err.splitlines()[0]
    assert first.startswith("sacreval: in.jsonl:1: ")
    assert fragment in first
    assert len(first) < 500


@pytest.mark.parametrize(
    ("option", "fragment"),
    [
        ("json:foo(@)", "json:foo(@): JMESPath has no function foo; did you mean 'floor'?"),
        ("json:abs()", "json:abs(): abs does not take 0 arguments"),
        ("json:a[::0]", "the step of a slice is 0"),
        ("regex:a{99999999999}", "regex:a{99999999999} is not a regular expression (Overflow"),
    ],
)
def test_expressions(option, fragment, cli, tmp_path):
    """An expression that no output could be searched with is named before any record is read."""
    outputs(tmp_path / "in.jsonl", "a")
    outcome = cli("evaluate", "exact-match", "in.jsonl", "--extract", option)
    assert outcome.code == 2
    assert fragment in outcome.err
    if option.startswith("json:"):
        outcome = cli("convert", "in.jsonl", "--reader", "jsonl", "--map", f"meta={option[5:]}")
        assert outcome.code == 2
        assert fragment.replace("json:", "--map meta=") in outcome.err


def test_functions_of_jmespath_work(cli, tmp_path):
    """Every kind of expression that means something still does."""
    write_jsonl(tmp_path / "in.jsonl", [{"x": [3, 1, 2], "y": {"a": "b"}, "z": None}])
    for path, prediction in {
        "sort(x)[0]": 1, "max(x)": 3, "not_null(z, y.a)": "b", "x[::-1] | [0]": 2, "length(x)": 3,
        "join('-', keys(y))": "a", "map(&to_string(@), x)[0]": "3", "sort_by([y], &a)[0].a": "b",
    }.items():  # fmt: skip
        words = ["convert", "in.jsonl", "--reader", "jsonl", "--map", f"prediction={path}"]
        outcome = cli(*words)
        assert outcome.code == 0, outcome.err
        assert json.loads(outcome.out)["prediction"] == prediction


def test_infinite_numbers(cli, tmp_path):
    """A record that a metric gives an infinite number fails; so does a sum that becomes one."""
    write_jsonl(
        tmp_path / "in.jsonl",
        [{"prediction": 1e308, "references": [-1e308]}, {"prediction": 1, "references": [2]}],
    )
    outcome = cli("evaluate", "mean-absolute-error", "in.jsonl", "--format", "json")
    assert outcome.code == 3
    assert [result["value"] for result in outcome.json()["results"]] == [1.0]
    assert "in.jsonl:1: the error exceeds the largest number, 1.8e308; scale" in outcome.err
    write_jsonl(tmp_path / "sum.jsonl", [{"prediction": 1e308, "references": [0]}] * 2)
    outcome = cli("evaluate", "mean-absolute-error", "sum.jsonl", "--format", "json")
    assert (outcome.code, outcome.out) == (2, "")
    assert "the sum of the errors exceeds the largest number, 1.8e308; scale both" in outcome.err


@pytest.mark.parametrize("variable", ["SACREVAL_CACHE_HOME", "SACREVAL_HOME"])
def test_homes(variable, cli, tmp_path, monkeypatch):
    """The home of a user that there is not is said, with the variable that names it."""
    monkeypatch.setenv(variable, "~nosuchuser/x")
    write_jsonl(tmp_path / "in.jsonl", records())
    words = {
        "SACREVAL_CACHE_HOME": ["evaluate", "ter", "in.jsonl", "--engine", "official"],
        "SACREVAL_HOME": ["setup-metric", "punkt", "--dry-run"],
    }[variable]
    outcome = cli(*words)
    assert outcome.code == 2
    assert f"{variable}: there is no home folder for ~nosuchuser/x" in outcome.err


def test_long_names_are_cut(cli, tmp_path):
    """A name of megabytes is cut in the middle, so that what to do can still be read."""
    write_jsonl(tmp_path / "in.jsonl", [{"x" * 5_000_000: 1}])
    outcome = cli("evaluate", "bleu", "in.jsonl")
    assert outcome.code == 2
    assert len(outcome.err) < 500
    assert "in.jsonl:1: unknown field" in outcome.err
    assert "--map prediction=" in outcome.err


@pytest.mark.long
def test_blank_lines(cli, tmp_path):
    """Many megabytes of blank lines take no time."""
    (tmp_path / "in.jsonl.gz").write_bytes(gzip.compress(b"\n" * 64 * 2**20, 1))
    outcome = cli("evaluate", "bleu", "in.jsonl.gz")
    assert outcome.code == 2
    assert "in.jsonl.gz: " in outcome.err
    assert "empty" in outcome.err


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_open_files(cli, tmp_path):
    """Where no more files may be opened, the sentence says which limit that is."""
    import resource

    write_jsonl(tmp_path / "in.jsonl", records())
    assert cli("evaluate", "exact-match", "in.jsonl").code == 0  # all is imported
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = os.open(os.devnull, os.O_RDONLY)
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, before[1]))
    try:
        outcome = cli("evaluate", "exact-match", "in.jsonl")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert outcome.code == 2
    assert "in.jsonl: cannot be opened; raise the limit on open files (ulimit -n)" in outcome.err
