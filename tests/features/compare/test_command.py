"""compare: sacrebleu's draws, honest claims, and levels that hold."""

import json
from pathlib import Path

import numpy as np
import pytest

from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.sizes import few

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"

BAD = {
    "other references": (["compare", "bleu", "a.jsonl", "other.jsonl"], "'1'", "the same"),
    "nothing in common": (["compare", "bleu", "a.jsonl", "far.jsonl"], "in common", "instance_id"),
    "one system": (["compare", "bleu", "a.jsonl"], "only system", "another file"),
    "an unknown base": (
        ["compare", "bleu", SAMPLE, "--base", "careless"],
        "'careless'",
        "'careful'",
    ),
    "an unknown other": (["compare", "bleu", SAMPLE, "--other", "ters"], "'ters'", "'terse'"),
    "an unknown test": (["compare", "bleu", SAMPLE, "--test", "t"], "--test", "paired-ar"),
    "too few trials": (["compare", "bleu", SAMPLE, "--trials", "1"], "--trials", "100"),
    "a negative show": (["compare", "bleu", SAMPLE, "--show", "-1"], "--show", "0"),
}


@few(3, "name", BAD)
def test_bad_input_of_compare(cli, tmp_path, name):
    """Mistakes are one sentence with the remedy, and exit with 2."""
    for stem, first, reference in (("a", 1, "x"), ("other", 1, "y"), ("far", 7, "x")):
        write_jsonl(tmp_path / f"{stem}.jsonl", [
            {"instance_id": str(i), "prediction": "x", "references": [reference]}
            for i in range(first, first + 3)
        ])  # fmt: skip
    words, *fragments = BAD[name]
    done = cli(*words)
    assert done.code == 2
    assert done.err.count("\n") == 1
    for fragment in fragments:
        assert fragment in done.err


def test_30_of_30_right(cli, tmp_path):
    """Two systems that are right throughout get an interval with a width, and no finding."""
    write_jsonl(tmp_path / "both.jsonl", [
        {"instance_id": str(i), "system_id": name, "prediction": "x", "references": ["x"]}
        for name in "ab" for i in range(30)
    ])  # fmt: skip
    [row] = cli("compare", "exact-match", "both.jsonl", "--format", "json").json()["comparisons"]
    assert (row["interval"]["method"], row["finding"]) == ("tango", "no difference shown")
    assert row["interval"]["low"] < -0.1 < 0.1 < row["interval"]["high"]


def test_all_pairs(cli):
    """Every pair of systems is compared, with Holm over all of them and a line that says so."""
    done = cli("compare", "chrf", SAMPLE, "--all-pairs")
    assert "3 tests, Holm over pairs of systems" in done.out
    rows = cli("compare", "chrf", SAMPLE, "--all-pairs", "--format", "json").json()["comparisons"]
    assert [(row["base"], row["other"]) for row in rows] == [
        ("careful", "literal"), ("careful", "terse"), ("literal", "terse"),
    ]  # fmt: skip
    p = sorted(row["tests"][row["test"]]["p"] for row in rows)
    holm = sorted(row["tests"][row["test"]]["p_holm"] for row in rows)
    assert holm[0] == pytest.approx(3 * p[0])


def test_primary_family_and_margins(cli):
    """One output is tested, others are exploratory; margins have an answer for each system."""
    words = ["-m", "chrf", "-m", "bleu", SAMPLE, "--base", "literal", "--primary", "chrf"]
    done = cli("compare", "suite", *words, "--not-worse", "chrf=5", "--equivalent", "bleu=60")
    assert done.code == 0, done.err
    assert "2 tests of chrf, Holm over systems" in done.out
    assert "2 exploratory, not corrected" in done.out
    assert "(exploratory)" in done.out
    assert "careful, chrF2: not worse than literal by a margin of 5" in done.out
    assert "terse, BLEU: equivalent to literal by a margin of 60" in done.out


def test_resample_by(cli):
    """Whole groups change sides: the sample's three domains are too few to find anything."""
    done = cli("compare", "chrf", SAMPLE, "--base", "literal", "--resample-by", "domain")
    assert "tests at 0.05 over domain, " in done.out
    assert "values of domain cannot reach the level of 0.05" in done.err
    assert "better" not in done.out


def test_options_without_effect(cli):
    """Trials are not drawn for the sign test."""
    done = cli("compare", "chrf", SAMPLE, "--test", "sign", "--trials", "500")
    assert "--test sign has no trials, so --trials has no effect" in done.err
    assert "--trials" not in cli("compare", "chrf", SAMPLE, "--trials", "500").err


def test_former_numbers_by_name(cli):
    """Named, the former test and interval give the numbers from before there was a choice.

    From the tutorial of compare at c60b88b: +28.31 [+22.80, +34.61] and -20.56 [-26.36,
    -14.55], both with a p of 1 in 10,001.
    """
    words = ["--base", "literal", "--test", "paired-ar", "--interval", "percentile"]
    for other, shown in (
        ("careful", "+28.31 [+22.80, +34.61]"),
        ("terse", "-20.56 [-26.36, -14.55]"),
    ):
        done = cli("compare", "chrf", SAMPLE, *words, "--other", other)
        assert f"{shown}  0.0001" in done.out
        assert "tests at 0.05, paired-ar (requested);" in done.out


def test_simultaneous_intervals(cli):
    """Each interval of several is that of its pair alone at the level that Bonferroni leaves."""
    words = ["compare", "chrf", SAMPLE, "--format", "json", "-q", "--all-pairs"]
    together = cli(*words).json()["comparisons"]
    assert len(together) == 3
    for row in together:
        chosen = ["--base", row["base"], "--other", row["other"], "--confidence", 1 - 0.05 / 3]
        [alone] = cli(*words[:-1], *chosen).json()["comparisons"]
        assert row["interval"] == pytest.approx(alone["interval"])
    primary = [*words, "--by", "domain", "--primary", "chrf"]
    for row in cli(*primary).json()["comparisons"]:
        level = 1 - 0.05 / 3 if row["group"] is None else 0.95
        assert row["interval"]["level"] == pytest.approx(level)


def test_a_config_names_tests_and_margins(cli, tmp_path):
    """The options of tests are keys of a suite's config, and of the environment."""
    (tmp_path / "c.yaml").write_text(
        "metrics: [chrf, bleu]\nall-pairs: true\nprimary: bleu\nnot-worse: [bleu=1]\n"
    )
    done = cli("compare", "suite", "c.yaml", SAMPLE)
    assert done.code == 0, done.err
    assert "3 tests of bleu, Holm over pairs of systems" in done.out
    assert "terse, BLEU: worse than careful by a margin of 1" in done.out


PAPER = ["--style", "paper", "--format", "md", "-q", "--columns", "score,interval"]


def test_intervals_are_those_of_evaluate(cli):
    """A table of a comparison has the intervals that `evaluate --ci` has, beside its marks."""
    compared = cli("compare", "bleu", SAMPLE, "--base", "literal", *PAPER).out.splitlines()
    alone = cli("evaluate", "bleu", SAMPLE, "--ci", *PAPER).out.splitlines()

    def intervals(lines):
        return {line.split("|")[1].strip(): line.split("|")[3].strip() for line in lines[2:5]}

    assert intervals(compared) == intervals(alone)
    assert compared[3].count("†") == 1
    assert not any("†" in line for line in alone)


def test_a_part_of_the_records(cli, tmp_path):
    """A system that is compared on a part of its records has no interval, and the error says so."""
    lines = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    first = next(record for record in lines if record["system_id"] == "terse")
    kept = "".join(f"{json.dumps(record)}\n" for record in lines if record is not first)
    (tmp_path / "part.jsonl").write_text(kept)
    done = cli("compare", "bleu", "part.jsonl", *PAPER)
    assert done.code == 2
    assert "is compared on a part of its records" in done.err


@pytest.mark.parametrize("verb", ["evaluate", "compare"])
def test_columns_that_need_intervals(cli, verb):
    """`evaluate` names --ci where a column needs intervals; `compare` computes them."""
    done = cli(verb, "bleu", SAMPLE, *PAPER[:-1], "plus-minus")
    assert (done.code, "evaluate has intervals with --ci" in done.err) in {(2, True), (0, False)}
    assert (done.code == 0) == (verb == "compare")


@pytest.mark.parametrize("group", [(), ("--resample-by", "document")])
def test_units_that_differ(cli, group):
    """A notice says where intervals of scores are over a group and tests over records."""
    draw = np.random.default_rng(0)
    with Path("grouped.jsonl").open("w") as file:
        for document in range(30):
            level = draw.integers(1, 8)
            for i in range(3):
                for system, noise in (("a", draw.integers(0, 2)), ("b", draw.integers(0, 2))):
                    words = "one two three four five six seven eight nine ten".split()
                    record = {
                        "instance_id": f"{document}-{i}",
                        "system_id": system,
                        "prediction": " ".join(words[: level + noise]),
                        "references": [" ".join(words)],
                        "groups": {"document": str(document)},
                    }
                    file.write(f"{json.dumps(record)}\n")
    loud = [word for word in PAPER if word != "-q"]
    done = cli("compare", "bleu", "grouped.jsonl", "--base", "a", *loud, *group)
    assert done.code == 0
    assert ("--resample-by document takes it for all" in done.err) != bool(group)
    assert "percentile bootstrap over document" in done.out
    assert ("test over document" in done.out) == bool(group)
