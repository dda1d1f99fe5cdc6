"""Tables of correlations: numbers stand at the right, words at the left."""

from sacreval.features.correlate.tables import correlation_tables
from sacreval.features.correlate.tables.correlation_tables import clusters


def test_columns_of_clusters():
    """In the table of rank clusters the last column, and no other, is one of numbers to align."""
    place = {"level": "system", "coefficient": "pearson", "over": None}
    found = clusters([place | {"cluster": 1, "metric": "chrf", "value": 0.5}])
    assert found.head[-2:] == ["metric", "value"]
    assert found.numeric == {len(found.head) - 1}
    assert all(len(row) == len(found.head) for row in found.rows)


def test_p_values_are_never_zero():
    """Small p-values are below a bound, and those that there are not are a hyphen."""
    test = {"level": "system", "coefficient": "pearson", "metric_a": "a", "metric_b": "b"}
    small = {**test, "delta": 0.1, "p_value": 0.00001, "p_adjusted": 0.0, "significant": True}
    none = {**test, "delta": None, "p_value": None, "p_adjusted": None, "significant": False}
    table = correlation_tables.tests([small, none], 4)
    assert [row[-2:] for row in table.rows] == [["<0.0001", "<0.0001*"], ["-", "-"]]
