"""Tables of correlations: numbers stand at the right, words at the left."""

from sacreval.features.correlate.tables.correlation_tables import clusters


def test_columns_of_clusters():
    """In the table of rank clusters the last column, and no other, is one of numbers to align."""
    place = {"level": "system", "coefficient": "pearson", "over": None}
    found = clusters([place | {"cluster": 1, "metric": "chrf", "value": 0.5}])
    assert found.head[-2:] == ["metric", "value"]
    assert found.numeric == {len(found.head) - 1}
    assert all(len(row) == len(found.head) for row in found.rows)
