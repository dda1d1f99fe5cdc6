"""compare: which systems, on which instances."""

from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_the_base_is_the_first_system_or_the_one_named(cli):
    """In one file of several systems, --base and --other choose."""
    first = cli("compare", "bleu", SAMPLE, "--format", "json").json()["comparisons"]
    assert [(c["base"], c["other"]) for c in first] == [
        ("careful", "literal"),
        ("careful", "terse"),
    ]
    chosen = cli("compare", "bleu", SAMPLE, "--base", "terse", "--format", "json").json()
    assert {c["base"] for c in chosen["comparisons"]} == {"terse"}


def test_groups_are_compared_too(cli):
    """--by gives every comparison again for the instances of each value."""
    found = cli("compare", "bleu", SAMPLE, "--by", "domain", "--format", "json").json()
    groups = {c["group"] for c in found["comparisons"]}
    assert groups == {None, *(f"domain={d}" for d in ("news", "recipes", "travel", "weather"))}
    assert sum(c["n"] for c in found["comparisons"] if c["group"]) == 2 * 20


def test_what_a_system_lacks_is_missing(cli, tmp_path):
    """What one system of a pair lacks is counted, and is not compared."""
    for name, ids in (("a", range(10)), ("b", range(3, 12))):
        write_jsonl(tmp_path / f"{name}.jsonl", [
            {"instance_id": i, "prediction": f"{name} cat {i}", "references": ["a cat 4"]}
            for i in ids
        ])  # fmt: skip
    done = cli("compare", "chrf", "a.jsonl", "b.jsonl", "--format", "json")
    (one,) = done.json()["comparisons"]
    assert (one["n"], one["base_missing"], one["other_missing"]) == (12, 2, 3)
    assert sum(one[name] for name in ("wins", "ties", "losses")) == one["shared"] == 7
    alone = cli("evaluate", "chrf", "a.jsonl", "b.jsonl", "--format", "json").json()["results"]
    assert [x["value_of_all"] for x in done.json()["standings"]] == [x["value"] for x in alone]
