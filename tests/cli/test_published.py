"""Numbers that others published, from what setup-dataset wrote and by the commands of a user."""

import csv
import json

import pytest

from support import mirror

pytestmark = pytest.mark.usefixtures("alone")

WMT20 = "WMT-Metrics-task/wmt20-metrics/3e434fc32fd02999c885575df6167c31f60ee996"
LENS = "Yao-Dou/LENS/8fa5b149f099f0c75563ee8344a2411b0bffbc37"
WIKIDA = f"{LENS}/experiments/meta_evaluation/data/wikida/references"

# Freitag et al. (2021), Experts, Errors, and Context, TACL 9: MQM of the ten outputs a language
# pair that were judged, there without sign.
MQM = {
    "newstest2020.en-de": {
        "Human-B.0": 0.75, "Human-A.0": 0.91, "Human-P.0": 1.41, "Tohoku-AIP-NTT.890": 2.02,
        "OPPO.1535": 2.25, "eTranslation.737": 2.33, "Tencent_Translation.1520": 2.35,
        "Huoshan_Translate.832": 2.45, "Online-B.1590": 2.48, "Online-A.1574": 2.99,
    },
    "newstest2020.zh-en": {
        "Human-A.0": 3.43, "Human-B.0": 3.62, "Huoshan_Translate.919": 5.03, "WeChat_AI.1525": 5.13,
        "Tencent_Translation.1249": 5.19, "OPPO.1422": 5.20, "THUNLP.1498": 5.34,
        "DeepMind.381": 5.41, "DiDi_NLP.401": 5.48, "Online-B.1605": 5.85,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", MQM)
def test_mqm_of_newstest2020(corpora, sacreval, name):
    """`correlate judgments` prints the MQM of systems that the paper's table has."""
    file = corpora("wmt-mqm-avg") / f"{name}.jsonl"
    words = ("correlate", "judgments", file, "--human", "mqm", "--format", "jsonl")
    code, out, err = sacreval(*words)
    assert code == 0, err
    means = {row["system_id"]: -row["mean"] for row in map(json.loads, out.splitlines())}
    assert means == pytest.approx(MQM[name], abs=0.006)


def test_kendall_of_wmt20(corpora, sacreval, tmp_path):
    """All metrics agree with people over systems as the WMT20 metrics task's own tables say."""
    published = {}
    for path in mirror.path(f"{WMT20}/results/output/system-level").glob("DA-????-cor.csv"):
        pair = f"{path.name[3:5]}-{path.name[5:7]}"
        with path.open(encoding="utf-8", newline="") as stream:
            for metric, kendall, _ in list(csv.reader(stream, delimiter="\t"))[1:]:
                published[pair, f"{metric}-newstest2020"] = float(kendall)
    file = corpora("wmt20-metrics") / "scores.jsonl"
    words = ("--human", "da_z", "--level", "item", "--coefficient", "kendall", "--interval", "none")
    target = tmp_path / "kendall.jsonl"
    code, _, err = sacreval(
        "correlate", "scores", file, *words, "--tasks-by", "language_pair", "-o", target
    )
    assert code == 0, err
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    found = {(r["task"], r["metric"]): r["value"] for r in rows if r.get("task")}
    both = sorted(found.keys() & published.keys())
    # The tables turn the sign of metrics that are errors.
    assert [abs(found[one]) for one in both] == pytest.approx([abs(published[one]) for one in both])
    # 502 values, less people's own raw scores and one metric that was not submitted.
    assert len(both) == 502 - 17 - 1
    assert len({pair for pair, _ in both}) == 17


def test_ratings_of_esa(corpora, lines):
    """Single ratings of ESA's campaign are the scores a segment that its authors published."""
    folder = corpora("wmt23-esa")
    published = {
        (row["instance_id"], row["system_id"]): row["judgments"]
        for row in lines(folder / "records.jsonl")
        if row.get("judgments")
    }
    for file, dimension, name in (("esa", "esa", "ESA-1"), ("mqm", "mqm", "MQM-1")):
        if not (folder / f"{file}.jsonl").exists():
            pytest.skip("SACREVAL_MIRROR lacks the tasks of ESA's campaign")
        rows = lines(folder / f"{file}.jsonl")
        places = [(row["instance_id"], row["system_id"]) for row in rows]
        judged = {place for place, scores in published.items() if scores[name] is not None}
        assert set(places) == judged
        assert [row["judgments"][dimension] for row in rows] == pytest.approx(
            [published[place][name] for place in places]
        )


def test_sentences_of_simplicity_da(corpora, lines):
    """A record's source is the line of the corpus that its number says, and its references too."""
    sources = mirror.lines(f"{WIKIDA}/test.src")
    references = mirror.lines(f"{WIKIDA}/test.dst")
    rows = lines(corpora("simpeval") / "simplicity-da.jsonl")
    assert len(rows) == 600
    for row in rows:
        line = int(row["instance_id"]) - 1
        assert row["sources"] == [sources[line]]
        assert row["references"] == references[line].split("\t")
