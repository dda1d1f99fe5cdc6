"""Intervals of the scores of compared systems."""

import json
from pathlib import Path

import numpy as np
import pytest

from support.mirror import CHECKOUT

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
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
    first = next(one for one in lines if one["system_id"] == "terse")
    kept = "".join(f"{json.dumps(one)}\n" for one in lines if one is not first)
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
