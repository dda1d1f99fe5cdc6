"""Published or re-computed numbers of real systems, on corpora of the mirror."""

import csv
import json

import pytest

from support import missing
from support.mirror import MIRROR
from support.tasks import scores_of

HOST = MIRROR / "raw.githubusercontent.com"
SYSTEMS = {
    "BERT (ensemble) (Google AI Language)": (74.87, 86.32),
    "r-net+ (ensemble) (Microsoft Research Asia)": (72.77, 83.41),
    "SLQA+ (ensemble) (Alibaba iDST NLP)": (72.18, 82.85),
    "Match-LSTM with Ans-Ptr (Boundary+Ensemble) (Singapore Management University)": (61.09, 72.67),
    "Logistic Regression Baseline (Stanford University)": (34.54, 45.85),
}
SOLVERS = {
    "6b_finetuning": 21.68,
    "6b_verification": 39.04,
    "175b_finetuning": 34.72,
    "175b_verification": 56.25,
}


def find(repository: str, name: str):
    paths = sorted((HOST / repository).glob(f"*/**/{glob_escape(name)}"))
    if not paths:
        missing.say(f"{repository}/{name}: not in the mirror")
        pytest.skip(f"{name} is not in the mirror")
    return paths[0]


def glob_escape(name: str) -> str:
    return "".join(f"[{c}]" if c in "[]*?" else c for c in name)


@pytest.mark.parametrize("system", SYSTEMS)
def test_squad(system):
    """Five systems on the English questions of XQuAD; a missing answer is wrong."""
    path = find("rajpurkar/SQuAD-explorer", f"{system}.json")
    answers = json.loads(path.read_text(encoding="utf-8"))
    data = json.loads(find("google-deepmind/xquad", "xquad.en.json").read_text(encoding="utf-8"))
    records = [
        {
            "instance_id": question["id"],
            "prediction": answers.get(question["id"]),
            "references": [answer["text"] for answer in question["answers"]],
        }
        for article in data["data"]
        for paragraph in article["paragraphs"]
        for question in paragraph["qas"]
    ]
    found = scores_of("squad", records)
    assert (round(found["squad_exact_match"], 2), round(found["squad_f1"], 2)) == SYSTEMS[system]
    assert found["squad_missing"] == sum(record["prediction"] is None for record in records)


def gsm8k():
    path = find("openai/grade-school-math", "example_model_solutions.jsonl")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("system", SOLVERS)
def test_gsm8k(system):
    """Four systems: the number after the last `A:` is right as often as their flags say."""
    rows = gsm8k()
    records = [
        {"prediction": row[system]["solution"], "references": [row["ground_truth"]]} for row in rows
    ]
    wrap = {"extract": "gsm8k", "extract_references": "gsm8k", "unextracted": "empty"}
    found = scores_of("exact-match", records, {}, wrap)
    assert round(100 * found["exact_match"], 2) == SOLVERS[system]


def test_gsm8k_flags():
    """The same from the flags, as pass@1 of one sample."""
    rows = gsm8k()
    for system, value in SOLVERS.items():
        records = [{"samples": [row[system]["is_correct"]]} for row in rows]
        assert round(100 * scores_of("pass-at-k", records)["pass_at_1"], 2) == value


def test_humaneval():
    """The sample of HumanEval: three of six samples are right, pass@1 is 0.5."""
    path = find("openai/human-eval", "example_samples.jsonl")
    samples = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    # What running them gives, from the README of the corpus; sacreval runs no code.
    codes = [sample["completion"] for sample in samples]
    flags = ["return 1" in code and "sleep" not in code for code in codes]
    assert len(flags) == 6
    found = scores_of("pass-at-k", [{"samples": flags}], {"k": [1]})
    assert found["pass_at_1"] == 0.5


def test_counts():
    """Counts of samples give what flags give, whatever their number."""
    flags = [[i < c for i in range(n)] for n, c in ((5, 2), (6, 0), (7, 7))]
    counts = [{"n": len(one), "c": sum(one)} for one in flags]
    for name, options in (("pass-at-k", {"k": [1, 3, 5]}), ("g-pass-at-k", {"k": [4]})):
        want = scores_of(name, [{"samples": one} for one in flags], options)
        assert scores_of(name, [{"samples": one} for one in counts], options) == want
    assert scores_of("avg-at-k", [{"samples": {"n": 4, "c": 1}}], {"k": [4]}) == {"avg_at_4": 0.25}


def test_pandalm():
    """Agreement of two judges with the majority of three annotators."""
    from collections import Counter

    folder = "WeOpenML/PandaLM"
    people = json.loads(find(folder, "testset-v1.json").read_text(encoding="utf-8"))
    wanted = {}
    for row in people:
        votes = Counter(str(row[f"annotator{i}"]) for i in (1, 2, 3)).most_common(1)[0]
        if votes[1] > 1:
            wanted[row["idx"]] = votes[0]
    for name, field in (("pandalm-7b", "pandalm_result"), ("gpt-3.5-turbo", "gpt_result")):
        judge = json.loads(find(folder, f"{name}-testset-v1.json").read_text(encoding="utf-8"))
        ties = {"Tie": "0"}
        records = [
            {
                "instance_id": str(row["idx"]),
                "prediction": ties.get(str(row[field]), str(row[field])),
                "references": [wanted[row["idx"]]],
            }
            for row in judge
            if row["idx"] in wanted
        ]
        options = {"labels": ["0", "1", "2"], "unknown": "count"}
        found = scores_of("classification", records, options)
        by_hand = sum(r["prediction"] == r["references"][0] for r in records) / len(records)
        assert found["accuracy"] == pytest.approx(by_hand)
        unknown = sum(r["prediction"] not in {"0", "1", "2"} for r in records)
        assert found["unknown"] == pytest.approx(unknown / len(records))


def test_sts():
    """Correlations of a plain similarity with the judgments of STS-b are scipy's."""
    from scipy import stats

    path = find("PhilipMay/stsb-multi-mt", "stsb-en-test.csv")
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))
    assert len(rows) == 1379
    similar = [_overlap(a, b) for a, b, _ in rows]
    human = [float(score) for _, _, score in rows]
    records = [{"prediction": p, "references": [h]} for p, h in zip(similar, human, strict=True)]
    for name, function in (
        ("pearson", stats.pearsonr),
        ("spearman", stats.spearmanr),
        ("kendall", stats.kendalltau),
    ):
        want = function(similar, human).statistic
        assert scores_of(name, records)[name] == pytest.approx(want, rel=1e-12)


def _overlap(a: str, b: str) -> float:
    x, y = set(a.lower().split()), set(b.lower().split())
    return len(x & y) / len(x | y)
