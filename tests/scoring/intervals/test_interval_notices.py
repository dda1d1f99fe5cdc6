"""Notices where no method makes an interval hold."""

import json
import random

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions
from support.program import write_jsonl


def notices(metric, records, unit=None, **options):
    """Return the notices of a run with intervals."""
    instances = [Instance(instance_id=i, system_id="a", **row) for i, row in enumerate(records)]
    evaluation = evaluate([Batch(instances)], metric, unit=unit, every_group=unit is None)
    return evaluation.report(IntervalOptions(unit=unit, **options)).notices


def right(n, of):
    """Return records of which n are right."""
    return [{"prediction": "x" if i < n else "y", "references": ["x"]} for i in range(of)]


def distances(lengths):
    """Return records whose edit distances grow with numbers."""
    return [{"prediction": "x" * k, "references": [""]} for k in lengths]


def exact():
    return metrics.get("exact-match")()


def test_enough_records():
    """Twelve 0/1 scores or more have no notice, all right ones neither."""
    assert notices(exact(), right(6, 12)) == []
    assert notices(exact(), right(30, 30)) == []


def test_few_records():
    """Fewer than twelve records are named."""
    few = "exact_match: 11 records are few to judge a system by"
    assert notices(exact(), right(6, 11)) == [few]
    f1 = [{"prediction": "a b" if i % 3 else "a", "references": ["a b c"]} for i in range(11)]
    assert notices(metrics.get("token-f1")(), f1) == [
        "token_f1_precision: 11 records are few to judge a system by",
        "token_f1_recall, token_f1_f1: 11 records are few; the interval may be too short",
    ]


@pytest.mark.parametrize(("n", "count"), [(19, 1), (20, 0)])
def test_few_records_of_a_corpus_metric(n, count):
    """Corpus scores need twenty records."""
    records = [
        {"prediction": f"the cat number {i} sat", "references": ["the cat number 1 sat here"]}
        for i in range(n)
    ]
    assert len([x for x in notices(metrics.get("bleu")(), records) if "are few" in x]) == count


def test_one_record_decides():
    """A record with more than a tenth of the sum is named, in one line for all such outputs."""
    mean = metrics.get("mean-absolute-error")()
    even = [{"prediction": 1.0 + i % 5, "references": [0.0]} for i in range(40)]
    (notice,) = notices(mean, even)
    assert "hide a long tail" in notice
    (notice,) = notices(mean, [*even, {"prediction": 60.0, "references": [0.0]}])
    assert "one record has more than a tenth of the sum and decides the mean" in notice


def test_few_records_decide():
    """Skewed scores of which no single one decides are named too."""
    giants = [{"prediction": 25.0 if i % 40 == 0 else 1.0, "references": [0.0]} for i in range(600)]
    mean = metrics.get("mean-absolute-error")()
    assert notices(mean, giants) == []
    (notice,) = notices(mean, giants[:160])
    assert "few records decide the mean; its interval may be too short" in notice


def test_a_tail_that_cannot_be_seen():
    """Scores without a highest value need 500 records, however even they look; others do not."""
    even = distances([1 + i % 5 for i in range(500)])
    (notice,) = notices(metrics.get("edit-distance")(), even[:499])
    assert notice == (
        "edit_distance: scores without a highest value: fewer than 500 records can hide a long "
        "tail; the interval may be too short"
    )
    assert notices(metrics.get("edit-distance")(), even) == []


def test_a_range_with_another_lowest_value(monkeypatch):
    """Scores in a fixed range, such as that of cosines, have no notice of a hidden tail."""
    even = distances([1 + i % 5 for i in range(100)])
    metric = metrics.get("edit-distance")
    monkeypatch.setattr(metric, "score_scale", metric.score_scale._replace(bounded=True))
    assert notices(metrics.get("edit-distance")(), even) == []


@pytest.mark.parametrize("name", ["token-f1", "rouge", "bleu", "chrf", "google-bleu", "sari"])
def test_scores_with_a_highest_value(name):
    """Metrics whose scores have a highest value have no notice of a hidden tail."""
    words = "the cat sat on a mat and saw the dog run by".split()
    rng = np.random.default_rng(2)
    records = [
        {
            "prediction": " ".join(rng.choice(words, 8)),
            "references": [" ".join(words[: 6 + i % 4])],
            "sources": ["the cat sat"],
        }
        for i in range(40)
    ]
    texts = notices(metrics.get(name)(), records, resamples=50)
    assert not [text for text in texts if "tail" in text or "are few" in text]


def test_no_spread():
    """Equal scores whose method needs a spread have no interval, and say so."""
    same = [{"prediction": "a b", "references": ["a b c"]} for _ in range(12)]
    texts = notices(metrics.get("token-f1")(), same)
    assert any("no interval, as the scores do not vary" in text for text in texts)


@pytest.mark.parametrize(("wrong", "count"), [(4, 1), (5, 0), (6, 0)])
def test_few_groups_with_the_rarer_score(wrong, count):
    """Near the ceiling, fewer than five groups with a wrong record are named."""
    records = [
        record
        | {
            "groups": {"passage": f"{i // 4}"},
            "prediction": "y" if i % 4 == 0 and i < 4 * wrong else "x",
        }
        for i, record in enumerate(right(80, 80))
    ]
    texts = notices(exact(), records, unit="passage")
    assert len([x for x in texts if "fewer than 5 values of passage have records of" in x]) == count


def test_a_threshold_of_few_records():
    """The best threshold of fewer than 1,000 records is named."""
    rng = np.random.default_rng(1)
    records = [
        {"prediction": float(s), "references": [int(rng.random() < s)]} for s in rng.random(1000)
    ]
    (notice,) = notices(metrics.get("max-f1")(), records[:999], resamples=20)
    assert "the threshold is the best for 999 records, which are few" in notice
    assert notices(metrics.get("max-f1")(), records, resamples=20) == []


def test_once_and_in_the_file(cli, tmp_path):
    """A notice is printed once for all systems, and is in the JSON."""
    random.seed(1)
    lines = [
        record | {"system_id": name, "instance_id": i}
        for name in "ab"
        for i, record in enumerate(right(3, 5))
    ]
    write_jsonl(tmp_path / "in.jsonl", lines)
    done = cli("evaluate", "exact-match", "in.jsonl", "--ci", "-o", "r.json")
    notice = "exact_match: 5 records are few to judge a system by"
    assert done.err.count(notice) == 1
    assert json.loads((tmp_path / "r.json").read_text())["notices"] == [notice]
    assert cli("evaluate", "exact-match", "in.jsonl", "--format", "json").json()["notices"] == []
