"""Records that take part by --where, --limit and --sample."""

import json
from collections import Counter
from math import comb, log
from weakref import ref

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.core.selection import Selection
from sacreval.errors import InputError, UsageError
from sacreval.scoring.inputs.selection import RecordFilter
from support.program import write_jsonl


def batches(systems="ab", n=40, size=7):
    """Return batches of systems with the instances 1 to n, each with its number in meta."""
    records = [Instance(instance_id=i, prediction="x", meta={"n": i}) for i in range(1, n + 1)]
    return [
        Batch(records[k : k + size], "f.jsonl", range(k + 1, n + 1)[:size], system=s)
        for s in systems
        for k in range(0, n, size)
    ]


def taken(given=None, **options):
    """Return the instances of each system that take part, and the filter."""
    chosen = RecordFilter(Selection(**options))
    found = {}
    for batch in chosen.of(batches() if given is None else given):
        for name, system in zip(batch.instance_ids, batch.system_ids, strict=True):
            found.setdefault(system, []).append(name)
    return found, chosen


def test_without_a_selection_nothing_is_counted():
    """Batches pass as they are, and signatures do not change."""
    given = batches()
    chosen = RecordFilter(Selection(("peer",)))
    assert list(map(id, chosen.of(given))) == list(map(id, given))
    assert (chosen.total, chosen.notices()) == (Counter(), [])
    assert (chosen.signed("m|data:1", "a"), chosen.of_system("a")) == ("m|data:1", None)


def test_conditions_all_hold():
    """A record takes part if every condition is true of it; null is not true."""
    found, chosen = taken(where=("meta.n > `10`", "meta.n < `13`"))
    assert found == {"a": ["11", "12"], "b": ["11", "12"]}
    assert (chosen.total["a"], chosen.taken["a"]) == (40, 2)
    assert taken(where=("system_id == 'b'", "meta.gone || meta.n == `3`"))[0] == {"b": ["3"]}


@pytest.mark.parametrize(
    ("where", "error", "message"),
    [
        ("meta.n", InputError, r"f\.jsonl:1: --where meta\.n finds 1, not true or false; compare"),
        ("meta", InputError, "finds an object, not true or false"),
        ("length(meta.n) > `1`", InputError, r"f\.jsonl:1: --where length\(meta\.n\).*be applied"),
        ("meta.n ==", UsageError, "not a JMESPath expression"),
        ("n == `1`", InputError, "--where n == `1`: true of none of 80 records; conditions name"),
    ],
)
def test_conditions_that_choose_nothing(where, error, message):
    """What is no condition, or true of no record, is refused."""
    with pytest.raises(error, match=message):
        taken(where=(where,))


def test_the_first_instances_are_those_of_the_first_file():
    """Systems have the same instances, also where their files have another order."""
    assert taken(limit=2)[0] == {"a": ["1", "2"], "b": ["1", "2"]}
    first, second = batches(n=5)
    backwards = second.select(range(4, -1, -1))
    assert taken([first, backwards], limit=2)[0] == {"a": ["1", "2"], "b": ["2", "1"]}
    later = [one for one in batches() if one.system == "a" or one.instances[0].meta["n"] > 7]
    assert taken(later, limit=9)[0] == {"a": list("123456789"), "b": ["8", "9"]}


def test_conditions_come_before_the_limit():
    """The first instances are those of which the conditions are true."""
    assert taken(limit=2, where=("meta.n > `10`",))[0]["b"] == ["11", "12"]


def test_a_sample_depends_on_seed_and_ids_alone():
    """Order, batches and systems do not change it, and a larger one has the smaller."""
    found = taken(sample=8, seed=1)[0]
    assert found["a"] == found["b"]
    assert len(found["a"]) == 8
    order = taken(list(reversed(batches("ba", size=3))), sample=8, seed=1)[0]
    assert sorted(order["a"]) == sorted(order["b"]) == sorted(found["a"])
    assert set(found["a"]) < set(taken(sample=9, seed=1)[0]["a"])
    assert set(found["a"]) != set(taken(sample=8, seed=2)[0]["a"])
    assert len(taken(sample=1000, seed=1)[0]["a"]) == 40


def test_every_sample_is_as_likely():
    """The pairs of five instances are drawn equally often: chi-square over 2,000 seeds.

    The bound is the 0.999 quantile of chi-square with 9 degrees of freedom.
    """
    counts = Counter(
        tuple(sorted(taken(batches("a", n=5), sample=2, seed=seed)[0]["a"])) for seed in range(2000)
    )
    expected = 2000 / comb(5, 2)
    assert len(counts) == 10
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 27.88


def test_few_records_are_held():
    """A sample holds about size * (1 + log(n / size)) of n records, not all."""
    alive, most = [], 0

    def watched():
        nonlocal alive, most
        for i in range(1, 5001):
            batch = Batch([Instance(instance_id=i, prediction="x")])
            alive.append(ref(batch))
            yield batch
            alive = [one for one in alive if one() is not None]
            most = max(most, len(alive))

    found, _ = taken(watched(), sample=10, seed=3)
    assert len(found["system"]) == 10
    assert most < 2 * 10 * (1 + log(5000 / 10))


def test_numbers_beside_scores(cli, tmp_path):
    """Verbs state n of N in tables, JSON and signatures, and name a system without records."""
    path = write_jsonl(tmp_path / "x.jsonl", [
        {"instance_id": i, "system_id": s, "prediction": f"the cat {i}", "references": ["the cat"],
         "judgments": {"q": i}}
        for s in "ab" for i in range(6) if s == "a" or i > 2
    ])  # fmt: skip
    table = cli("evaluate", "chrf", path, "--limit", "4")
    assert "a       4 of 6" in table.out
    assert "b       1 of 3" in table.out
    assert "|limit:4|taken:4-of-6 (" in table.out
    assert "5 of 9 records take part (--limit 4)" in table.err
    found = cli("evaluate", "chrf", path, "--limit", "2", "--format", "json")
    assert [(r["n"], r["of"]) for r in found.json()["results"]] == [(2, 6)]
    assert found.json()["selection"]["limit"] == 2
    assert "no record of 'b' takes part (--limit 2)" in found.err
    pairs = cli("compare", "chrf", path, "--where", "contains('45', instance_id)", "--format",
                "json")  # fmt: skip
    assert [(c["n"], c["of"]) for c in pairs.json()["comparisons"]] == [(2, 6)]
    scores = cli("score", "chrf", path, "--sample", "3", "--seed", "5")
    assert "records take part (--sample 3 --seed 5)" in scores.err
    assert len({json.loads(line)["instance_id"] for line in scores.out.splitlines()}) == 3
