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


def test_unanswered(cli):
    """An output without an answer is wrong and counted; --unextracted missing leaves it out."""
    words = ("evaluate", "exact-match", "a.jsonl", "--extract", r"regex:\d{9}")
    found = cli(*words, "--format", "json")
    result = found.json()["results"][0]
    assert (found.code, result["value"], result["missing"]) == (0, 0.0, None)
    assert result["unanswered"] == result["n"] > 0
    assert f"exact-match: {result['n']} outputs are unanswered ('a' {result['n']})" in found.err
    assert "|unextracted:empty|" in result["signature"]
    assert f"unanswered, and scored as wrong: a {result['n']} of" in cli(*words).out
    left = cli(*words, "--unextracted", "missing", "--allow-errors", "--format", "json")
    other = left.json()["results"][0]
    assert (other["value"], other["n"], other["unanswered"]) == (None, result["n"], 0)
    assert other["missing"]["unparsed"] == result["n"]
    assert "|unextracted:missing|" in other["signature"]


@pytest.mark.parametrize("how", [[], ["--workers", "2"], ["--resume", "r.partial"]])
def test_unanswered_whatever_computes_them(cli, how):
    """They are the same from other processes and from stored rows."""
    words = (
        "evaluate",
        "exact-match",
        "a.jsonl",
        "--extract",
        r"regex:^[Yy].*",
        "--format",
        "json",
    )
    plain = cli(*words).json()["results"][0]
    assert 0 < plain["unanswered"] < plain["n"]
    for _ in range(2):
        assert cli(*words, *how).json()["results"][0] == plain
