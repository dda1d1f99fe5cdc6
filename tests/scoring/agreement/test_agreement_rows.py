"""Rows of a log."""

from sacreval.core.records import Instance
from sacreval.scoring.agreement.agreement_rows import number, outputs, pair, rows_of


def test_numbers():
    """Stored values are numbers, or inspect_ai's letters; pairs are a value with its units."""
    values = [1, True, "C", "P", "N", "x", None, [1]]
    assert list(map(number, values)) == [1.0, 1.0, 1.0, 0.5, 0.0, None, None, None]
    assert [pair(one) for one in (-1.5, [-1.5, 3], [1, "x"], "x")] == [
        (-1.5, 1.0),
        (-1.5, 3.0),
        None,
        None,
    ]


def test_repeats():
    """Each repeat is a record of its own; one that failed has an error and no text."""
    epochs = [{"scores": {"a": 1}}, {"error": "down"}, {"scores": {"a": 0}}]
    record = Instance(prediction="x", samples=["x", "y"], meta={"epochs": epochs})
    found = [(place, one.prediction, one.error) for place, one in outputs(record)]
    assert found == [(0, "x", None), (1, None, "down"), (2, "y", None)]
    assert [(row.sample, row.stored) for row in rows_of("inspect", record)] == [(0, 1), (2, 0)]


def test_parts():
    """HELM's scores are of a split and a perturbation."""
    groups = {"split": "test", "perturbation": "typos", "instance": "id1"}
    record = Instance(prediction="x", groups=groups, meta={"scores": {"em": 1.0}})
    (row,) = rows_of("helm", record)
    assert (row.score, row.rule) == ("em/test/typos", "em")
