"""Outputs of which neither larger nor smaller numbers are better, and gates by direction."""

import json

import pytest

from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_no_arrow_and_no_star(cli):
    """A table gives lengths neither an arrow nor a mark of the best."""
    out = cli("evaluate", "length-to-reference", SAMPLE).out
    head, *rows = out.splitlines()[:4]
    assert "length ratio " in head
    assert "length ratio ↑" not in head
    assert "length deviation ↓" in head
    assert sum(row.count("*") for row in rows) == 1


def test_null_in_json_and_empty_in_csv(cli):
    """`higher_is_better` of a length is null in JSON and empty in CSV."""
    found = cli("evaluate", "length", SAMPLE, "--format", "json").json()["results"]
    assert {one["higher_is_better"] for one in found} == {None}
    head, first, *_ = cli("evaluate", "length", SAMPLE, "--format", "csv").out.splitlines()
    assert first.split(",")[head.split(",").index("higher_is_better")] == ""


def test_compare_shows_a_difference_but_nothing_better(cli):
    """`compare` tests lengths, calls them different, and gives no wins, gains or ranks."""
    found = cli("compare", "length", SAMPLE, "--format", "json").json()
    assert {one["finding"] for one in found["comparisons"]} == {"different", "no difference shown"}
    for one in found["comparisons"]:
        assert one["tests"][one["test"]]["p"] <= 1
        assert (one["wins"], one["losses"], one["gains"], one["drops"]) == (None, None, [], [])
    assert {s["best_rank"] for s in found["standings"]} == {None}
    out = cli("compare", "length", SAMPLE).out
    assert "different" in out
    for word in ("better", "worse", "gains"):
        assert word not in out


def test_the_report_orders_them_by_size(cli, tmp_path):
    """The page of lengths has no arrow and no best, and explains the sign of a difference."""
    cli("evaluate", "length", SAMPLE, "-o", "r.json", "--instances", "s.jsonl", "-q")
    assert cli("report", "r.json", "-o", "r.html", "-q").code == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "is better" not in page
    assert "(best)" not in page
    assert "≠ different" in page
    assert '"up":null' in page


def test_there_is_no_best_prediction_and_no_worst_group(cli, tmp_path):
    """--reduce-predictions best is refused; --summary worst leaves the ratio out and says so."""
    write_jsonl(tmp_path / "many.jsonl", [{"predictions": ["a b", "a"], "references": ["a"]}])
    done = cli("evaluate", "length", "many.jsonl", "--reduce-predictions", "best")
    assert done.code == 2
    assert "reduce by max, min, mean or median" in done.err
    assert cli("evaluate", "length", "many.jsonl", "--reduce-predictions", "max").code == 0
    records = [
        {"prediction": "a " * n, "references": ["a a"], "groups": {"g": str(n)}} for n in (1, 2)
    ]
    write_jsonl(tmp_path / "grouped.jsonl", records)
    done = cli("evaluate", "length-to-reference", "grouped.jsonl", "--by", "g", "--summary",
               "worst", "--format", "json")  # fmt: skip
    worst = {
        one["output"]: one["value"] for one in done.json()["results"] if one["group"] == "g=(worst)"
    }
    assert worst == {"length_ratio": None, "length_deviation": 0.5}
    assert "no worst group by length_ratio" in done.err


def test_a_length_is_no_scorer(cli, tmp_path):
    """A scorer of samples must say what is right; a length does not."""
    write_jsonl(tmp_path / "s.jsonl", [{"samples": ["a", "b"], "references": ["a"]}])
    done = cli("evaluate", "pass-at-k", "s.jsonl", "--scorer", "length")
    assert done.code == 2
    assert "neither larger nor smaller values of length_words are better" in done.err


def test_a_scorer_where_lower_is_better_passes_below_the_threshold(cli, tmp_path):
    """pass@k with WER takes a sample for right whose rate is at most the threshold."""
    write_jsonl(tmp_path / "s.jsonl", [{"samples": ["a", "b", "a"], "references": ["a"]}])
    done = cli("evaluate", "pass-at-k", "s.jsonl", "--scorer", "wer", "--threshold", "0",
               "--format", "json")  # fmt: skip
    [one] = done.json()["results"]
    assert one["value"] == pytest.approx(2 / 3), json.dumps(one)
