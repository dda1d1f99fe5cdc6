"""Outputs of which neither larger nor smaller numbers are better, and gates by direction."""

import json

import pytest

from sacreval.scoring.regression import worsening
from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_no_arrow_and_no_star(cli):
    """A table gives lengths neither an arrow nor a mark of the best."""
    out = cli("evaluate", "length-to-reference", SAMPLE).out
    head, *rows = out.splitlines()[:4]
    assert "length_ratio " in head
    assert "length_ratio ↑" not in head
    assert "length_deviation ↓" in head
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
        assert one["tests"]["paired-ar"]["p"] <= 1
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


def test_fail_under_refuses_them_and_names_check(cli):
    """--fail-under of a length is refused with the --check to give; that one works."""
    done = cli("evaluate", "length", SAMPLE, "--fail-under", "length_words=3")
    assert done.code == 2
    assert 'bound it with --check "length_words >= 3"' in done.err
    assert cli("evaluate", "length", SAMPLE, "--check", "length_words >= 3").code == 0


@pytest.fixture
def lengths(cli, tmp_path):
    """Accept a run of outputs of five words each."""

    def records(words):
        return [
            {"instance_id": str(i), "system_id": "a", "prediction": "w " * words, "references": [
                "w w w w w"]} for i in range(8)
        ]  # fmt: skip

    write_jsonl(tmp_path / "5.jsonl", records(5))
    write_jsonl(tmp_path / "4.jsonl", records(4))
    write_jsonl(tmp_path / "6.jsonl", records(6))
    for name in ("length", "length-to-reference"):
        done = cli("evaluate", name, "5.jsonl", "-o", f"{name}.json", "--instances",
                   f"{name}.jsonl", "-q")  # fmt: skip
        assert done.code == 0


@pytest.mark.usefixtures("lengths")
@pytest.mark.parametrize("records", ["4.jsonl", "6.jsonl"])
def test_max_drop_bounds_a_change_in_either_direction(cli, records):
    """--max-drop of a length says "changes by" and fails a rise as it fails a fall."""
    held = ("evaluate", "length", records, "--baseline", "length.json", "--max-drop")
    assert cli(*held, "length_words=1").code == 0
    done = cli(*held, "length_words=0.5")
    assert done.code == 1
    assert "(length_words changes by 0.5 at most)" in done.err


@pytest.mark.usefixtures("lengths")
def test_a_paired_test_leaves_them_out_and_says_so(cli):
    """A baseline's test judges the deviation and not the ratio; of lengths alone it is refused."""
    done = cli("evaluate", "length-to-reference", "6.jsonl", "--baseline",
               "length-to-reference.json", "--format", "json")  # fmt: skip
    assert {gate["output"] for gate in done.json()["gates"]} == {"length_deviation"}
    assert "--max-drop length_ratio=VALUE" in done.err
    done = cli("evaluate", "length", "6.jsonl", "--baseline", "length.json")
    assert done.code == 2
    assert "--max-drop length_words=VALUE" in done.err


@pytest.mark.parametrize(
    ("old", "now", "better", "want"),
    [(3.0, 1.0, True, 2.0), (3.0, 1.0, False, -2.0), (3.0, 1.0, None, 2.0), (1.0, 3.0, None, 2.0)],
)
def test_worsening(old, now, better, want):
    """A number worsens by its fall, by its rise, or by either, as its direction says."""
    assert worsening(old, now, higher_is_better=better) == want


def test_noise_of_floats_is_no_drop():
    """A drop from 0.3 to 0.29 is 0.01, not 0.01000000000000001."""
    assert worsening(0.3, 0.29, higher_is_better=True) == 0.01
    assert worsening(0.29, 0.3, higher_is_better=False) == 0.01
    assert worsening(1.0, 1e-11, higher_is_better=True) < 1.0


@pytest.mark.parametrize("metric", ["wer", "ter"])
def test_max_drop_where_lower_is_better(cli, tmp_path, metric):
    """A rate that rises past --max-drop fails with "worsens by"; one that falls passes."""
    sides = {"good": "the cat sat on the mat", "bad": "the cat sat on a rug"}
    for name, text in sides.items():
        record = {"system_id": "a", "prediction": text, "references": ["the cat sat on the mat"]}
        write_jsonl(tmp_path / f"{name}.jsonl", [{"instance_id": str(i), **record}
                                                 for i in range(4)])  # fmt: skip
        cli("evaluate", metric, f"{name}.jsonl", "-o", f"{name}.json", "-q")
    done = cli("evaluate", metric, "bad.jsonl", "--baseline", "good.json",
               "--max-drop", f"{metric}=0.01")  # fmt: skip
    assert done.code == 1
    assert f"({metric} worsens by 0.01 at most)" in done.err
    assert "drops" not in done.err
    done = cli("evaluate", metric, "good.jsonl", "--baseline", "bad.json",
               "--max-drop", f"{metric}=0")  # fmt: skip
    assert done.code == 0, done.err


def test_max_drop_says_drops_where_higher_is_better(cli):
    """The gate of BLEU says "drops by"."""
    cli("evaluate", "bleu", SAMPLE, "-o", "r.json", "-q")
    done = cli("evaluate", "bleu", SAMPLE, "--baseline", "r.json", "--max-drop", "bleu=1",
               "--format", "json")  # fmt: skip
    assert {gate["gate"] for gate in done.json()["gates"]} == {"bleu drops by 1 at most"}


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
