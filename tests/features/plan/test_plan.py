"""`sacreval.plan` in Python: the numbers of the command, notices as warnings, files and plots."""

import jsonschema
import msgspec
import pytest

import sacreval
from sacreval.errors import ResultWarning, UsageError
from support import missing
from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


@pytest.fixture
def result(cli, tmp_path):
    """Evaluate the sample by two metrics, and return the path of the result."""
    done = cli("evaluate", "suite", "-m", "exact-match", "-m", "chrf", SAMPLE, "-o", "r.json",
               "--instances", "r.jsonl", "-q")  # fmt: skip
    assert done.code == 0
    return tmp_path / "r.json"


def test_python_and_command_agree(cli, result):
    """The function returns what the command prints, by the names of its options."""
    words = ["r.json", "--metric", "exact_match", "--base", "literal", "--difference", "0.2",
             "--comparisons", "2"]  # fmt: skip
    made = sacreval.plan(
        result, metric="exact_match", base="literal", difference=0.2, comparisons=2
    )
    assert made.to_dict() == cli("plan", *words, "--format", "json").json()
    assert str(made) == cli("plan", *words).out.rstrip("\n")
    assert made.rows()[0]["systems"].startswith("exact_match of careful")
    assert "plan" in sacreval.__all__


def test_notices_are_warnings(result):
    """What was chosen for the user is a warning."""
    with pytest.warns(ResultWarning, match="metric names another of chrf"):
        sacreval.plan([result], half_width=0.1)


def test_equal_systems_are_not_planned_from(result):
    """Two systems that are equal on every item do not tell how differences vary."""
    made = sacreval.plan(result, metric="exact_match", base="literal", other="terse")
    (text,) = made.plan.answers
    assert "all 20 items have the same value" in text
    assert all(row.smallest is None for row in made.plan.rows)


def test_one_system(cli, tmp_path):
    """One system is compared with another like it, whose errors are independent unless stated."""
    done = cli("evaluate", "exact-match", SAMPLE, "--systems", "careful", "-o", "one.json",
               "--instances", "one.jsonl", "-q")  # fmt: skip
    assert done.code == 0
    alone, alike = (
        sacreval.plan(tmp_path / "one.json", correlation=r, difference=0.1) for r in (None, 0.8)
    )
    assert "another system like it" in str(alone)
    items = [next(r.items for r in made.plan.rows if r.needed) for made in (alone, alike)]
    assert items[1] < items[0] / 3


def test_budget():
    """A budget buys as many items as it pays for, and the answer names the best samples."""
    made = sacreval.plan(
        sd=0.3, within=0.5, cost_item=10, cost_sample=1, budget=200_000, difference=0.1
    )
    bought = [row for row in made.plan.rows if not row.needed]
    assert all(200_000 - 10 - row.samples < row.cost <= 200_000 for row in bought)
    best = min(bought, key=lambda row: row.smallest)
    assert best.samples == made.plan.best_samples[0].whole
    assert f"with {best.samples} samples each" in made.plan.answers[0]
    with pytest.raises(UsageError, match="fewer than two"):
        sacreval.plan(sd=0.3, within=0.5, cost_item=10, cost_sample=1, budget=15, difference=0.1)


def test_items_that_are_too_few():
    """The answer names the power, and the samples or raters that would reach the other."""
    text = sacreval.plan(sd=0.5, within=1.0, items=200, difference=0.12).plan.answers[0]
    assert text.startswith("200 items find a difference of 0.12 with a power of 0.")
    assert "samples of each item they would find it with a power of 0.8; " in text
    text = sacreval.plan(sd=0.5, rater_sd=0.8, items=20, difference=0.12).plan.answers[0]
    assert "no number of raters of each sample would be enough" in text


def test_plot(tmp_path):
    """`plot` draws a line for each choice of samples, named by it."""
    missing.module("matplotlib", "plots")
    sacreval.plan(sd=1, within=2, difference=0.9, samples=(1, 16), plot=tmp_path / "p.svg")
    text = (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert all(f"<!-- {name} -->" in text for name in ("1 samples", "16 samples", "power"))


def test_the_document_fits_its_schema():
    """JSON is the published plan file."""
    path = CHECKOUT / "sacreval/features/plan/plan.schema.json"
    schema = msgspec.json.decode(path.read_bytes())
    document = sacreval.plan(accuracy=(0.6, 0.9), discordant=0.4, items=(20,)).to_dict()
    jsonschema.validate(document, schema)
    assert document["schema_version"] == 1
