"""The metrics of a run: their names and tasks."""

import pytest

from support.mirror import CHECKOUT

pytestmark = pytest.mark.usefixtures("answers")

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def results(outcome):
    assert outcome.code == 0, outcome.err
    return outcome.json()["results"]


def test_a_metric_stands_several_times_under_names(cli):
    """`as` heads the names of outputs, results carry it, and verify makes them again."""
    specs = ["-m", "bleu", "-m", 'bleu{"as": "folded", "lowercase": true}']
    found = results(cli("evaluate", "suite", *specs, SAMPLE, "--format", "json", "-q"))
    assert {(r["metric"], r["alias"], r["output"]) for r in found} == {
        ("bleu", None, "bleu"),
        ("bleu", "folded", "folded_bleu"),
    }
    assert all(("lowercase:true" in r["signature"]) == bool(r["alias"]) for r in found)
    cli("evaluate", "suite", *specs, SAMPLE, "-o", "r.json")
    verified = cli("verify", "r.json", SAMPLE)
    assert (verified.code, verified.out.split()[0]) == (0, "6")


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare", "correlate"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("classification", "bleu"),
        ("ranking", 'chrf{"as": "chars"}'),
        ("pearson", "classification"),
        ("sequence-labelling", "token-f1"),
    ],
)
def test_no_common_task(cli, verb, one, other):
    """Metrics that serve no common task are named in one sentence, before any input is opened."""
    human = ["--human", "quality"] if verb == "correlate" else []
    outcome = cli(verb, "suite", "-m", one, "-m", other, "gone.jsonl", *human)
    assert outcome.code == 2
    name = "chars" if "chars" in other else other
    assert f"{one} is for " in outcome.err
    assert f" and {name} for " in outcome.err
    assert outcome.err.count("\n") == 1
