"""ROUGE-1.5.5 and METEOR 1.5 as SacreROUGE documents them, on its own fixtures.

SacreROUGE 0.2.5 (`sacrerouge/tests/metrics/`): `rouge` runs ROUGE-1.5.5.pl with `-n 2 -m`, `meteor`
runs meteor-1.5.jar with `-l en -norm`.
"""

import numpy as np
import pytest

from sacreval.core.metric import leave_out, metrics
from sacreval.core.records import Batch, Instance
from sacreval.io.resources import data_folder
from sacreval.metrics.ngrams._meteor15.paraphrase_source import build
from support import originals

pytestmark = pytest.mark.usefixtures("alone")

# Row of multiling2011/summaries.jsonl to recall, precision and F of ROUGE-1, 2 and L.
ROUGE = {
    1: [40.516, 41.700, 41.099, 10.233, 10.533, 10.381, 36.258, 37.317, 36.780],
    2: [48.258, 47.765, 48.010, 19.301, 19.103, 19.201, 44.774, 44.317, 44.544],
    3: [49.416, 48.659, 49.035, 16.406, 16.154, 16.279, 45.720, 45.019, 45.367],
    9: [38.636, 52.641, 44.564, 13.691, 18.681, 15.801, 35.829, 48.816, 41.326],
    12: [44.711, 45.344, 45.025, 15.030, 15.244, 15.136, 44.112, 44.737, 44.422],
}
FURTHER = [4.291, 4.418, 4.354, 3.133, 3.226, 3.179, 15.732, 16.197, 15.961]  # 3, 4, SU4 of row 1
# `python-rouge`, which does not round: ROUGE-1 and 2, and M000/1 with a reference left out in turn.
MEANS = [47.288299, 46.364130, 46.734012, 16.625951, 16.300453, 16.430312]
LEFT_OUT = [41.699867, 40.514663, 41.098356, 10.533333, 10.226158, 10.377378]
METEOR = [
    0.166912, 0.194883, 0.206118, 0.165145, 0.176812, 0.171143,
    0.217433, 0.214505, 0.165504, 0.211645, 0.204121, 0.182435,
]  # fmt: skip


@pytest.fixture
def rows(sacreval, read, mirror):
    """Set up the data of ROUGE-1.5.5, and read SacreROUGE's summaries of MultiLing 2011."""
    sacreval("setup-metric", "rouge-1.5.5", "--mirror", mirror)
    fixtures = next(mirror.glob("*/danieldeutsch/sacrerouge/*/sacrerouge/tests/fixtures/data"))
    return read("sacrerouge", fixtures / "multiling2011" / "summaries.jsonl")


def percents(metric, batch):
    """Score records one by one: recall, precision and F of each measure."""
    scores = metric.reduce(metric.rows(batch))
    names = [name.rpartition("_")[0] for name in scores if name.endswith("_recall")]
    parts = [scores[f"{name}_{part}"] for name in names for part in ("recall", "precision", "f1")]
    return 100 * np.stack(parts, axis=-1)


@pytest.mark.parametrize("engine", ["native", "official"])
def test_rouge(rows, engine):
    """ROUGE-1.5.5 has SacreROUGE's numbers to its three decimals."""
    metric = metrics.get("rouge-1.5.5")(stemmer=True, engine=engine)
    scores = percents(metric, Batch(rows))
    for number, expected in ROUGE.items():
        assert scores[number - 1].tolist() == pytest.approx(expected, abs=1e-9)


def test_further_measures(rows):
    """ROUGE-3, ROUGE-4 and ROUGE-SU4 are those of its Docker image."""
    metric = metrics.get("rouge-1.5.5")(
        stemmer=True, max_ngram=4, rouge_l=False, skip_distance=4, unigrams="with"
    )
    assert percents(metric, Batch(rows[:1]))[0, 6:].tolist() == pytest.approx(FURTHER, abs=1e-9)


def test_python_rouge(rows):
    """SacreROUGE's own Python code, with and without jackknifing, differs by less than 0.01."""
    metric = metrics.get("rouge-1.5.5")(stemmer=True, rouge_l=False)
    order = [1, 0, 2, 4, 3, 5]  # precision first
    scores = percents(metric, Batch(rows))[:, order]
    assert scores.mean(axis=0).tolist() == pytest.approx(MEANS, abs=0.01)
    shorter = Batch(leave_out(metric, rows[0]))
    scores = percents(metric, shorter)[:, order].mean(axis=0)
    assert scores.tolist() == pytest.approx(LEFT_OUT, abs=0.01)


@pytest.mark.long
@pytest.mark.parametrize("engine", ["native", "official"])
def test_meteor(rows, lines, mirror, engine):
    """METEOR 1.5 has SacreROUGE's numbers: a mean over references, and a system's final score."""
    jar = originals.meteor_jar()
    if engine == "official":
        originals.registered("meteor-1.5", jar)
    else:
        table = data_folder() / "meteor-1.5" / "paraphrases-en.table"
        build(jar.parent / "data" / "paraphrase-en.gz", table)
    metric = metrics.get("meteor-1.5")(engine=engine)
    pairs = [Instance(prediction=r.prediction, references=[x]) for r in rows for x in r.references]
    fixtures = next(mirror.glob("*/danieldeutsch/sacrerouge/*/sacrerouge/tests/fixtures/data"))
    texts = [
        [" ".join(row["summary"]) for row in lines(fixtures / "chen2018" / f"{side}.jsonl")]
        for side in ("model", "gold")
    ]
    pairs += [Instance(prediction=x, references=[y]) for x, y in zip(*texts, strict=True)]
    statistics = metric.rows(Batch(pairs))
    scores = iter(metric.reduce(statistics)["meteor_1.5"])
    means = [np.mean([next(scores) for _ in row.references]) for row in rows]
    assert means == pytest.approx(METEOR, abs=1e-6)
    final = metric.reduce(statistics[-len(texts[0]) :].sum(axis=0))["meteor_1.5"]
    assert float(final) == pytest.approx(0.1828372, abs=1e-7)
