"""Samples of Every Eval Ever: inputs, outputs, answers, and whether a record is correct."""

from hashlib import sha256
from math import inf

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.features.exchange.description import Dataset, Description
from sacreval.features.exchange.eee import NOT_STATED, Ids, Sample, lines
from sacreval.metrics.answers.exact_match import ExactMatch
from sacreval.metrics.answers.token_f1 import TokenF1
from sacreval.metrics.choices.multiple_choice import MultipleChoice
from sacreval.metrics.edits.wer import Wer
from sacreval.metrics.rankings.ranking import Ranking
from sacreval.metrics.samples.pass_at_k import PassAtK
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.rows.carried_fields import RECORD


def rows(metric, *records, correct=None):
    about = Description(dataset=Dataset(name="d"), correct=correct or {})
    evaluation = evaluate([Batch(records)], metric, fields=(RECORD,))
    samples = list(map(Sample, evaluation.scored("system"), evaluation.records("system")))
    results = evaluation.report().results
    return list(lines(samples, results, {metric.name: metric}, about, Ids("e", "a/m")))


def test_a_text():
    """A line has question, references, output, score, and a hash of the first two."""
    more = {"groups": {"g": 1}, "meta": {"x": [1]}}
    record = Instance(prediction="Ü", references=["Ü", "u"], input="Qü?", **more)
    [row] = rows(ExactMatch(), record)
    assert row["input"] == {"raw": "Qü?", "reference": ["Ü", "u"]}
    assert row["output"] == {"raw": ["Ü"]}
    assert row["evaluation"] == {"score": 1.0, "is_correct": True}
    assert row["evaluation_result_id"] == "d/exact_match"
    assert row["metadata"] == {"groups.g": "1", "meta.x": "[1]", "system_id": "system"}
    canonical = r'{"raw":"Q\u00fc?","reference":["\u00dc","u"]}'
    assert row["sample_hash"] == sha256(canonical.encode()).hexdigest()


def test_is_correct():
    """A metric of right and wrong decides, or a stated threshold; else it is false, with a note."""
    record = Instance(prediction="x y", references=["x z"])
    assert rows(ExactMatch(), record)[0]["evaluation"]["is_correct"] is False
    [*_, f1] = rows(TokenF1(), record)
    assert f1["evaluation"]["is_correct"] is False
    assert f1["metadata"]["is_correct"] == NOT_STATED
    [*_, f1] = rows(TokenF1(), record, correct={"token_f1_f1": 0.5})
    assert f1["evaluation"] == {"score": 0.5, "is_correct": True}
    assert "is_correct" not in f1["metadata"]
    for threshold, want in ((0.5, True), (0.4, False)):  # lower is better
        [row, *_] = rows(Wer(), record, correct={"wer": threshold})
        assert row["evaluation"]["is_correct"] is want


def test_choices():
    """Choices are listed, the right one is the reference, and all with their numbers the output."""
    options = [{"text": "a", "logprob": -1.0}, {"text": "b", "logprob": -2.0}]
    [row, *_] = rows(MultipleChoice(), Instance(choices=options, gold=0, input="?"))
    assert row["input"] == {"raw": "?", "reference": ["a"], "choices": ["a", "b"]}
    assert row["output"]["raw"] == ['[{"text":"a","logprob":-1.0},{"text":"b","logprob":-2.0}]']


def test_samples_and_rankings():
    """Several samples are several outputs, counts are one, ranked documents are in their order."""
    [row] = rows(PassAtK(), Instance(samples={"n": 4, "c": 2}))
    assert row["output"]["raw"] == ['{"n":4,"c":2}']
    assert row["evaluation"]["score"] == 0.5
    [row, *_] = rows(Ranking(), Instance(ranking=["d2", "d1"], qrels={"d1": 1}))
    assert (row["output"]["raw"], row["input"]["reference"]) == (["d2", "d1"], ['{"d1":1}'])


def test_sources_stand_for_a_missing_question():
    """Without a question the sources are the input; without both it is empty."""
    record = Instance(prediction="a", references=["a"], sources=["x", "y"])
    assert rows(ExactMatch(), record)[0]["input"]["raw"] == "x\ny"
    assert rows(ExactMatch(), Instance(prediction="a", references=["a"]))[0]["input"]["raw"] == ""


def test_infinite_scores_are_refused():
    """A score that JSON cannot state makes the conversion fail, with the record's id."""
    metric = ExactMatch()
    made = Instance(prediction="a", references=["a"], instance_id=7)
    evaluation = evaluate([Batch([made])], metric, fields=(RECORD,))
    [scored], [record] = evaluation.scored("system"), evaluation.records("system")
    scored.scores["exact_match"] = inf
    about = Description(dataset=Dataset(name="d"))
    results = evaluation.report().results
    with pytest.raises(InputError, match="exact_match of record '7' is infinite"):
        list(lines([Sample(scored, record)], results, {"exact-match": metric}, about, Ids("", "")))
