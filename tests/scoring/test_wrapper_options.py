"""Wrappers as options of every verb."""

import json

import pytest

pytestmark = pytest.mark.usefixtures("answers")


def test_wrapped_everywhere(cli):
    """A wrapper is an option of a metric's command and of its entry in a suite; verify knows it."""
    plain = ["--extract", r"regex:\w+", "--normalize", "lower", "--format", "jsonl"]
    alone = json.loads(cli("evaluate", "exact-match", "a.jsonl", *plain).out)
    assert "extract" in alone["signature"]
    spec = r'exact-match{"extract": "regex:\\w+", "normalize": "lower"}'
    words = ["-o", "r.json", "--format", "jsonl"]
    entry = json.loads(cli("evaluate", "suite", "-m", spec, "a.jsonl", *words).out)
    assert (entry["signature"], entry["value"]) == (alone["signature"], alone["value"])
    assert cli("verify", "r.json", "a.jsonl").code == 0
    scored = cli("score", "exact-match", "a.jsonl", *plain[:4]).out.splitlines()
    assert [json.loads(line)["scores"]["exact_match"] for line in scored] == [1.0, 1.0, 0.0, 1.0]


def test_nothing_to_extract(cli):
    """Without an extractor, `--unextracted empty` is refused: no output lacks an answer."""
    found = cli("evaluate", "exact-match", "a.jsonl", "--unextracted", "empty")
    assert (found.code, "there is nothing to extract; add --extract" in found.err) == (2, True)


def test_how_to_score_missing_answers(cli):
    """An output without an answer is left out, and the error names the option that scores it."""
    found = cli("evaluate", "exact-match", "a.jsonl", "--extract", r"regex:\d{9}")
    assert "or give --unextracted empty to score it as an empty text" in found.err
