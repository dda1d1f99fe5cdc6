"""Gates on records and on point estimates, and how often chance fails them."""

import random

import pytest

from sacreval.core.results import Result
from sacreval.features.gates.gates import Gate
from sacreval.features.gates.point_estimates import (
    ScoreNoise,
    bound_risks,
    drop_risks,
    noise_notices,
    worsening,
)
from support.program import write_jsonl

TEXTS = ["a b c d", "a b c x", "a b x y", "x y z w", "a b c d"]


@pytest.fixture
def outputs(tmp_path):
    """Write records whose token-f1 are 1, 0.75, 0.5, 0 and 1; the fourth and fifth are of b."""
    records = [
        {"prediction": text, "references": ["a b c d"], "groups": {"domain": "ab"[i > 2]}}
        for i, text in enumerate(TEXTS)
    ]
    write_jsonl(tmp_path / "sys.jsonl", records)
    write_jsonl(tmp_path / "other.jsonl", records[:2])


def gate(cli, check, *words):
    return cli("evaluate", "token-f1", "sys.jsonl", "--normalize", "none", "--check", check, *words)


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("share(token_f1_f1 >= 0.5) >= 0.8", ""),
        (
            "share(token_f1_f1 >= 0.7) > 0.6",
            "is 0.6 (3 of 5), but must be > 0.6: records 3 (0.5), ",
        ),
        (
            "share(token-f1 < 0.6) <= 0.2",
            "is 0.4 (2 of 5), but must be <= 0.2: records 3 (0.5)",
        ),
        ("count(token_f1_f1 >= 1) >= 2", ""),
        (
            "count(token_f1_f1 > 0) < 4",
            "is 4, but must be < 4: records 1 (1), 2 (0.75), 3 ",
        ),
        ("min(token_f1_f1) >= 0", ""),
        ("min(token_f1_f1) > 0.1", "is 0, but must be > 0.1: records 4 (0)"),
        ("max( token_f1_f1 )<1", "is 1, but must be < 1: records 1 (1), 5 (1)"),
    ],
)
@pytest.mark.usefixtures("outputs")
def test_bounds(cli, check, said):
    """A share, a number, the least or the greatest score is bounded; those at fault are named."""
    done = gate(cli, check)
    assert done.code == (1 if said else 0), done.err
    assert said in done.err


@pytest.mark.usefixtures("outputs")
def test_groups_and_systems(cli):
    """A group has its own records, and each system is judged."""
    words = ("--by", "domain")
    assert gate(cli, "min(token_f1_f1[domain=a]) >= 0.5", *words).code == 0
    done = gate(cli, "share(token_f1_f1[domain=b] >= 0.5) >= 0.6", *words)
    assert "share(token_f1_f1[domain=b] >= 0.5) of sys is 0.5 (1 of 2)" in done.err
    done = gate(cli, "count(token_f1_f1 > 0) >= 3", "other.jsonl")
    assert done.code == 1
    assert "of other is 2, but must be >= 3" in done.err
    assert "of sys" not in done.err


@pytest.mark.usefixtures("outputs")
def test_many_records(cli, tmp_path):
    """Of many records at fault five are named, with the number of the others."""
    write_jsonl(tmp_path / "sys.jsonl", [{"prediction": "x", "references": ["y"]}] * 9)
    assert (
        "records 1 (0), 2 (0), 3 (0), 4 (0), 5 (0) and 4 more" in gate(cli, "min(token-f1) > 0").err
    )


@pytest.mark.usefixtures("outputs")
def test_data_sets(cli):
    """A gate holds for every data set that has the output, or for the one in brackets."""
    words = ("evaluate", "token-f1", "--dataset", "one=sys.jsonl", "--dataset", "two=other.jsonl",
             "--normalize", "none")  # fmt: skip
    done = cli(*words, "--check", "min(token_f1_f1) >= 0.7")
    assert done.code == 1
    assert "one: min(token_f1_f1) of" in done.err
    assert "two: min" not in done.err
    assert cli(*words, "--check", "min(token_f1_f1[dataset=two]) >= 0.7").code == 0
    done = cli(*words, "--check", "min(token_f1_f1[dataset=(mean)]) >= 0.7")
    assert (done.code, "means over data sets have no records" in done.err) == (2, True)


@pytest.mark.usefixtures("outputs")
def test_suites_and_junit(cli, tmp_path):
    """A suite may state such gates, and JUnit has the records of one that failed."""
    (tmp_path / "s.yaml").write_text(
        "metrics: [token-f1]\ncheck:\n  - min(token_f1_f1) > 0.1\n", encoding="utf-8"
    )
    done = cli("evaluate", "suite", "s.yaml", "sys.jsonl", "--junit", "gates.xml")
    assert done.code == 1
    assert "records 4 (0)" in (tmp_path / "gates.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("share(token_f1_f1) > 0.5", "share wants a condition on records"),
        ("share(token_f1 >= x) > 0.5", "x"),
        ("share(token_f1_f1 >= 0.5) >= many", "many"),
        ("share(nothing >= 0.5) >= 0.5", "nothing"),
        ("min(token_f1_f1[domain=a]) > 0", "not broken down by 'domain'"),
        ("median(token_f1_f1) > 0", "median"),
        ("min() > 0", "min()"),
        (
            "share(token_f1_f1 >= 0.5) >= 90",
            "a share is between 0 and 1, not 90; write 0.9",
        ),
        ("share(token_f1_f1 >= 0.5) < -1", "a share is between 0 and 1, not -1"),
    ],
)
@pytest.mark.usefixtures("outputs")
def test_bad_gates(cli, check, said):
    """A gate that cannot be is one sentence and exit code 2."""
    done = gate(cli, check)
    assert (done.code, done.err.count("\n"), said in done.err) == (2, 1, True), done.err


@pytest.mark.usefixtures("outputs")
def test_sets_and_summaries(cli):
    """Metrics of whole sets and summaries of groups have no scores of records."""
    done = cli("evaluate", "self-bleu", "sys.jsonl", "--check", "min(self_bleu) > 0")
    assert (done.code, "records have no score" in done.err) == (2, True), done.err
    words = ("--by", "domain", "--summary", "worst")
    done = gate(cli, "min(token_f1_f1[domain=(worst)]) > 0", *words)
    assert (done.code, "a summary of groups has no records" in done.err) == (2, True), done.err


def result(value, *, better=True):
    """Return a result of BLEU."""
    return Result(
        metric="bleu", output="bleu", system_id="a", group=None, value=value, n=50,
        higher_is_better=better, interval=None, signature="bleu", engine="native",
    )  # fmt: skip


def noise(_):
    """Return a standard error of 2."""
    return ScoreNoise(2.0, 50, again=True)


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
    (risk,) = bound_risks([gate], [result(30.0)], noise)
    assert risk.chance == pytest.approx(chance, abs=1e-6)


@pytest.mark.parametrize(("better", "chance"), [(True, 0.158655), (None, 0.317311)])
def test_a_drop_is_failed_without_a_change(better, chance):
    """A difference with a standard error of 2 is a drop of more than 2 in 15.9 % of runs."""
    (risk,) = drop_risks({"bleu": 2.0}, [result(30.0, better=better)], noise)
    assert risk.chance == pytest.approx(chance, abs=1e-6)


def test_the_gate_that_fails_most_often_is_named():
    """Of several gates one sentence names the worst; without an estimate it says so."""
    gates = [Gate(f"bleu >= {bound}", "bleu", ">=", bound) for bound in (20, 29)]
    risks = list(bound_risks(gates, [result(30.0)], noise))
    (notice,) = noise_notices([gate.text for gate in gates], risks)
    assert notice == (
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


def point_notice(cli, *options):
    done = cli("evaluate", "exact-match", "new.jsonl", *options)
    (line,) = [line for line in done.err.splitlines() if "point estimate" in line]
    return line


@pytest.mark.usefixtures("accept")
def test_a_drop_by_chance(cli):
    """By paired rows .02 is half a standard error; without them it is less, on other records."""
    # 200 independent flips: sd of a difference sqrt(2 * .21 / 200) = .0458; 1 - Phi(.436) = .33.
    paired = point_notice(cli, "--baseline", "rows.json", "--max-drop", "exact-match=0.02")
    assert "exact_match drops by 0.02 at most" in paired
    assert "on these 200 records" in paired
    assert 28 < float(paired.split("in about ")[1].split(" %")[0]) < 38
    bare = point_notice(cli, "--baseline", "bare.json", "--max-drop", "exact-match=0.02")
    assert "on 200 other records like these" in bare
    assert 28 < float(bare.split("in about ")[1].split(" %")[0]) < 38


@pytest.mark.usefixtures("accept")
def test_one_line_for_all_bounds(cli):
    """Several gates have one line, on the one that fails most often."""
    line = point_notice(cli, "--fail-under", "exact-match=0.5", "--check", "exact-match <= 0.99")
    assert "under 0.1 % of runs, and the other such gate no more often" in line


def test_no_estimate_without_spread(cli, tmp_path):
    """Where all records are right there is no standard error, and the line says so."""
    records = [{"prediction": "yes", "references": ["yes"]} for _ in range(5)]
    write_jsonl(tmp_path / "new.jsonl", records)
    assert "cannot be estimated" in point_notice(cli, "--fail-under", "exact-match=0.5")


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
