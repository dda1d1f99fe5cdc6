"""Short answers: matches, words in common, numbers, and SQuAD's own files."""

import json
from random import Random

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from sacreval.commands.app import run
from sacreval.core.contract import metric_records
from sacreval.core.metric import metrics
from sacreval.errors import RecordError, UsageError
from sacreval.metrics.answers.drop import answer, bag_f1, f1_of
from sacreval.metrics.answers.math import Math
from sacreval.scoring.rows.missing_records import worst_and_best
from support.sizes import few
from support.tasks import check_scores, scores_of

NAMES = ("token-accuracy", "token-f1")

TOKEN_F1 = [
    # Of 3 and 4 words 2 are shared: 2/3, 1/2, and F1 2 * 1/3 / (7/6) = 4/7.
    ("token-f1", "red cat ran", ["blue", "red cat sat down"], {}, (2 / 3, 1 / 2, 4 / 7)),
    ("token-f1", "go go", ["go"], {}, (1 / 2, 1.0, 2 / 3)),
    ("token-f1", "go go", ["go"], {"bag": "set"}, (1.0, 1.0, 1.0)),
    ("token-f1", "The cat!", ["cat"], {}, (1.0, 1.0, 1.0)),
    ("token-f1", "", ["the"], {}, (0.0, 0.0, 0.0)),
    ("token-f1", "", ["the"], {"empty": "match"}, (1.0, 1.0, 1.0)),
]

CASES = [
    # As written, without case, by the end, by the beginning; any reference may be equal.
    ("exact-match", "Paris", ["Paris"], {}, 1.0),
    ("exact-match", "rome", ["Rome"], {}, 0.0),
    ("exact-match", "rome", ["Rome"], {"normalize": "lower"}, 1.0),
    ("exact-match", "The answer is Paris.", ["paris"], {"normalize": "lower"}, 0.0),
    ("exact-match", "The answer is Paris.", ["paris"],
     {"normalize": "squad", "match": "suffix"}, 1.0),
    ("exact-match", "The answer is Paris.", ["Paris."], {"match": "prefix"}, 0.0),
    ("exact-match", "Paris, I say", ["Paris"], {"match": "prefix"}, 1.0),
    ("exact-match", "NYC", ["New York", "NYC"], {}, 1.0),
    # Two words are shared, of four in the longer side; a repeated word matches once for each time.
    ("token-accuracy", "red cat ran", ["blue", "red cat sat down"], {}, 0.5),
    ("token-accuracy", "go go go", ["go go"], {}, 2 / 3),
    ("token-accuracy", "", [""], {}, 0.0),
    # One reference of two is any of them, not all, and a share of a half.
    ("string-containment", "the cat sat", ["cat", "dog"], {}, (1.0, 0.5)),
    ("string-containment", "the cat sat", ["cat", "dog"], {"match": "all"}, (0.0, 0.5)),
    ("string-containment", "I do not know", ["no"], {}, (1.0, 1.0)),
    ("string-containment", "I do not know", ["no"], {"words": True}, (0.0, 0.0)),
    ("string-containment", "The Cat", ["cat"], {}, (0.0, 0.0)),
    ("string-containment", "The Cat", ["cat"], {"normalize": "lower"}, (1.0, 1.0)),
    ("string-containment", "", [""], {}, (1.0, 1.0)),
    ("string-containment", "a", [""], {}, (0.0, 0.0)),
    # Case never counts, punctuation only as written, `no` is not in `know`, nothing is no fact.
    ("factual-knowledge", "I do not know", ["no"], {}, (0.0, 0.0)),
    ("factual-knowledge", "I do not know", ["no"], {"words": False}, (1.0, 1.0)),
    ("factual-knowledge", "It is PARIS", ["paris", "Rome"], {}, (1.0, 1.0)),
    ("factual-knowledge", "It is PARIS", ["paris", "Rome"], {"match": "all"}, (0.0, 0.0)),
    ("factual-knowledge", "in the USA now", ["U.S.A."], {}, (0.0, 1.0)),
    ("factual-knowledge", "anything", [""], {}, (0.0, 0.0)),
    # Spans are aligned to the best sum, divided by the longer answer: `green apple` and `green
    # pear` share one word of two, F1 0.5, and `bank` scores 1: 1.5 / 2. Of `3 points`, precision
    # 1/2 and recall 1 give 0.67; a reference with a number that is not shared gives 0.
    ("drop", ["green apple", "bank"], [["bank", "green pear"]], {}, (0.0, 0.75)),
    ("drop", ["bank", "green apple"], [["green apple", "bank"]], {}, (1.0, 1.0)),
    ("drop", ["bank", "river"], ["bank"], {}, (0.0, 0.5)),
    ("drop", "3 points", ["4 points"], {}, (0.0, 0.0)),
    ("drop", "3 points", ["points"], {}, (0.0, 0.67)),
    # Numbers may be off by a twentieth of the reference, the border included; texts may not.
    *(
        ("relaxed-accuracy", prediction, [reference], {}, value)
        for prediction, reference, value in [
            ("104", "100", 1.0), ("105.0", "100", 1.0), ("105.1", "100", 0.0),
            ("-104", "-100", 1.0), ("$1,040", "1000", 1.0), ("50 %", "0.5", 1.0),
            ("2,3", "23", 0.0), ("1,234,567", "1234567", 1.0), ("0.001", "0", 0.0),
            (" Yes ", "yes", 1.0), ("1_000", "1000", 0.0), ("nan", "NaN", 1.0), ("inf", "100", 0.0),
            ("0", "0.0", 1.0), ("", "", 1.0),
            ("13.395", "14.1", 0.0),  # 0.05 and something by division, 0.05 by multiplication
        ]
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_by_hand(case):
    """Scores are those that the comment above them computes."""
    check_scores(case)


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize("case", TOKEN_F1)
def test_token_f1(case, engine):
    """Precision, recall and F1 of bags of words, on both engines."""
    check_scores(case, engine=engine)


@pytest.mark.parametrize("name", NAMES)
def test_words_are_those_after_normalisation(name):
    """The words that are counted, and those that a script check sees, are normalised ones."""
    metric = metrics.get(name)(normalize="lower")
    assert metric.words("The CAT") == metric.tokenization().split("The CAT") == ["the", "cat"]
    assert metric.prepare(["A a B"]) == [{"a": 2, "b": 1}]


@pytest.mark.parametrize("name", NAMES)
def test_unknown_normalisers_are_refused(name):
    """A normaliser that does not exist is refused when the metric is created."""
    with pytest.raises(UsageError, match="squod"):
        metrics.get(name)(normalize="squod")


def test_alignment_of_any_number_of_spans():
    """Answers of 0 to 3 spans are aligned as scipy aligns them."""
    random = Random(10)
    seen = set()
    for _ in range(400):
        sides = [
            [" ".join(random.choices(["red", "pear", "3", "4.0"], k=2)) for _ in range(k)]
            for k in random.choices(range(4), k=2)
        ]
        ours, theirs = map(answer, sides)
        table = np.zeros((len(theirs.bags), len(ours.bags)))
        for i, j in np.ndindex(*table.shape):
            table[i, j] = bag_f1(ours.bags[j], theirs.bags[i])
        total = float(table[linear_sum_assignment(-table)].sum())
        want = round(total / max(table.shape), 2) if max(table.shape) else 1.0
        assert f1_of(ours, theirs) == want
        seen.add(want)
    assert len(seen) > 10


@pytest.mark.parametrize(
    ("verdicts", "scores"),
    [
        ({"different", "undecided", "equal"}, (1.0, 0.0)),
        ({"different"}, (0.0, 0.0)),
        ({"unparsed_prediction"}, (0.0, 1.0)),
    ],
)
def test_scores(verdicts, scores, monkeypatch):
    """One equal reference is enough; an output that is no answer is 0, and counted."""
    monkeypatch.setattr(Math, "_verdicts", lambda *_: verdicts)
    assert Math().scores("1", ["1"]) == scores


def test_first_reason(monkeypatch):
    """The first reason of the metric's list is the one of the record."""
    verdicts = {"different", "unparsed_reference", "undecided"}
    monkeypatch.setattr(Math, "_verdicts", lambda *_: verdicts)
    with pytest.raises(RecordError, match=r"^math: undecided \(") as raised:
        Math().scores("1", ["1"])
    assert metric_records.missing_state(Math(), None, str(raised.value)) == "undecided"
    assert metric_records.missing_state(Math(), None, "prediction is missing") == ""


def test_worst_and_best():
    """The share of unparsed outputs is best at 0, the score at 1."""
    assert worst_and_best(Math(), "math") == (0.0, 1.0)
    assert worst_and_best(Math(), "math_unparsed") == (1.0, 0.0)


QUESTIONS = {"q1": ["Paris"], "q2": [], "q3": ["north"], "q4": []}

ANSWERS = {"q1": "Paris", "q2": "Rome", "q3": "in the north"}

DOUBTS = {"q1": 0.1, "q2": 0.9, "q3": 0.4, "q4": 0.5}

CLOSE = {"rel": 1e-12, "abs": 1e-12}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write gold answers, predictions that lack a question, and probabilities."""
    qas = [
        {"id": name, "question": "?", "answers": [{"text": text} for text in texts]}
        for name, texts in QUESTIONS.items()
    ]
    gold = {"data": [{"paragraphs": [{"context": "c", "qas": qas}]}]}
    for name, content in (("gold", gold), ("answers", ANSWERS), ("doubts", DOUBTS)):
        (tmp_path / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def scores(capsys, *words):
    code = run(["evaluate", *words, "gold.json", "--format", "jsonl"])
    out, err = capsys.readouterr()
    assert code == 0, err
    return {r["output"]: r["value"] for r in map(json.loads, out.splitlines())}


@pytest.mark.usefixtures("folder")
def test_missing_questions_are_wrong(capsys):
    """A question that a system left out is wrong even where there is no answer, and counted."""
    reader = 'squad{"predictions": {"s": "answers.json"}}'
    values = scores(capsys, "squad", "--version", "2.0", "--reader", reader)
    assert values["squad_exact_match"] == 25.0
    assert values["squad_no_answer_exact_match"] == 0.0
    assert values["squad_missing"] == 1.0


@pytest.mark.usefixtures("folder")
def test_threshold(capsys):
    """With probabilities from a file, the best threshold keeps two answers and drops one."""
    reader = 'squad{"predictions": {"s": "answers.json"}, "no_answer": {"s": "doubts.json"}}'
    values = scores(capsys, "squad-threshold", "--reader", reader)
    assert values == {
        "squad_best_exact_match": 50.0,
        "squad_best_exact_match_threshold": 0.1,
        "squad_best_f1": pytest.approx(100 * (1 + 1 + 2 / 3) / 4),
        "squad_best_f1_threshold": 0.4,
        "squad_missing": 1.0,
    }


@pytest.mark.parametrize(
    ("reader", "part"),
    [
        ({"predictions": {"s": "answers.json"}, "no_answer": {"t": "doubts.json"}}, "same systems"),
        ({"predictions": {"s": "answers.json"}, "no_answer": {"s": "gold.json"}}, "question q1"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_bad_files(capsys, reader, part):
    """Probabilities of other systems, or that lack a question, are one sentence."""
    spec = f"squad{json.dumps(reader)}"
    assert run(["evaluate", "squad-threshold", "gold.json", "--reader", spec]) == 2
    assert part in capsys.readouterr().err


@few(3, "seed", range(6))
def test_no_answer_threshold(seed):
    """The best threshold is the best of all, each tried with the 2.0 scores of what it leaves."""
    rng = np.random.default_rng(seed)
    records, plain = [], []
    for i in range(40):
        references = [["a b c"], ["the x", "y"], []][int(rng.integers(3))]
        text = ["a b", "a b c", "x", "", "the"][int(rng.integers(5))]
        doubt = float(np.round(rng.random() * 2 - seed % 2, 1))
        answer = None if i % 9 == 8 else {"text": text, "no_answer": doubt}
        records.append({"prediction": answer, "references": references})
    squad = scores_of("squad-threshold", records)
    doubts = {r["prediction"]["no_answer"] for r in records if r["prediction"]}
    best = {"exact_match": 0.0, "f1": 0.0}
    for cut in [*doubts, -9.0]:
        plain = [
            {**r, "prediction": r["prediction"] and _below(cut, **r["prediction"])} for r in records
        ]
        scores = scores_of("squad", plain, {"version": "2.0"})
        best = {name: max(value, scores[f"squad_{name}"]) for name, value in best.items()}
        for name in best:
            if squad[f"squad_best_{name}_threshold"] == cut:
                want = squad[f"squad_best_{name}"]
                assert scores[f"squad_{name}"] == pytest.approx(want, **CLOSE)
    for name, value in best.items():
        assert squad[f"squad_best_{name}"] == pytest.approx(value, **CLOSE)
    assert squad["squad_missing"] == 4


def _below(cut, *, text, no_answer):
    return text if no_answer <= cut else ""
