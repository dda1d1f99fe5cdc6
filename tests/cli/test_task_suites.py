"""Metrics of labels and of whole sets beside others, and wrappers on every verb."""

import json
import re

import pytest

pytestmark = pytest.mark.usefixtures("answers")

SETS = {
    "score": ["score", "self-bleu", "a.jsonl"],
    "compare": ["compare", "self-bleu", "a.jsonl"],
    "correlate": ["correlate", "self-bleu", "a.jsonl", "--human", "quality"],
    "instances": ["evaluate", "self-bleu", "a.jsonl", "--instances", "x.jsonl"],
    "intervals": ["evaluate", "self-bleu", "a.jsonl", "--ci"],
}


@pytest.mark.parametrize("case", SETS)
def test_sets_are_refused(cli, case):
    """What a metric of whole sets cannot give is refused in one sentence."""
    outcome = cli(*SETS[case])
    assert outcome.code == 2
    assert outcome.err.startswith("sacreval: error: self-bleu ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("names", [["exact-match", "self-bleu"], ["exact-match", "classification"]])
def test_suite_is_its_metrics(cli, names):
    """Every metric of a suite has the results that it has alone."""
    words = ["a.jsonl", "--by", "half", "--summary", "mean", "--format", "jsonl"]
    alone = [line for name in names for line in cli("evaluate", name, *words).out.splitlines()]
    together = cli("evaluate", "suite", *(f"-m{name}" for name in names), *words).out.splitlines()
    assert sorted(together) == sorted(alone)


SOLUTIONS = [
    ("3 * 6 = 18, so 18.\n#### 18", "3 * 6 = 18\n#### 18"),
    ("#### 17\nNo, wait.\n#### 18", "#### 18"),
    ("So she pays $18.00.", "#### 18"),
    ("So she pays $18.", "#### 18"),
    ("The total is 1,250 euros", "#### 1250"),
    ("1,000 + 250\n#### 1,250.", "#### 1,250"),
    ("I cannot say.", "#### 4"),
    ("It falls by 7 degrees.\n#### -7", "#### -7"),
    ("It is 5 - 12 = -7", "#### -7"),
    ("From 3 apples to 9", "#### 9"),
    ("9 apples, of the 12 there were", "#### 9"),
    ("She has 4.", "#### 4"),
    ("Think ... 18 ...", "#### 18"),
    ("A: 48", "48"),
    ("#### 2.50", "#### 2.50"),
    ("", "#### 0"),
]
FILTERS = {"strict": (r"#### (\-?[0-9\.\,]+)", 0), "flexible": (r"(-?[$0-9.,]{2,})|(-?[0-9]+)", -1)}


def by_lm_eval(name, text, target):
    """Score one output as lm-eval 0.4 does: a filter, then its exact_match of the task gsm8k."""
    pattern, select = FILTERS[name]
    matches = re.findall(pattern, text)
    answer = "[invalid]"
    if matches:
        groups = matches[select] if isinstance(matches[select], tuple) else (matches[select],)
        answer = next(group for group in groups if group).strip()
    for ignored in (",", r"\$", "(?s).*#### ", r"\.$"):
        answer, target = re.sub(ignored, "", answer), re.sub(ignored, "", target)
    return float(answer.lower() == target.lower())


def test_gsm8k_is_lm_evals(cli, tmp_path):
    """The suite has both numbers of lm-eval, of every record; no number in an output is wrong."""
    records = [{"prediction": text, "references": [target]} for text, target in SOLUTIONS]
    (tmp_path / "s.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in records))
    out = cli("score", "suite", "gsm8k", "s.jsonl", "-o", "scores.jsonl")
    assert out.code == 0, out.err
    lines = map(json.loads, (tmp_path / "scores.jsonl").read_text().splitlines())
    scores = {int(line["instance_id"]): line["scores"] for line in lines}
    for i, pair in enumerate(SOLUTIONS, start=1):
        want = {f"{name}_exact_match": by_lm_eval(name, *pair) for name in FILTERS}
        assert scores[i] == want, pair
    assert {sum(score.values()) for score in scores.values()} == {0.0, 1.0, 2.0}
