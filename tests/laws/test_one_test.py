"""One test for one family, with the same p in `compare`, in gates and in each part of a run."""

import json
import random
import re

import pytest

METRICS = ["bleu", "chrf", "ter", "rouge"]
SHOWN = r"p (?:\(Holm, \d+ tests\) )?(<?[\d.]+) by ([\w-]+)"


def _words(rng):
    return [rng.choice("abcdefghijkl") for _ in range(8)]


@pytest.fixture
def files(tmp_path):
    """Write two systems, and the same with one name, in another order of records."""
    rng = random.Random(3)
    references = [_words(rng) for _ in range(40)]

    def write(name, system, noise, order):
        said = random.Random(name)
        outputs = [
            " ".join(said.choice("abcdefghijkl") if said.random() < noise else x for x in words)
            for words in references
        ]
        for system_id, file in ((name, f"{name}.jsonl"), (system, f"{name}_again.jsonl")):
            lines = (
                {"instance_id": str(i), "system_id": system_id, "prediction": outputs[i],
                 "references": [" ".join(references[i])]}
                for i in order
            )  # fmt: skip
            (tmp_path / file).write_text("".join(f"{json.dumps(x)}\n" for x in lines))

    order = [*range(40)]
    rng.shuffle(order)
    write("old", "s", 0.2, order)
    write("new", "s", 0.35, sorted(order))
    return tmp_path


@pytest.mark.parametrize("metric", METRICS)
def test_a_gate_has_the_p_of_compare(cli, files, metric):
    """A gate against a baseline has the test, the draws and the p of `compare`, and names it."""
    old, new = files / "old_again.jsonl", files / "new_again.jsonl"
    cli("evaluate", metric, old, "-o", files / "r.json", "--instances", files / "i.jsonl")
    cli("baseline", "set", files / "r.json", files / "base.json")
    gated = cli("evaluate", metric, new, "--baseline", files / "base.json", "--format", "json")
    result = cli("compare", metric, files / "old.jsonl", files / "new.jsonl", "--family", "all",
              "--format", "json")  # fmt: skip
    gates = {x["output"]: x["sentence"] for x in json.loads(gated.out)["gates"]}
    compared = json.loads(result.out)["comparisons"]
    assert {x["output"] for x in compared} == set(gates)
    for comparison in compared:
        p, test = comparison["tests"][comparison["test"]]["p_holm"], comparison["test"]
        shown = re.search(
            r"p (?:\(Holm, \d+ tests\) )?(<?[\d.]+) by (\S+?)(?:;|$)", gates[comparison["output"]]
        )
        assert shown
        assert shown[2] == test
        assert shown[1] == ("<0.0001" if p < 0.00005 else f"{p:.4f}")
