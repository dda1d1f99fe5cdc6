"""nDCG and MAP on random input."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from support.program import write_jsonl
from support.sizes import long
from support.tasks import scores_of


@pytest.mark.parametrize("gain", ["linear", "exponential"])
def test_ranking(gain):
    """nDCG and MAP are the textbook's; trec_eval, which computes them, divides by all relevant."""
    rng = np.random.default_rng(2)
    documents = [f"d{i}" for i in range(12)]
    records = []
    ndcgs, maps = [], []
    for _ in range(20):
        grades = {d: int(g) for d, g in zip(documents, rng.integers(0, 4, 12), strict=True)}
        grades["d0"] = 1
        ranking = rng.permutation(documents)[: int(rng.integers(1, 12))].tolist()
        records.append({"ranking": ranking, "qrels": grades})
        worth = {d: (g if gain == "linear" else 2**g - 1) for d, g in grades.items()}
        dcg = sum(worth[d] / np.log2(i + 2) for i, d in enumerate(ranking[:5]))
        best = sum(g / np.log2(i + 2) for i, g in enumerate(sorted(worth.values())[::-1][:5]))
        ndcgs.append(dcg / best)
        hits = [grades[d] > 0 for d in ranking]
        found = sum(sum(hits[: i + 1]) / (i + 1) for i, hit in enumerate(hits) if hit)
        maps.append(found / sum(g > 0 for g in grades.values()))
    found = scores_of("ranking", records, {"gain": gain})
    assert found["ndcg_at_5"] == pytest.approx(np.mean(ndcgs), rel=1e-9)
    assert found["map"] == pytest.approx(np.mean(maps), rel=1e-9)


def test_an_empty_ranking_scores_nothing_and_counts():
    """A query for which nothing was found is wrong, not left out."""
    records = [{"ranking": [], "qrels": {"d": 1}}, {"ranking": ["d"], "qrels": {"d": 1}}]
    assert scores_of("ranking", records)["map"] == 0.5


def test_queries_without_relevant_documents(cli):
    """They score 0 and count, as in pytrec_eval, and the run says how many there are."""
    import pytrec_eval

    qrels = [{"a": 1}, {"a": 0}, {"b": -1, "c": 0}]
    rows = [{"ranking": ["a", "b"], "qrels": one} for one in qrels]
    write_jsonl(Path("in.jsonl"), rows)
    done = cli("evaluate", "ranking", "in.jsonl", "--format", "json")
    assert done.code == 0
    assert "2 queries have no relevant document and count with 0, as in trec_eval" in done.err
    judged = {str(i): one for i, one in enumerate(qrels)}
    run = {q: {"a": 2.0, "b": 1.0} for q in judged}
    theirs = pytrec_eval.RelevanceEvaluator(judged, {"map"}).evaluate(run).values()
    found = {r["output"]: (r["value"], r["n"]) for r in done.json()["results"]}
    assert found["map"] == (pytest.approx(np.mean([x["map"] for x in theirs])), 3)


@pytest.mark.parametrize(
    ("gain", "grade", "refused"),
    [
        ("linear", 10_000, False),
        ("linear", 10_001, True),
        ("linear", -1e300, True),
        ("exponential", 13, False),
        ("exponential", 14, True),
    ],
)
def test_relevance_that_is_too_large(gain, grade, refused):
    """A gain for which trec_eval needs too much time or memory is refused with its value."""
    metric = metrics.get("ranking")(gain=gain)
    sentence = metric.fault(Instance(ranking=["d1"], qrels={"d1": 1, "d2": grade}))
    assert (sentence is not None) == refused
    assert not refused or f"has the relevance {grade:.15g}; " in sentence


@pytest.mark.parametrize("gain", ["linear", "exponential"])
@pytest.mark.parametrize("k", [(1, 5, 10), (3, 100), ()])
@pytest.mark.parametrize("size", [20, long(300)])
def test_engines(gain, k, size):
    """Rows without trec_eval are trec_eval's, with negative relevance and documents not found."""
    random = Random(4)
    records = []
    for _ in range(size):
        documents = [f"d{i}" for i in range(random.choice([3, 12, 60]))]
        ranking = random.sample(documents, random.randint(0, len(documents)))
        judged = random.sample([*documents, "other"], random.randint(1, len(documents)))
        grades = {doc: random.choice([0, 0, 1, 2, 3, -1, 13]) for doc in judged}
        records.append(Instance(ranking=ranking, qrels=grades))
    metric = metrics.get("ranking")(gain=gain, k=k)
    official = metric.with_engine("official").rows(Batch(records))
    native = metric.with_engine("native").rows(Batch(records))
    np.testing.assert_allclose(native, official, rtol=0, atol=1e-12)
    assert native[:, 0].std() > 0
