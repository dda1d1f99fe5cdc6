"""Notices on scores that differ from those that a log has of the same records."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.scoring.entries.run_metrics import entry
from sacreval.scoring.evaluate import evaluate
from support.program import write_jsonl

SOLUTION = "17 + 1 = <<17+1=18>>18\n#### 18"


def record(prediction, reference, score, *, name="exact_match", **more):
    """Return a record of a log with a score of the tool."""
    meta = {"scores": {name: score}}
    return Instance(prediction=prediction, references=[reference], meta=meta, **more)


def notices(*records, metric="exact-match"):
    """Return the notices on the difference from the log."""
    found = evaluate([Batch(records, system="s")], [entry(metric)]).report().notices
    return [text for text in found if "in its log" in text]


@pytest.mark.parametrize(
    ("outputs", "reference", "hint"),
    [
        (("18", "17"), SOLUTION, "--extract-references gsm8k makes"),
        (("$18.", "17"), SOLUTION, "--extract gsm8k-flexible --extract-references gsm8k-strict m"),
        (
            ("$18.", "[invalid]"),
            SOLUTION,
            "--extract gsm8k-flexible --extract-references gsm8k-strict makes",
        ),
        ((" Ann", "Bob"), "Ann", "--normalize strip makes"),
        (("The answer is (B).", "A"), "B", "--extract letter makes"),
        (("x", "y"), "z", "`sacreval evaluate stored-score --score exact_match` has"),
    ],
)
def test_options(outputs, reference, hint):
    """One sentence has both numbers, and the option that makes them equal if one does."""
    right, wrong = (record(x, reference, y) for x, y in zip(outputs, (1.0, 0.0), strict=True))
    (text,) = notices(right, wrong)
    assert text.startswith(
        "exact_match of 's' is 0.0000 here, and exact_match is 0.5000 in its log, for the same 2 "
        f"records; {hint}"
    )


def test_parts_of_whole_outputs(cli, tmp_path):
    """Where answers are found in what a filter left, the notice reads the whole outputs instead."""
    whole = {"7": "It is 7.", "81": "81.\n#### 81", "5": "4\n#### 5"}
    rows = [
        {"doc_id": i, "doc": {}, "target": f"so\n#### {target}", "resps": [[whole[found]]],
         "filtered_resps": [found if way == "flexible-extract" or "#" in whole[found] else
                            "[invalid]"],
         "filter": way, "metrics": ["exact_match"],
         "exact_match": float(found == target and (way != "strict-match" or "#" in whole[found]))}
        for way in ("strict-match", "flexible-extract")
        for i, (found, target) in enumerate([("7", "7"), ("81", "81"), ("5", "4")])
    ]  # fmt: skip
    write_jsonl(tmp_path / "samples_gsm8k_2026-01-01T00-00-00.000000.jsonl", rows)
    reader = 'lm-eval{"answer":"raw","filter":"strict-match"}'
    said = cli("evaluate", "suite", "gsm8k", tmp_path).err
    assert "is 0.0000 here, and exact_match is 0.3333 in its log" in said
    assert f"; --reader '{reader}' makes that of" in said
    done = cli("evaluate", "suite", "gsm8k", tmp_path, "--reader", reader, "--format", "json")
    assert [round(one["value"], 4) for one in done.json()["results"]] == [0.3333, 0.6667]
    assert "in its log" not in done.err


def test_equal():
    """Nothing is said if one of the scores with this meaning is equal, or there is none."""
    same = record("Ann", "ann", 0.0)
    assert notices(same) == []
    both = {"exact_match": 0.0, "quasi_exact_match": 1.0}
    helm = Instance(prediction="Ann", references=["ann"], meta={"scores": both})
    assert notices(helm) == []
    assert notices(record("Ann", "ann", 1.0, name="politeness")) == []
    assert notices(record("Ann", "ann", 1.0), metric="bleu") == []


def test_records_without_an_output():
    """The log's score is of the records that this run scores."""
    lost = Instance(error="failed", references=["a"], meta={"scores": {"exact_match": 0.0}})
    assert notices(record("a", "a", 1.0), lost) == []
    assert (
        "of 's' is 0.0000 here, and exact_match is 1.0000 in its log, for the same 1"
        in (notices(record("a", "b", 1.0), lost)[0])
    )


def test_records_without_a_score():
    """A mean of the log over other records is not compared."""
    assert notices(record("a", "b", 1.0), record("a", "b", None)) == []
    assert notices(record("a", "b", 1.0), Instance(prediction="a", references=["b"])) == []


def test_several_systems():
    """The sentence has one system, and the number of the others."""
    pairs = [record("a", "b", 1.0, system_id=x) for x in ("s", "t")]
    (text,) = notices(*pairs)
    assert "for the same 1 records, and 1 more system differs; " in text


def test_several_samples():
    """The name of a score may have a number, as that of pass@k."""
    meta = {"scores": {"pass@k:k=1&n=2": 1.0, "pass@k:k=2": 1.0}}
    one = Instance(samples=["a ", "b"], references=["a"], meta=meta)
    (text,) = notices(one, metric='pass-at-k{"k": [1], "scorer": "exact-match"}')
    assert text.startswith("pass_at_1 of 's' is 0.0000 here, and pass@k:k=1&n=2 is 1.0000")
    assert "records; `sacreval evaluate stored-score --score 'pass@k:k=1&n=2'` has" in text


def test_rounded_scores():
    """A score that its tool rounds is compared as it is rounded."""
    assert notices(record("x b", "b c d e f", 0.29, name="f1"), metric="token-f1") == []
    (text,) = notices(record("x b", "b c d e f", 0.3, name="f1"), metric="token-f1")
    assert text.startswith("token_f1_f1 of 's' is 0.2857 here, and f1 is 0.3000 in its log")
