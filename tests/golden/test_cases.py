"""What Jury, lighteval, fmeval and the tools beside them print for small inputs."""

import json

import pytest

from sacreval.core.metric import metrics
from sacreval.core.options.specs import from_options
from sacreval.scoring.evaluate import evaluate
from support import missing
from support.case_table import DIFFERENT
from support.cases import COLLECTIONS, COMMITTED, TOOLS, convert, relevant
from support.mirror import Corpus
from support.parity import batches
from support.specimens import judge

CASES = json.loads(COMMITTED.read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    """A number that another tool prints, or should print, is ours."""
    metric = from_options(metrics, case["metric"], case["options"])
    inputs = case["inputs"]
    if case["fold"] == "corpus":
        assert all(len(one["predictions"]) == 1 for one in inputs)
        data = Corpus(
            [one["predictions"][0] for one in inputs], [one["references"] for one in inputs]
        )
        results = evaluate(batches(data), metric).report().results
        found = {result.output: result.value for result in results}
    else:
        found = {name: best(metric, name, inputs) for name in case["expected"]}
    got = {name: found[name] for name in case["expected"]}
    assert got == pytest.approx(case["expected"], abs=case["tolerance"], rel=0)


def best(metric, output, inputs):
    """Average over inputs the best score among the outputs for each."""
    choose = max if metric.is_higher_better(output) else min
    scores = [
        choose(judge(metric, text, one["references"])[output] for text in one["predictions"])
        for one in inputs
    ]
    return sum(scores) / len(scores)


@pytest.mark.parametrize("tool", TOOLS)
def test_collections(tool):
    """Every case of a collection whose metric is here is run, or is said to differ and why."""
    if not (COLLECTIONS / f"{tool}.json").exists():
        missing.say("coverage of other tools' cases: SACREVAL_CASES names no folder of them")
        pytest.skip(f"no {tool}.json")
    fresh = list(convert(tool))
    sources = {case["from"] for case in fresh}
    assert fresh == [case for case in CASES if case["from"] in sources]
    assert relevant(tool) - DIFFERENT.keys() == sources


def test_reasons():
    """Each deliberate difference has a reason."""
    assert all(len(reason) > 10 for reason in DIFFERENT.values())
