"""Gates on point estimates, and how often chance fails them."""

import random

import pytest

from sacreval.core.results import Result
from sacreval.features.gates.gates import Gate
from sacreval.features.gates.point_estimates import (
    Noise,
    bound_risks,
    drop_risks,
    noise_notices,
    worsening,
)
from support.program import write_jsonl


def result(value, *, better=True):
    """Return a result of BLEU."""
    return Result(
        metric="bleu", output="bleu", system_id="a", group=None, value=value, n=50,
        higher_is_better=better, interval=None, signature="bleu", engine="native",
    )  # fmt: skip


def noise(_):
    """Return a standard error of 2."""
    return Noise(2.0, 50, again=True)


@pytest.mark.parametrize(
    ("old", "now", "better", "want"),
    [(3.0, 1.0, True, 2.0), (3.0, 1.0, False, -2.0), (3.0, 1.0, None, 2.0), (1.0, 3.0, None, 2.0)],
)
def test_worsening(old, now, better, want):
    """A number worsens by its fall, by its rise, or by either, as its direction says."""
    assert worsening(old, now, higher_is_better=better) == want


def test_noise_of_floats_is_no_drop():
    """A drop from 0.3 to 0.29 is 0.01, not 0.01000000000000001."""
    assert worsening(0.3, 0.29, higher_is_better=True) == 0.01
    assert worsening(0.29, 0.3, higher_is_better=False) == 0.01
    assert worsening(1.0, 1e-11, higher_is_better=True) < 1.0


# Shares of the standard normal distribution: below -1 .158655, below -2 .022750.
@pytest.mark.parametrize(
    ("operator", "bound", "chance"),
    [(">=", 28, 0.158655), (">", 30, 0.5), ("<=", 34, 0.022750), ("<", 28, 0.841345)],
)
def test_a_bound_is_failed_as_far_as_the_score_is_from_it(operator, bound, chance):
    """A score of 30 with a standard error of 2 is below 28 in 15.9 % of runs."""
    gate = Gate(f"bleu {operator} {bound}", "bleu", operator, bound)
    (found,) = bound_risks([gate], [result(30.0)], noise)
    assert found.chance == pytest.approx(chance, abs=1e-6)


@pytest.mark.parametrize(("better", "chance"), [(True, 0.158655), (None, 0.317311)])
def test_a_drop_is_failed_without_a_change(better, chance):
    """A difference with a standard error of 2 is a drop of more than 2 in 15.9 % of runs."""
    (found,) = drop_risks({"bleu": 2.0}, [result(30.0, better=better)], noise)
    assert found.chance == pytest.approx(chance, abs=1e-6)


def test_the_gate_that_fails_most_often_is_named():
    """Of several gates one sentence names the worst; without an estimate it says so."""
    gates = [Gate(f"bleu >= {bound}", "bleu", ">=", bound) for bound in (20, 29)]
    risks = list(bound_risks(gates, [result(30.0)], noise))
    (found,) = noise_notices([gate.text for gate in gates], risks)
    assert found == (
        "bleu >= 29 is about a point estimate: on these 50 records an unchanged system fails it in "
        "about 31 % of runs, and the other such gate no more often"
    )
    (unknown,) = noise_notices(["bleu >= 20"], [])
    assert unknown.startswith("bleu >= 20 is about a point estimate")
    assert noise_notices([], []) == []


def flips(path, seed, n=200):
    """Write records that are right by chance, seven in ten."""
    draw = random.Random(seed)
    write_jsonl(path, [
        {"instance_id": i, "system_id": "a", "references": ["yes"],
         "prediction": "yes" if draw.random() < 0.7 else "no"} for i in range(n)
    ])  # fmt: skip


@pytest.fixture
def accept(cli, tmp_path):
    """Accept a run of 200 flips, with the scores of its records and without."""
    flips(tmp_path / "old.jsonl", 1)
    flips(tmp_path / "new.jsonl", 2)
    words = ("evaluate", "exact-match", "old.jsonl", "-q")
    assert cli(*words, "-o", "rows.json", "--instances", "rows.jsonl").code == 0
    assert cli(*words, "-o", "bare.json").code == 0


def told(cli, *options):
    done = cli("evaluate", "exact-match", "new.jsonl", *options)
    (line,) = [line for line in done.err.splitlines() if "point estimate" in line]
    return line


@pytest.mark.usefixtures("accept")
def test_a_drop_by_chance(cli):
    """By paired rows .02 is half a standard error; without them it is less, on other records."""
    # 200 independent flips: sd of a difference sqrt(2 * .21 / 200) = .0458; 1 - Phi(.436) = .33.
    paired = told(cli, "--baseline", "rows.json", "--max-drop", "exact-match=0.02")
    assert "exact_match drops by 0.02 at most" in paired
    assert "on these 200 records" in paired
    assert 28 < float(paired.split("in about ")[1].split(" %")[0]) < 38
    bare = told(cli, "--baseline", "bare.json", "--max-drop", "exact-match=0.02")
    assert "on 200 other records like these" in bare
    assert 28 < float(bare.split("in about ")[1].split(" %")[0]) < 38


@pytest.mark.usefixtures("accept")
def test_one_line_for_all_bounds(cli):
    """Several gates have one line, on the one that fails most often."""
    line = told(cli, "--fail-under", "exact-match=0.5", "--check", "exact-match <= 0.99")
    assert "under 0.1 % of runs, and the other such gate no more often" in line


def test_no_estimate_without_spread(cli, tmp_path):
    """Where all records are right there is no standard error, and the line says so."""
    records = [{"prediction": "yes", "references": ["yes"]} for _ in range(5)]
    write_jsonl(tmp_path / "new.jsonl", records)
    assert "cannot be estimated" in told(cli, "--fail-under", "exact-match=0.5")


@pytest.mark.usefixtures("accept")
def test_tests_have_no_such_line(cli):
    """A paired test and a margin are no point estimates."""
    for more in ((), ("--not-worse", "exact-match=0.2")):
        done = cli("evaluate", "exact-match", "new.jsonl", "--baseline", "rows.json", *more)
        assert "point estimate" not in done.err


def test_help_says_so(cli):
    """The help of each such gate says that it is about a point estimate."""
    shown = " ".join(cli("evaluate", "bleu", "--help-all").out.split())
    assert shown.count("point estimate") >= 3
