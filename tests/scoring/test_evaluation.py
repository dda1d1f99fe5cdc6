"""Evaluation: results of systems and groups."""

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.scoring.evaluate import evaluate

RECORDS = [
    Instance(prediction=p, references=["a"], system_id=s, instance_id=i, groups={"g": g})
    for s, i, p, g in (
        ("s", 1, "a", "x"),
        ("t", 1, "b", "x"),
        ("s", 2, "b", "y"),
        ("t", 2, "b", "y"),
    )
]


def results(records=RECORDS, name="exact-match", **options):
    report = evaluate([Batch(list(records))], metrics.get(name)(), **options).report()
    return {(r.system_id, r.group): (r.value, r.n) for r in report.results}


def test_systems_and_groups():
    """Each system has a score over all records, and with a group one for each value."""
    assert results() == {("s", None): (0.5, 2), ("t", None): (0.0, 2)}
    grouped = results(by="g")
    assert grouped[("s", "g=x")] == (1.0, 1)
    assert grouped[("s", "g=y")] == (0.0, 1)


def test_order_does_not_matter():
    """Records in another order, or in other batches, have the same report."""
    whole = evaluate([Batch(RECORDS)], metrics.get("bleu")()).report()
    parts = evaluate([Batch([x]) for x in reversed(RECORDS)], metrics.get("bleu")()).report()
    assert sorted((r.system_id, r.value, r.signature) for r in whole.results) == sorted(
        (r.system_id, r.value, r.signature) for r in parts.results
    )


def test_systems_in_the_order_given():
    """Systems are in the order in which they appear, whatever their names."""
    records = [
        Instance(prediction="a", references=["a"], system_id=name, instance_id=str(i))
        for i, name in enumerate(("z", "b", "z", "a"))
    ]
    done = evaluate([Batch([x]) for x in records], metrics.get("bleu")()).report()
    assert [r.system_id for r in done.results] == ["z", "b", "a"]
