"""verify: numbers recomputed by the library that defines them, and an account of which it was."""

import json
from pathlib import Path

import numpy as np
import pytest

from sacreval.core import libraries
from sacreval.core.libraries import library_scores, scikit_learn
from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.core.results import Result
from sacreval.features.verify.verify import differences
from sacreval.readers._base import convert
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.rows.field_checks import settle
from support import missing
from support.program import write_jsonl
from support.sizes import few
from support.tasks import made
from support.two_sets import RECORDS, WORDS, changed, write_lines, write_two_sets

RNG = np.random.default_rng(12)

VERIFY_WORDS = ["the", "cat", "sat", "on", "a", "mat", "."]

CLASSES = [
    {"prediction": p, "references": [r], "groups": {"g": g}}
    for p, r, g in zip(
        *(RNG.choice(["a", "b", "c"], 30).tolist() for _ in range(2)), "xyz" * 10, strict=True
    )
]

PLAIN = [{"prediction": "the cat sat on a mat", "references": ["the cat sat on the mat", "a cat"]}]

MIXED = [
    {"prediction": p, "references": [r]}
    for p, r in [(1.0, 1), ("2", 2), (True, "True"), ("false", False), (1, 2), ("True", "false")]
]

SETS = [
    {"prediction": [x for x in (1, 2.0, "c") if RNG.random() < 0.5], "references": [["1", 2, "d"]]}
    for _ in range(12)
]

NUMBERS = [
    {"prediction": float(p), "references": [float(r)]} for p, r in RNG.integers(0, 6, (25, 2))
]

PROBABILITIES = [
    {"prediction": float(p), "references": [int(RNG.random() < p)]} for p in RNG.random(25).round(1)
]

TAGS = [
    {"prediction": p, "references": [r]}
    for p, r in [
        (["B-PER", "I-PER", "O"], ["B-PER", "I-PER", "O"]),
        (["B-LOC", "O", "B-PER"], ["B-LOC", "I-LOC", "B-ORG"]),
    ]
]

TEXTS = [
    {
        "prediction": " ".join(RNG.choice(VERIFY_WORDS, 6)),
        "references": [" ".join(RNG.choice(VERIFY_WORDS, 6))] * n,
    }
    for n in (1, 2, 1, 3)
]

TEXTS[1]["references"][1] = "the cat sat on the mat ."

AVERAGES = ["macro", "micro", "weighted", "per-class"]

CASES = {
    "bleu": (TEXTS, {}),
    "bleu with options": (TEXTS, {"lowercase": True, "smooth_method": "floor"}),
    "bleu with add-k": (TEXTS, {"smooth_method": "add-k", "max_ngram_order": 3}),
    "bleu without smoothing": (TEXTS, {"smooth_method": "none", "effective_order": True}),
    "chrf": (TEXTS, {"word_order": 2}),
    "ter": (TEXTS, {"normalized": True}),
    "nist": (TEXTS, {}),
    "accuracy": (CLASSES, {}),
    "accuracy of mixed labels": (MIXED, {}),
    "accuracy in texts": (CLASSES, {"labels": ["a", "b", "c"], "find": "first"}),
    "classification": (CLASSES, {"average": AVERAGES, "positive": "a"}),
    "classification with all labels": (CLASSES, {"labels": [*"abcd"], "absent": "zero"}),
    "classification of mixed labels": (MIXED, {}),
    "confusion-matrix": (CLASSES, {}),
    "multi-label": (SETS, {"average": AVERAGES}),
    "multi-label with all labels": (
        SETS,
        {"labels": ["1.0", "2", "c", "d", "e"], "absent": "zero"},
    ),
    "pearson": (NUMBERS, {}),
    "spearman": (NUMBERS, {}),
    "kendall": (NUMBERS, {}),
    "mean-squared-error": (NUMBERS, {}),
    "mean-absolute-error": (NUMBERS, {}),
    "brier": (PROBABILITIES, {}),
    "roc-auc": (PROBABILITIES, {}),
    "average-precision": (PROBABILITIES, {}),
    "sequence-labelling": (TAGS, {}),
    "sequence-labelling by a scheme": (TAGS, {"scheme": "IOB2"}),
}

BY_DEFINITION = {"unknown"}  # outputs that no library has


@few(6, "case", CASES)
def test_libraries_have_the_same_numbers(case):
    """A library gives the scores of the metric from the records, without its rows."""
    records, options = CASES[case]
    batch = Batch([convert(record, "here") for record in records])
    settled = settle(made(case.split()[0], options, {}), [batch])
    results = evaluate(settled.batches, settled.entries).report().results
    library = library_scores(settled.entries[0].metric, batch)
    ours = {r.output: r.value for r in results if r.output not in BY_DEFINITION}
    ours = {k: v for k, v in ours.items() if k in library or not case.startswith("sequence")}
    assert library == pytest.approx(ours, abs=1e-12)
    assert library


def test_every_counterpart_has_a_case():
    """Metrics that name a library are all compared with it above."""
    named = {name for name in metrics if metrics.get(name).origin.counterpart}
    assert named == {case.split()[0] for case in CASES}


@few(
    3,
    ("metric", "records", "said"),
    [
        ("exact-match", [{"prediction": "a", "references": ["a"]}], "own definition, since no off"),
        ("bleu", [{"prediction": "a b", "references": ["a b"]}], "by sacrebleu 2."),
        ("pearson", NUMBERS, "1 by scipy 1."),
        ("classification", CLASSES, "13 by scikit-learn 1."),
        pytest.param(
            "classification",
            CLASSES,
            "1 by own definition, since scikit-learn does not have it",
            marks=missing.needs("sklearn", "numbers of scikit-learn"),
        ),
        ("nist --definition mteval", PLAIN, "own definition, since nltk does not have it"),
        ("nist --tokenize ptb", PLAIN, "1 by nltk 3."),
        ("google-bleu --tokenize ptb", PLAIN, " on sacreval's ptb tokens"),
        ("bleu --tokenize ptb", PLAIN, " on sacreval's ptb tokens"),
        ("bleu --smooth-method coco", PLAIN, "own definition, since sacrebleu does not have it"),
        ("rouge --multi-reference coco", PLAIN, "no official library has this metric with these"),
        (
            "rouge-1.5.5",
            PLAIN,
            "ROUGE-1.5.5.pl is not set up (sacreval setup-metric rouge-1.5.5 --",
        ),
        ("sari", [{"prediction": "a", "references": ["b"], "sources": ["a"]}], "since no official"),
    ],
)
def test_account(cli, metric, records, said):
    """The output says for each metric what recomputed its numbers."""
    write_jsonl(Path("in.jsonl"), records)
    assert cli("evaluate", *metric.split(), "in.jsonl", "-o", "r.json", "-q").code == 0
    done = cli("verify", "r.json", "in.jsonl")
    assert done.code == 0
    assert said in done.out


@missing.needs("sklearn", "numbers of scikit-learn")
def test_extracted_and_grouped(cli):
    """Answers that are found in texts, groups and their means are recomputed too."""
    records = [
        record
        | {
            "prediction": f"Answer: {record['prediction'].upper()}",
            "references": [record["references"][0].upper()],
        }
        for record in CLASSES
    ]
    write_jsonl(Path("in.jsonl"), [*records, records[0] | {"prediction": "A or B"}])
    options = ["--extract", "letter", "--by", "g", "--summary", "mean", "--ci", "--resamples", "20"]
    outcome = cli("evaluate", "accuracy", "in.jsonl", *options, "-o", "r.json", "--allow-errors")
    assert outcome.code == 0
    done = cli("verify", "r.json", "in.jsonl")
    assert done.code == 0, done.err
    assert "accuracy: 4 by scikit-learn" in done.out
    assert "accuracy: 1 by own definition" in done.out


def test_standard_input(cli):
    """Records from standard input are read once and seen by both."""
    lines = "".join(f"{json.dumps(record)}\n" for record in NUMBERS).encode()
    assert cli("evaluate", "pearson", "-", "-o", "r.json", "-q", stdin=lines).code == 0
    done = cli("verify", "r.json", "-", stdin=lines)
    assert done.code == 0, done.err


def test_without_the_library(cli, monkeypatch):
    """Where the library is missing the account says so, and how to install it."""

    def missing(metric, batch):
        raise ImportError(metric, batch)

    monkeypatch.setattr(scikit_learn, "accuracy", missing)
    write_jsonl(Path("in.jsonl"), CLASSES)
    cli("evaluate", "accuracy", "in.jsonl", "-o", "r.json", "-q")
    done = cli("verify", "r.json", "in.jsonl")
    assert done.code == 0
    assert "since scikit-learn is not installed; run: pip install 'sacreval[labels]'" in done.out


@missing.needs("sklearn", "numbers of scikit-learn")
def test_a_wrong_kernel_of_labels_is_found(cli, monkeypatch):
    """verify does not believe the code that made the numbers."""
    write_jsonl(Path("in.jsonl"), CLASSES)
    cls = metrics.get("accuracy")
    monkeypatch.setattr(cls, "scores", lambda *_: (1.0,))
    cli("evaluate", "accuracy", "in.jsonl", "-o", "r.json", "-q")
    assert json.loads(Path("r.json").read_text())["results"][0]["value"] == 1.0
    done = cli("verify", "r.json", "in.jsonl")
    assert done.code == 1
    assert "could not be reproduced" in done.err


@pytest.mark.parametrize(("change", "code"), [(0.9e-9, 0), (1.2e-9, 1)])
def test_tolerance(cli, change, code):
    """Values may differ by 1e-9 of the larger of 1 and the number, as the help says."""
    write_jsonl(Path("in.jsonl"), NUMBERS)
    cli("evaluate", "pearson", "in.jsonl", "-o", "r.json", "-q")
    document = json.loads(Path("r.json").read_text())
    document["results"][0]["value"] += change
    Path("r.json").write_text(json.dumps(document))
    assert cli("verify", "r.json", "in.jsonl").code == code
    assert "1e-9" in " ".join(cli("verify", "--help").out.split())


@pytest.mark.parametrize(("tolerance", "equal"), [(1e-6, True), (1e-9, False)])
def test_the_tolerance_of_a_metric(tolerance, equal):
    """Originals in single precision may differ by the tolerance that their metric states."""
    claimed, recomputed = (
        Result(metric="m", output="o", system_id="s", group=None, value=value, n=1,
               higher_is_better=True, interval=None, signature="exact-match|data:0",
               engine="definition")
        for value in (0.5, 0.5 + 0.9e-6)
    )  # fmt: skip
    assert (differences(claimed, recomputed, tolerance) == []) == equal


def test_results_name_what_computed_them(cli):
    """A metric of no official library does not say that one computed it."""
    write_jsonl(Path("in.jsonl"), [{"prediction": "a", "references": ["a"]}])
    for metric, engine in (("jaccard", "definition"), ("bleu", "official")):
        options = ["--engine", "official", "--format", "json", "-q"]
        done = cli("evaluate", metric, "in.jsonl", *options)
        if done.code == 0:
            assert {r["engine"] for r in done.json()["results"]} == {engine}
    assert cli("evaluate", "jaccard", "in.jsonl").out.rstrip().endswith("(own definition)")


def test_library_names():
    """Counterparts name distributions."""
    assert libraries.library("scikit_learn:accuracy") == "scikit-learn"


AROUND = {
    "wilson": ("exact-match", "--ci"),
    "clopper-pearson": ("exact-match", "--guarantee"),
    "expanded": ("chrf", "--ci"),
    "percentile": ("chrf", "--interval", "percentile"),
    "jackknife": ("chrf", "--interval", "jackknife", "--confidence", "0.9"),
    "jackknife over groups": ("chrf", "--ci", "--resample-by", "g"),
    "shifted": ("max-f1", "--ci", "--resamples", "50"),
    "bca": ("average-precision", "--ci", "--resamples", "50"),
    "adjusted": ("exact-match", "--covariate", "length=0.4"),
    "stratified": ("exact-match", "--strata", "g:x=0.2,y=0.3,z=0.5"),
    "anytime": ("exact-match", "--anytime"),
    "fixed-items": ("avg-at-k", "--k", "4", "--fixed-items", "--item-cost", "5"),
    "repeats": ("pass-at-k", "--k", "2", "--ci"),
    "band": ("calibration-error", "--ci", "--resamples", "50", "--seed", "3"),
    "groups": ("exact-match", "--ci", "--by", "g", "--summary", "mean"),
    "several methods": ("suite", "-m", "exact-match", "-m", "chrf", "--ci"),
}


def around_records(metric):
    """Return 30 records that a metric can score, in three groups, with a covariate."""
    rng = np.random.default_rng(9)
    records = []
    for i in range(30):
        fields = {
            "avg-at-k": {"samples": (rng.random(4) < 0.6).tolist()},
            "pass-at-k": {"samples": (rng.random(4) < 0.6).tolist()},
            "max-f1": {"prediction": float(rng.random()), "references": [i % 2]},
            "average-precision": {"prediction": float(rng.random()), "references": [i % 2]},
            "calibration-error": {"prediction": float(rng.random()), "references": [i % 2]},
        }
        text = {"prediction": str(rng.choice(["the cat", "a cat"])), "references": ["the cat"]}
        known = {"groups": {"g": "xyz"[i % 3]}, "meta": {"length": float(rng.random())}}
        records.append({**fields.get(metric, text), **known})
    return records


@few(4, "case", AROUND)
def test_what_is_around_a_score_is_recomputed(cli, case):
    """Intervals of every method, bands and variances are recomputed; a changed one is found."""
    metric, *words = AROUND[case]
    write_jsonl(Path("in.jsonl"), around_records(metric))
    done = cli("evaluate", metric, *words, "in.jsonl", "-o", "r.json", "-q")
    assert done.code == 0, done.err
    done = cli("verify", "r.json", "in.jsonl")
    assert done.code == 0, done.err
    document = json.loads(Path("r.json").read_text())
    result = document["results"][0]
    kind = next(name for name in ("band", "interval") if result[name])
    result[kind]["high"] += 1e-6
    Path("r.json").write_text(json.dumps(document))
    assert cli("verify", "r.json", "in.jsonl").code != 0
    if result["repeats"]:
        result[kind]["high"] -= 1e-6
        result["repeats"]["within"] += 1e-6
        Path("r.json").write_text(json.dumps(document))
        assert "variance within items" in cli("verify", "r.json", "in.jsonl").err


def test_every_score_and_mean_is_recomputed(cli, tmp_path):
    """All scores of all data sets, intervals, and the means over sets are derived again."""
    write_two_sets(tmp_path)
    assert cli("evaluate", "suite", "suite.yaml", "--ci", "-o", "r.json", "-q").code == 0
    done = cli("verify", "r.json", *WORDS)
    assert done.code == 0, done.err
    count = len(json.loads((tmp_path / "r.json").read_text())["results"])
    assert done.out.startswith(f"{count} numbers recomputed, all equal")
    assert "6 by the mean over data sets" in done.out


def test_a_changed_mean_and_other_data_are_found(cli, tmp_path):
    """A changed mean, and other outputs of one data set, are told with the data set."""
    write_two_sets(tmp_path)
    cli("evaluate", "suite", "suite.yaml", "-o", "r.json", "-q")
    text = (tmp_path / "r.json").read_text()
    report = json.loads(text)
    mean = next(r for r in report["results"] if r["dataset"] == "(mean)")
    mean["value"] += 0.1
    (tmp_path / "r.json").write_text(json.dumps(report))
    done = cli("verify", "r.json", *WORDS)
    assert (done.code, "on (mean): the value is" in done.err) == (1, True)
    (tmp_path / "r.json").write_text(text)
    write_lines(tmp_path / "nq" / "one.jsonl", changed(RECORDS[1:]))
    done = cli("verify", "r.json", *WORDS)
    assert done.code == 1
    assert "of careful on nq: the data are different" in done.err
    assert "on boolq" not in done.err


def test_other_data_sets_are_refused(cli, tmp_path):
    """Inputs of other data sets than those of the results are an error."""
    write_two_sets(tmp_path)
    cli("evaluate", "suite", "suite.yaml", "-o", "r.json", "-q")
    done = cli("verify", "r.json", "boolq/careful.jsonl")
    assert "the results are of the data sets boolq, nq, and the inputs of none" in done.err
    done = cli("verify", "r.json", *WORDS[:4])
    assert "the results are of the data sets nq, and the inputs of boolq" in done.err
