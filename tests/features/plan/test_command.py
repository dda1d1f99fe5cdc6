"""`sacreval plan`: worked cases of the literature, result files, formats and refusals."""

import json
import random
from math import sqrt

import pytest

from support import missing
from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.sizes import few

MILLER = ("--sd", str(1 / 3), "--within", str(sqrt(1 / 6)), "--method", "normal")


def planned(cli, *words):
    """Return the JSON of a plan."""
    done = cli("plan", *map(str, words), "--format", "json")
    assert done.code == 0, done.err
    return done.json()


def needed(cli, *words):
    """Return the row with the number of items that is needed."""
    (row,) = [row for row in planned(cli, *words)["rows"] if row["needed"]]
    return row


# Miller (2024, arXiv 2411.00640), worked again 2026-11-22; omega^2 = 1/9, sigma^2 = 1/6
@pytest.mark.parametrize(
    ("samples", "exact", "items"),
    [
        (1, 3875.9899922711543, 3876),
        (10, 1259.6967474881253, 1260),
        (10**9, 968.9975009747811, 969),
    ],
)
def test_millers_items(cli, samples, exact, items):
    """A difference of .03 needs 3,876, 1,260 or 969 items, by the samples of each."""
    row = needed(cli, *MILLER, "--samples", samples, "--difference", 0.03)
    assert row["exact"] == pytest.approx(exact, rel=1e-9)
    assert row["items"] == items
    assert row["power"] == pytest.approx(0.8, abs=1e-3)


def test_millers_smallest_difference(cli):
    """198 items with ten samples each find a difference of .0757."""
    (row,) = planned(cli, *MILLER, "--samples", 10, "--items", 198)["rows"]
    assert row["smallest"] == pytest.approx(0.0756696392667773, abs=1e-9)


def test_pairs_of_a_t_test(cli):
    """A fifth of a standard deviation needs 198.15 pairs: statsmodels 0.15.0 TTestPower."""
    row = needed(cli, "--sd", 1, "--difference", 0.2)
    assert row["exact"] == pytest.approx(198.150820955562, rel=1e-9)
    assert (row["items"], row["method"]) == (199, "t")


# Enumeration over the number of discordant items, 2026-11-22; 200,000 simulated tables, within .004
@pytest.mark.parametrize(
    ("items", "power"), [(200, 0.6176389497148683), (100, 0.31560189681226625)]
)
def test_mcnemar(cli, items, power):
    """The exact McNemar test finds .12 against .05 with the power of the enumeration."""
    plan = planned(cli, "--accuracy", 0.8, 0.87, "--discordant", 0.17, "--items", items,
                    "--method", "mcnemar")  # fmt: skip
    (row,) = [row for row in plan["rows"] if not row["needed"]]
    assert row["power"] == pytest.approx(power, abs=1e-8)


def test_width_of_a_proportion(cli):
    """.7 within .03 needs 894 items by Wilson, 896.34 by the normal formula of statsmodels."""
    words = "--proportion", 0.7, "--half-width", 0.03
    assert needed(cli, *words)["items"] == 894
    exact = needed(cli, *words, "--method", "normal")["exact"]
    assert exact == pytest.approx(896.3403914952964, abs=1e-9)


# Cochran (1977), two-stage sampling; brute force over 1 to 200 samples, 2026-11-22
@pytest.mark.parametrize(("cost", "exact", "whole"), [(10, 3.90094748802747, 4),
                                                     (1, 1.2335879094879225, 1)])  # fmt: skip
def test_best_samples(cli, cost, exact, whole):
    """Items that cost ten samples are worth four each; items that cost one are worth one."""
    plan = planned(
        cli, "--sd", sqrt(0.10267857142857142), "--within", sqrt(0.15625), "--half-width", 0.05,
        "--cost-item", cost, "--cost-sample", 1,
    )  # fmt: skip
    (best,) = plan["best_samples"]
    assert best["exact"] == pytest.approx(exact, rel=1e-9)
    assert best["whole"] == whole
    prices = {row["samples"]: row["cost"] for row in plan["rows"] if row["needed"]}
    assert min(prices, key=prices.get) == whole


def test_the_answer_comes_first(cli):
    """The first line is the answer, and the last ones name the guesses."""
    done = cli("plan", "--accuracy", ".8", ".83", "--discordant", ".17")
    assert done.out.startswith("1,474 items find a difference of 0.03 with a power of 0.8.\n")
    assert "two-sided tests at 0.05" in done.out
    assert done.out.endswith("on 0.17 of items, difference +0.03 (guessed)\n")
    assert done.err == ""


def test_every_format(cli, tmp_path):
    """Files of every ending hold the plan, and TSV has a column for every field of a row."""
    names = [f"p.{ending}" for ending in ("json", "jsonl", "tsv", "csv", "md", "tex")]
    words = [word for name in names for word in ("-o", name)]
    assert cli("plan", "--sd", "1", "--difference", ".2", *words).code == 0
    rows = json.loads((tmp_path / "p.json").read_text())["rows"]
    lines = (tmp_path / "p.tsv").read_text().splitlines()
    assert lines[0].split("\t") == list(rows[0])
    assert len(lines) == len(rows) + 1 == len((tmp_path / "p.jsonl").read_text().splitlines()) + 1
    assert "**199**" in (tmp_path / "p.md").read_text()
    assert r"\textbf{199}" in (tmp_path / "p.tex").read_text()
    again = cli("plan", "--sd", "1", "--difference", ".2", "-o", "p.json")
    assert (again.code, "p.json" in again.err) == (2, True)


@pytest.mark.long
def test_plot(cli, tmp_path):
    """`--plot` writes a curve for each scenario, with the same bytes in every run."""
    missing.module("matplotlib", "plots")
    words = "plan", "--sd", "1", "--difference", ".2", "--comparisons", "1", "--comparisons", "9"
    assert cli(*words, "--plot", "a.svg").code == cli(*words, "--plot", "b.svg").code == 0
    first = (tmp_path / "a.svg").read_bytes()
    assert first == (tmp_path / "b.svg").read_bytes()
    assert b"9 comparisons" in first
    refused = cli(*words, "--plot", "a.svg")
    assert (refused.code, "a.svg" in refused.err) == (2, True)


def answers(path, system, right, groups=None):
    """Write answers of one system, right or wrong."""
    return write_jsonl(
        path,
        [
            {"instance_id": str(i), "system_id": system, "prediction": "yn"[not right],
             "references": ["y"], **({} if groups is None else {"groups": {"passage": groups[i]}})}
            for i, right in enumerate(right)
        ],
    )  # fmt: skip


@pytest.fixture
def evaluated(cli, tmp_path):
    """Return a function that evaluates answers of systems into NAME.json."""

    def make(name, systems, groups=None):
        files = [
            answers(tmp_path / f"{name}-{i}.jsonl", system, right, groups)
            for i, (system, right) in enumerate(systems.items())
        ]
        done = cli("evaluate", "exact-match", *files, "-o", f"{name}.json", "--instances",
                   f"{name}.scores.jsonl", "-q")  # fmt: skip
        assert done.code == 0, done.err
        return f"{name}.json"

    return make


def test_a_result_file(cli, evaluated):
    """Discordant items and the difference are read off a file, and give the power of guesses."""
    old = [True] * 20 + [False] * 20
    new = [True] * 15 + [False] * 5 + [True] * 12 + [False] * 8
    path = evaluated("r", {"old": old, "new": new})
    plan = planned(cli, path, "--base", "old")
    (spread,) = plan["spreads"].values()
    assert spread["discordant"] == pytest.approx(17 / 40)
    assert spread["difference"] == pytest.approx(7 / 40)
    assert plan["answers"][0].startswith("exact_match of new and old: these 40 items find")
    rows = {row["items"]: row for row in plan["rows"]}
    guessed = planned(cli, "--discordant", 17 / 40, "--difference", 7 / 40, "--items", 40)
    by_guess = next(row for row in guessed["rows"] if row["items"] == 40)
    for name in ("power", "smallest"):
        assert rows[40][name] == pytest.approx(by_guess[name])
    assert rows[40]["method"] == by_guess["method"] == "mid-p"


def test_groups_of_a_file(cli, evaluated):
    """Passages whose questions are alike raise the items that are needed; the notice says so."""
    rng = random.Random(3)
    groups = [str(i // 5) for i in range(100)]
    hard = [rng.random() < 0.5 for _ in range(20)]
    old = [not hard[i // 5] for i in range(100)]
    new = [hard[i // 5] if rng.random() < 0.5 else old[i] for i in range(100)]
    path = evaluated("g", {"old": old, "new": new}, groups)
    done = cli("plan", path, "--format", "json", "--difference", ".1")
    (spread,) = done.json()["spreads"].values()
    assert spread["group_size"] == 5
    assert spread["design_effect"] > 1.2
    assert "items of one passage are alike" in done.err
    rows = done.json()["rows"]
    assert all(row["groups"] == round(row["items"] / 5) for row in rows)
    assert {row["method"] for row in rows} == {"t"}
    by_hand = planned(cli, path, "--difference", 0.1, "--icc", 0, "--group-size", 1)
    items = [next(r["items"] for r in x if r["needed"]) for x in (rows, by_hand["rows"])]
    assert items[0] > 1.1 * items[1]


def test_runs_of_a_system(cli, evaluated):
    """Several files of the systems are runs: variance within items is that of the runs."""
    rng = random.Random(4)
    chances = [rng.choice((0.2, 0.5, 0.9)) for _ in range(60)]
    paths = [
        evaluated(f"run{k}", {name: [rng.random() < p for p in chances] for name in ("a", "b")})
        for k in range(4)
    ]
    done = cli("plan", *paths, "--difference", ".1", "--samples", "1", "--samples", "8",
               "--format", "json")  # fmt: skip
    assert done.code == 0, done.err
    (spread,) = done.json()["spreads"].values()
    expected = 2 * sum(p * (1 - p) for p in chances) / len(chances)
    assert spread["within"] == pytest.approx(expected, rel=0.2)
    assert spread["samples"] == 4
    items = {r["samples"]: r["items"] for r in done.json()["rows"] if r["needed"]}
    assert items[8] < items[1] / 3


def test_a_corpus_metric(cli):
    """BLEU's power is simulated from the rows, and rises with the items."""
    sample = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
    assert cli("evaluate", "bleu", sample, "-o", "b.json", "--instances",
               "b.jsonl", "-q").code == 0  # fmt: skip
    words = "b.json", "--base", "terse", "--other", "literal", "--simulations", 60, "--trials", 200
    plan = planned(cli, *words, "--items", 8, "--items", 20, "--items", 60)
    rows = {row["items"]: row for row in plan["rows"] if not row["needed"]}
    assert {row["method"] for row in plan["rows"]} == {"simulation"}
    assert rows[8]["power"] < rows[60]["power"]
    assert rows[20]["power_error"] == pytest.approx(
        sqrt(rows[20]["power"] * (1 - rows[20]["power"]) / 60)
    )
    assert rows[60]["smallest"] < rows[20]["smallest"] < rows[8]["smallest"]


REFUSED = {
    "nothing": ("", "give a result file, or guess"),
    "two descriptions": ("--sd 1 --proportion .5", "keep one"),
    "equal accuracies": ("--accuracy .8 .8", "no difference to find"),
    "an accuracy above 1": ("--accuracy .8 1.2", "--accuracy is 1.2"),
    "too few discordant": ("--accuracy .8 .9 --discordant .05", "give 0.1 or more"),
    "too many discordant": ("--accuracy .9 .95 --discordant .5", "at most 0.15"),
    "no difference": ("--sd 1 --difference 0", "above 0"),
    "NaN": ("--sd nan", "--sd is nan"),
    "power at the level": ("--sd 1 --power .05", "above 0.05"),
    "a negative spread": ("--sd -1", "above 0"),
    "half of a pair": ("--sd 1 --icc .1", "belong together"),
    "one price": ("--sd 1 --cost-item 3", "belong together"),
    "a budget without prices": ("--sd 1 --budget 3", "needs prices"),
    "a budget for nothing": ("--sd 1 --cost-item 3 --cost-sample 1 --budget 5", "fewer than two"),
    "samples that are all alike": ("--sd 1 --samples 4", "--within"),
    "raters that are all alike": ("--sd 1 --raters 4", "--rater-sd"),
    "noise above all": ("--accuracy .8 .83 --within .5", "vary more"),
    "a share of one system": ("--proportion .7", "--half-width"),
    "an interval of two": ("--accuracy .8 .9 --half-width .1", "for one system"),
    "two goals": ("--sd 1 --half-width .1 --difference .1", "give one"),
    "a correlation of shares": ("--discordant .2 --correlation .5", "with --sd"),
    "full correlation": ("--sd 1 --correlation 1", "below 1"),
    "McNemar of means": ("--sd 1 --method mcnemar", "0 and 1"),
    "a simulation of guesses": ("--sd 1 --method simulation", "result file"),
    "one item": ("--sd 1 --items 1", "--items is 1"),
    "a system without a file": ("--sd 1 --base a", "result file"),
}


@few(10, "name", REFUSED)
def test_refused(cli, tmp_path, name):
    """What cannot be is refused in one sentence, and no file is written."""
    words, why = REFUSED[name]
    done = cli("plan", *words.split(), "-o", "out.json")
    assert done.code == 2, done.out
    assert done.err.count("\n") == 1
    assert why in done.err
    assert not (tmp_path / "out.json").exists()


def test_a_plot_of_no_format(cli, tmp_path):
    """A plot of another ending is refused, and no other file is written."""
    missing.module("matplotlib", "plots")
    done = cli("plan", "--sd", "1", "--plot", "a.xyz", "-o", "out.json")
    assert (done.code, "one of these endings" in done.err) == (2, True)
    assert not list(tmp_path.iterdir())


FILES = {
    "a guess beside a file": ("r.json --sd 1", "drop one"),
    "the same run twice": ("r.json ./r.json", "named twice"),
    "no such output": ("r.json --metric exact", "did you mean 'exact_match'"),
    "no such system": ("r.json --base c", "there is no system 'c'"),
    "the base again": ("r.json --base a --other a", "the base itself"),
    "no such group": ("r.json --resample-by passage", "'passage'"),
    "a correlation that is known": ("r.json --correlation .5", "read off two systems"),
    "no scores of records": ("bare.json", "--instances"),
    "other options": ("r.json folded.json", "is not scored as"),
}


@few(4, "name", FILES)
def test_refused_files(cli, evaluated, tmp_path, name):
    """Result files that cannot be planned from are refused in one sentence."""
    words, why = FILES[name]
    evaluated("r", {"a": [True, False, True], "b": [True, True, False]})
    inputs = [str(tmp_path / f"r-{i}.jsonl") for i in (0, 1)]
    assert cli("evaluate", "exact-match", *inputs, "-o", "bare.json", "-q").code == 0
    assert cli("evaluate", "exact-match", *inputs, "--normalize", "squad", "-o", "folded.json",
               "--instances", "folded.jsonl", "-q").code == 0  # fmt: skip
    done = cli("plan", *words.split())
    assert done.code == 2, done.out
    assert done.err.splitlines()[-1].startswith("sacreval: error: ")
    assert why in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sd", "1e308", "--difference", "1"), "give a number above 0, from 1e-100"),
        (("--sd", "1", "--difference", "1e-300"), "give the smallest difference that matters"),
        (("--sd", "1e99", "--difference", "1e-99"), "no number of items finds a difference"),
        (("--sd", "1", "--half-width", "1e-99"), "no number of items gives an interval"),
        (("--accuracy", "0", "1"), "5 items find a difference of 1 with a power of 0.8"),
    ],
)
def test_extremes(cli, words, said):
    """Guesses at the ends of what numbers hold have an answer, or are refused."""
    done = cli("plan", *words)
    assert said in done.err + done.out
