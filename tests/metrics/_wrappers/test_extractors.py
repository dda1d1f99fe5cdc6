"""Extractors that are tried in turn, and references that are split."""

import json

import pytest

from sacreval.metrics._wrappers import from_signature
from support.program import write_jsonl
from support.tasks import scores_of

RECORDS = [
    {"prediction": r"\boxed{4}, not 5", "references": ["4"]},
    {"prediction": "so 7", "references": ["7"]},
    {"prediction": r"\boxed{x} or 3", "references": ["3"]},
]


def test_until_one_finds_an_answer():
    """The first extractor whose answer the metric accepts is used."""
    in_turn = {"extract": ["boxed", "last-number"]}
    assert scores_of("exact-match", RECORDS, wrap=in_turn) == {"exact_match": 2 / 3}
    found = scores_of("mean-squared-error", RECORDS, wrap={"extract": "boxed+last-number"})
    assert found["mean_squared_error"] == 0.0  # x is no number, so the last number is


@pytest.mark.parametrize(
    "words",
    [
        ["--extract", "boxed", "--extract", "last-number"],
        ["--extract", "boxed+last-number"],
    ],
)
def test_on_the_command_line(cli, tmp_path, words):
    """An option that is repeated, and names joined by +, have one signature, which verifies."""
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    done = cli("evaluate", "exact-match", "a.jsonl", *words, "--format", "json", "-o", "r.json")
    assert done.code == 0, done.err
    assert 'extract:["boxed","last-number"]' in done.json()["results"][0]["signature"]
    assert cli("verify", "r.json", "a.jsonl").code == 0


def test_in_a_suite(cli, tmp_path):
    """In YAML, one extractor is a text, and several are a list or joined."""
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    (tmp_path / "s.yaml").write_text(
        "metrics:\n"
        "  - exact-match: {extract: last-number, as: last}\n"
        "  - exact-match: {extract: [boxed, last-number], as: several}\n"
        "  - exact-match: {extract: boxed+last-number, as: joined}\n"
    )
    done = cli("evaluate", "suite", "s.yaml", "a.jsonl", "--format", "json")
    values = {r["output"]: r["value"] for r in done.json()["results"]}
    assert values == {
        "last_exact_match": 2 / 3, "several_exact_match": 2 / 3, "joined_exact_match": 2 / 3,
    }  # fmt: skip


def test_references_are_split():
    """A text with separators is several references of a metric of texts, which leaves each out."""
    records = [{"prediction": "Paris", "references": ["London<OR> Paris", "Rome"]}]
    split = {"extract_references": "list:<OR>"}
    assert scores_of("exact-match", records, wrap=split) == {"exact_match": 1.0}
    assert scores_of("exact-match", records) == {"exact_match": 0.0}
    assert scores_of("token-f1", records, wrap=split)["token_f1_f1"] == 1.0


def test_split_references_are_jackknifed(cli, tmp_path):
    """Each part of a split reference is left out in turn."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "a", "references": ["a<OR>b"]}])
    done = cli("score", "exact-match", "a.jsonl", "--extract-references", "list:<OR>")
    assert json.loads(done.out)["scores"] == {"exact_match": 1.0, "exact_match_jk": 0.5}


def test_lists_stay_lists():
    """A list that is one reference of the metric is not several."""
    records = [{"prediction": "b; a", "references": ["a;b"]}]
    both = {"extract": "list:;", "extract_references": "list:;"}
    assert scores_of("multi-label", records, wrap=both)["subset_accuracy"] == 1.0


def test_lists_of_numbers(cli, tmp_path):
    """Items are read as numbers where the metric needs them; others are missing."""
    write_jsonl(
        tmp_path / "a.jsonl",
        [{"samples": "1, 0, true"}, {"samples": "1"}],
    )
    done = cli("evaluate", "pass-at-k", "a.jsonl", "--map", "samples=split(', ', samples)")
    assert done.code == 0, done.err


def test_the_labels_of_the_metric():
    """closest-label uses the labels of the metric, also those with commas in them."""
    records = [
        {"prediction": "Yes, Sir!", "references": ["yes, sir"]},
        {"prediction": "noo", "references": ["no"]},
    ]
    options = {"labels": ["yes, sir", "no"]}
    found = scores_of("classification", records, options, {"extract": "closest-label"})
    assert found["accuracy"] == 1.0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--extract", "list:,"], "which list:, never returns"),
        (["--extract", "closest-label"], "needs labels"),
        (["--extract", "boxed", "--extract", "last-nubmer"], "did you mean 'last-number'"),
        (["--extract-references", "list:"], "needs a separator"),
    ],
)
def test_what_can_never_work(cli, tmp_path, words, said):
    """Wrong extractors are refused before any record is read."""
    write_jsonl(tmp_path / "a.jsonl", RECORDS)
    done = cli("evaluate", "exact-match", "a.jsonl", *words)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err


def test_none_of_several(cli, tmp_path):
    """Where none finds an answer, all are named."""
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "none", "references": ["1"]}])
    words = ("exact-match", "a.jsonl", "--extract", "boxed+last-number")
    done = cli("evaluate", *words, "--unextracted", "missing")
    assert done.code == 3
    assert "none of boxed, last-number finds an answer" in done.err


def test_rebuilt_from_a_signature():
    """Several extractors are rebuilt from a signature."""
    text = (
        'exact-match|normalize:none|match:full|extract:["boxed","regex:a\\u007cb"]|'
        "extract_references:none|clean:none|unextracted:missing"
    )
    assert from_signature(text).signature() == text
