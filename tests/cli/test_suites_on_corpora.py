"""Whole commands on real corpora: published numbers, ready suites, human translations."""

import csv
import json

import pytest

from support import mirror

pytestmark = pytest.mark.usefixtures("alone")

XQUAD = {
    "BERT-ensemble": (74.87, 86.32),
    "r-net+": (72.77, 83.41),
    "SLQA+": (72.18, 82.85),
    "Match-LSTM": (61.09, 72.67),
    "Logistic-Regression": (34.54, 45.85),
}

GSM8K = {
    "6b_finetuning": 21.68,
    "6b_verification": 39.04,
    "175b_finetuning": 34.72,
    "175b_verification": 56.25,
}

AS_PUBLISHED = ("--extract", "gsm8k", "--extract-references", "gsm8k", "--unextracted", "empty")


@pytest.fixture
def scores(sacreval, tmp_path, monkeypatch):
    """Evaluate, and give output and system to value."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        code, out, err = sacreval("evaluate", *words, "--format", "jsonl", "-q")
        assert code == 0, err
        return {
            (r["output"], r["system_id"]): r["value"] for r in map(json.loads, out.splitlines())
        }

    return call


def test_xquad(corpora, scores):
    """Five systems' exact match and F1 on XQuAD, by the metric and by the ready suite."""
    path = corpora("xquad") / "en.jsonl"
    official = scores("squad", path)
    suite = scores("suite", "question-answering", path, "--no-ci")
    for system, want in XQUAD.items():
        for pair, factor in (
            ((official["squad_exact_match", system], official["squad_f1", system]), 1),
            ((suite["exact_match", system], suite["token_f1_f1", system]), 100),
        ):
            assert tuple(round(factor * value, 2) for value in pair) == want
    assert official["squad_missing", "Logistic-Regression"] == 2


def test_gsm8k(corpora, scores):
    """Four systems' accuracies on GSM8K, from the numbers and from the whole solutions."""
    path = corpora("gsm8k") / "records.jsonl"
    maps = ("--map", "prediction=meta.solution", "--map", "references=meta.gold_solution")
    for words in ((), maps):
        by_system = scores("exact-match", path, *AS_PUBLISHED, *words)
        for system, want in GSM8K.items():
            assert round(100 * by_system["exact_match", system], 2) == want


def test_gsm8k_beside_a_folder_of_that_name(corpora, scores, tmp_path):
    """A folder that is called like a suite, as a corpus may be, does not hide it."""
    (tmp_path / "gsm8k").mkdir()
    (tmp_path / "gsm8k" / "records.jsonl").symlink_to(corpora("gsm8k") / "records.jsonl")
    assert len(scores("suite", "gsm8k", "gsm8k/records.jsonl", "--no-ci")) == 2 * len(GSM8K)


def test_humaneval_flags(scores, tmp_path):
    """Three of six samples pass: pass@1 is a half, from flags and from counts."""
    for samples in ([False, False, False, True, True, True], {"n": 6, "c": 3}):
        record = {"instance_id": "test/0", "system_id": "s", "samples": samples}
        (tmp_path / "samples.jsonl").write_text(json.dumps(record))
        assert scores("pass-at-k", "samples.jsonl") == {("pass_at_1", "s"): 0.5}


def test_pandalm(corpora, scores, lines):
    """How far two judges agree with people, as scikit-learn counts; 25 verdicts are none."""
    from sklearn import metrics

    path = corpora("pandalm") / "judges.jsonl"
    labels = ["1", "2", "tie"]
    options = [word for label in labels for word in ("--labels", label)]
    by_output = scores("classification", path, *options, "--unknown", "count", "--average", "macro")
    for judge, unknown in (("pandalm-7b", 0), ("gpt-3.5-turbo", 25)):
        rows = [row for row in lines(path) if row["system_id"] == judge]
        people, said = ([row[x] for row in rows] for x in ("references", "prediction"))
        people = [label for (label,) in people]
        assert by_output["unknown", judge] == unknown / len(rows)
        assert by_output["accuracy", judge] == metrics.accuracy_score(people, said)
        want = metrics.precision_recall_fscore_support(
            people, said, labels=labels, average="macro", zero_division=0
        )
        for part, value in zip(("precision", "recall", "f1"), want[:3], strict=True):
            assert by_output[f"macro_{part}", judge] == pytest.approx(value, rel=1e-12)
        kappa = metrics.cohen_kappa_score(people, said)
        assert by_output["kappa", judge] == pytest.approx(kappa, rel=1e-12)


def test_sts(corpora, scores, lines, tmp_path):
    """Pearson, Spearman and Kendall of a similarity with the judgments of STS-b are scipy's."""
    from scipy import stats

    rows = lines(corpora("stsb") / "en-test.jsonl")
    similar = [_shared(row["prediction"], row["references"][0]) for row in rows]
    human = [row["judgments"]["similarity"] for row in rows]
    records = (
        {"prediction": p, "judgments": {"similarity": h}}
        for p, h in zip(similar, human, strict=True)
    )
    (tmp_path / "sts.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in records))
    suite = [word for name in ("pearson", "spearman", "kendall") for word in ("-m", name)]
    by_output = scores("suite", *suite, "sts.jsonl", "--map", "references=judgments.similarity")
    assert by_output == {
        ("pearson", "sts"): pytest.approx(stats.pearsonr(similar, human).statistic, rel=1e-12),
        ("spearman", "sts"): pytest.approx(stats.spearmanr(similar, human).statistic, rel=1e-12),
        ("kendall", "sts"): pytest.approx(stats.kendalltau(similar, human).statistic, rel=1e-12),
    }


def _shared(a, b):
    x, y = set(a.lower().split()), set(b.lower().split())
    return len(x & y) / len(x | y)


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
    taus = {(r["task"], r["metric"]): r["value"] for r in rows if r.get("task")}
    both = sorted(taus.keys() & published.keys())
    # The tables turn the sign of metrics that are errors.
    assert [abs(taus[key]) for key in both] == pytest.approx([abs(published[key]) for key in both])
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


@pytest.mark.parametrize(
    "words",
    [
        ["evaluate", "bleu"],
        ["compare", "bleu", "--trials", "100", "--resamples", "100"],
        ["score", "chrf"],
        ["correlate", "chrf", "--human", "mqm", "--interval", "none"],
        ["evaluate", "length"],
        ["correlate", "judgments"],
    ],
    ids=lambda words: "-".join(words[:2]),
)
def test_wmt23(sacreval, corpora, words):
    """Human texts without references of their own are left out, and everything else is scored."""
    records = corpora("wmt23") / "records.jsonl"
    code, out, err = sacreval(*words[:2], records, *words[2:])
    assert code == 0, err
    assert "ONLINE-W" in out or words[0] == "correlate"
    noticed = words[0] != "correlate" and words[1] != "length"
    assert err.count("outputs of type reference have nothing to be compared with") == noticed
