"""Plans: in Python, in each format, and groups of their items."""

import jsonschema
import msgspec
import numpy as np
import pytest

import sacreval
from sacreval.core.group_names import NO_GROUP
from sacreval.errors import ResultWarning, UsageError
from sacreval.features.plan.plan import Curves, power_curve
from sacreval.features.plan.plan_records import with_groups
from sacreval.features.plan.plan_rows import Case
from sacreval.features.plan.plan_spread import ItemShares, simulating
from sacreval.features.plan.result import Curve, Plan, PlanFile, PlanRow, PlanSettings, Spread
from sacreval.stats.clusters import likeness
from support import missing
from support.mirror import CHECKOUT
from support.sizes import few

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
    plan = sacreval.plan(
        result, metric="exact_match", base="literal", difference=0.2, comparisons=2
    )
    assert plan.to_dict() == cli("plan", *words, "--format", "json").json()
    assert str(plan) == cli("plan", *words).out.rstrip("\n")
    assert plan.rows()[0]["systems"].startswith("exact_match of careful")
    assert "plan" in sacreval.__all__


def test_notices_are_warnings(result):
    """What was chosen for the user is a warning."""
    with pytest.warns(ResultWarning, match="metric names another of chrf"):
        sacreval.plan([result], half_width=0.1)


def test_equal_systems_are_not_planned_from(result):
    """Two systems that are equal on every item do not tell how differences vary."""
    plan = sacreval.plan(result, metric="exact_match", base="literal", other="terse")
    (text,) = plan.plan.answers
    assert "all 20 items have the same value" in text
    assert all(row.smallest is None for row in plan.plan.rows)


def test_one_system(cli, tmp_path):
    """One system is compared with another like it, whose errors are independent unless stated."""
    done = cli("evaluate", "exact-match", SAMPLE, "--systems", "careful", "-o", "one.json",
               "--instances", "one.jsonl", "-q")  # fmt: skip
    assert done.code == 0
    alone, alike = (
        sacreval.plan(tmp_path / "one.json", correlation=r, difference=0.1) for r in (None, 0.8)
    )
    assert "another system like it" in str(alone)
    items = [next(r.items for r in plan.plan.rows if r.needed) for plan in (alone, alike)]
    assert items[1] < items[0] / 3


def test_budget():
    """A budget buys as many items as it pays for, and the answer names the best samples."""
    plan = sacreval.plan(
        sd=0.3, within=0.5, cost_item=10, cost_sample=1, budget=200_000, difference=0.1
    )
    bought = [row for row in plan.plan.rows if not row.needed]
    assert all(200_000 - 10 - row.samples < row.cost <= 200_000 for row in bought)
    best = min(bought, key=lambda row: row.smallest)
    assert best.samples == plan.plan.best_samples[0].whole
    assert f"with {best.samples} samples each" in plan.plan.answers[0]
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


LINES = [
    Curve(name=name, items=[10, 100, 1000], values=[None, 0.5, 0.9]) for name in ("one", "two")
]


def row(**values):
    """Return a row of 100 items."""
    return PlanRow(systems="", needed=False, items=100, exact=None, groups=None, samples=1,
                   raters=1, comparisons=1, method="simulation", **values)  # fmt: skip


@few(
    1,
    ("rows", "settings", "label"),
    [
        ([row(difference=0.1, power=0.5, power_error=0.05)], PlanSettings(), "power"),
        ([row(smallest=0.1)], PlanSettings(), "smallest difference at power 0.8"),
        ([row(half_width=0.1)], PlanSettings(half_width=0.1), "half-width of the interval"),
    ],
)
def test_axes(rows, settings, label, tmp_path):
    """The vertical axis is named for what is planned, and lines are in the legend."""
    missing.module("matplotlib", "plots")
    path = power_curve(tmp_path / "p.svg", Curves(LINES, rows, settings, ["An answer."]))
    text = path.read_text(encoding="utf-8")
    for shown in (label, "items", "An answer.", "two"):
        assert f"<!-- {shown} -->" in text, shown


def test_long_answers_are_cut(tmp_path):
    """A long answer does not widen the plot."""
    missing.module("matplotlib", "plots")
    answers = ["word " * 200]
    path = power_curve(tmp_path / "p.svg", Curves(LINES[:1], [], PlanSettings(), answers))
    assert "word " * 70 not in path.read_text(encoding="utf-8").replace("&#160;", " ")


def test_goals():
    """A half-width asks for an interval, all else for a difference."""
    assert PlanSettings().goal == "difference"
    assert PlanSettings(half_width=0.1).goal == "interval"


def test_files_are_read_back():
    """A plan file holds all of a plan but its notices."""
    settings, spreads = PlanSettings(items=(5, 9)), {"a and b": Spread(between=1.0)}
    plan = Plan(
        settings=settings, answers=["yes."], assumptions=["so"], rows=[], spreads=spreads,
        notices=["look"],
    )  # fmt: skip
    read = msgspec.json.decode(msgspec.json.encode(plan.to_file()), type=PlanFile)
    assert (read.settings, read.spreads, read.answers) == (settings, spreads, ["yes."])


def test_columns_that_do_not_vary_are_left_out():
    """Samples, raters, comparisons and groups have columns where they are more than one."""
    head = sacreval.plan(sd=1, difference=0.3).tables()[0].head
    assert head == ["items", "standard error", "smallest difference", "power at 0.3"]
    wide = sacreval.plan(
        sd=1, within=1, rater_sd=1, icc=0.1, group_size=4, samples=2, raters=3, comparisons=5,
        cost_item=1, cost_sample=1,
    ).tables()[0].head  # fmt: skip
    assert wide == ["items", "groups", "samples", "raters", "comparisons", "cost",
                    "standard error", "smallest difference"]  # fmt: skip


def test_answers_stand_above():
    """The answer stands above the table, in LaTeX as a comment, in Markdown as a paragraph."""
    plan = sacreval.plan(sd=1, difference=0.3)
    (text,) = plan.plan.answers
    assert plan.render("text").startswith(f"{text}\n")
    assert plan.render("tex").startswith(f"% {text}\n")
    assert plan.render("md").startswith(f"{text}\n\n| items |")
    assert text in plan._repr_html_()


def test_needed_items_are_marked():
    """A star marks the number of items that is needed, and the legend explains it."""
    plan = sacreval.plan(sd=1, difference=0.3)
    assert "\n  90*  " in str(plan)
    assert "\n*: the number of items that is needed\n" in str(plan)
    assert "needed" not in str(sacreval.plan(sd=1))


def test_best_samples_that_are_endless():
    """Items that do not differ are best sampled as often as possible."""
    plan = sacreval.plan(accuracy=(0.5, 0.6), discordant=0.51, within=0.5, samples=1,
                         cost_item=1, cost_sample=1)  # fmt: skip
    assert plan.plan.spreads[""].between < 1e-9
    assert any("more samples are always worth their cost" in text for text in plan.notes())


GROUPS, SIZE = 10, 4


def shares(alike, **spread):
    """Return shares of items in ten groups, more or less alike."""
    rng = np.random.default_rng(11)
    values = np.repeat(rng.normal(size=GROUPS), SIZE) * alike + rng.normal(size=GROUPS * SIZE)
    known = Spread(between=float(values.var(ddof=1)), difference=0.5, items=len(values), **spread)
    base = np.column_stack([np.zeros(len(values)), np.ones(len(values))])
    other = base + np.column_stack([values + 0.5, np.zeros(len(values))])
    case = Case("", known, corpus=True)
    return ItemShares(values, case, (base, other), lambda x: x[..., 0] / x[..., 1])


PASSAGES = np.array([str(i // SIZE) for i in range(GROUPS * SIZE)])

ITEMS = {"passage": PASSAGES, "subject": np.array([str(i % 2) for i in range(GROUPS * SIZE)])}


def test_groups_are_found():
    """The group whose items are alike is found, and its design effect is that of Kish."""
    side_shares = shares(2.0)
    grouped = with_groups(side_shares, ITEMS, None, guessed=False)
    spread = grouped.shares.case.spread
    alike = likeness(side_shares.values, PASSAGES)
    assert (spread.group_size, spread.icc) == (SIZE, pytest.approx(float(alike.icc)))
    assert spread.design_effect == pytest.approx(1 + (SIZE - 1) * spread.icc)
    assert len(grouped.notices) == 1
    assert [table.shape for table in grouped.shares.tables] == [(GROUPS, 2)] * 2
    simulate = simulating(grouped.shares, PlanSettings(trials=100, simulations=40)).simulate
    assert 0 <= simulate(GROUPS, 0.05).power <= 1


def test_noise_is_not_shared():
    """The noise of samples is independent, so groups share a larger part of what remains."""
    noisy = shares(0.7, within=2.0, samples=2)
    plain = with_groups(shares(0.7), ITEMS, "passage", guessed=False).shares.case.spread
    spread = with_groups(noisy, ITEMS, "passage", guessed=False).shares.case.spread
    total = noisy.case.spread.between + 1.0
    assert spread.icc * spread.between == pytest.approx(plain.icc * total)


def test_items_that_are_not_alike():
    """Groups without a correlation are not used, unless they are named."""
    rng = np.random.default_rng(1)
    unlike = shares(0.0)._replace(values=np.tile(rng.normal(size=SIZE), GROUPS))
    grouped = with_groups(unlike, ITEMS, None, guessed=False)
    assert grouped.shares.case.spread.group_size == 1
    assert grouped.notices == []
    named = with_groups(unlike, ITEMS, "passage", guessed=False).shares.case.spread
    assert (named.group_size, named.design_effect) == (SIZE, 1.0)


def test_guesses_replace_groups():
    """Guessed groups are not looked for; then nothing can be simulated by group."""
    grouped = with_groups(shares(2.0), ITEMS, None, guessed=True).shares
    assert grouped.case.spread.group_size == 1
    assert grouped.reduce is None
    with pytest.raises(UsageError, match="drop these"):
        with_groups(shares(2.0), ITEMS, "passage", guessed=True)


def test_a_group_that_some_items_lack():
    """A named group must be that of every item."""
    some = {"passage": np.array([NO_GROUP, *PASSAGES[1:]])}
    with pytest.raises(UsageError, match="not every item has a group 'passage'"):
        with_groups(shares(2.0), some, "passage", guessed=False)
    assert with_groups(shares(2.0), some, None, guessed=False).notices == []
