"""Ready suites and metrics on real corpora, by the commands that a user types."""

import json

import pytest

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
        for found, factor in (
            ((official["squad_exact_match", system], official["squad_f1", system]), 1),
            ((suite["exact_match", system], suite["token_f1_f1", system]), 100),
        ):
            assert tuple(round(factor * value, 2) for value in found) == want
    assert official["squad_missing", "Logistic-Regression"] == 2


def test_gsm8k(corpora, scores):
    """Four systems' accuracies on GSM8K, from the numbers and from the whole solutions."""
    path = corpora("gsm8k") / "records.jsonl"
    maps = ("--map", "prediction=meta.solution", "--map", "references=meta.gold_solution")
    for words in ((), maps):
        found = scores("exact-match", path, *AS_PUBLISHED, *words)
        for system, want in GSM8K.items():
            assert round(100 * found["exact_match", system], 2) == want


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
    found = scores("classification", path, *options, "--unknown", "count", "--average", "macro")
    for judge, unknown in (("pandalm-7b", 0), ("gpt-3.5-turbo", 25)):
        rows = [row for row in lines(path) if row["system_id"] == judge]
        people, said = ([row[x] for row in rows] for x in ("references", "prediction"))
        people = [one for (one,) in people]
        assert found["unknown", judge] == unknown / len(rows)
        assert found["accuracy", judge] == metrics.accuracy_score(people, said)
        want = metrics.precision_recall_fscore_support(
            people, said, labels=labels, average="macro", zero_division=0
        )
        for part, value in zip(("precision", "recall", "f1"), want[:3], strict=True):
            assert found[f"macro_{part}", judge] == pytest.approx(value, rel=1e-12)
        kappa = metrics.cohen_kappa_score(people, said)
        assert found["kappa", judge] == pytest.approx(kappa, rel=1e-12)


def test_sts(corpora, scores, lines, tmp_path):
    """Pearson, Spearman and Kendall of a similarity with the judgments of STS-b are scipy's."""
    from scipy import stats

    rows = lines(corpora("stsb") / "en-test.jsonl")
    similar = [_shared(row["prediction"], row["references"][0]) for row in rows]
    human = [row["judgments"]["similarity"] for row in rows]
    made = (
        {"prediction": p, "judgments": {"similarity": h}}
        for p, h in zip(similar, human, strict=True)
    )
    (tmp_path / "sts.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in made))
    suite = [word for name in ("pearson", "spearman", "kendall") for word in ("-m", name)]
    found = scores("suite", *suite, "sts.jsonl", "--map", "references=judgments.similarity")
    assert found == {
        ("pearson", "sts"): pytest.approx(stats.pearsonr(similar, human).statistic, rel=1e-12),
        ("spearman", "sts"): pytest.approx(stats.spearmanr(similar, human).statistic, rel=1e-12),
        ("kendall", "sts"): pytest.approx(stats.kendalltau(similar, human).statistic, rel=1e-12),
    }


def _shared(a, b):
    x, y = set(a.lower().split()), set(b.lower().split())
    return len(x & y) / len(x | y)
