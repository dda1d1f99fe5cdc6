"""Metrics of labels and of whole sets beside others, and wrappers on every verb."""

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
