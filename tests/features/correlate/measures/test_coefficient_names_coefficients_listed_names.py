"""Names in notes."""

from sacreval.features.correlate.measures.coefficient_names import first_names


def test_the_rest_is_counted():
    """As many names as asked are written, and the others are counted."""
    assert first_names(["a", "b"], 2) == "a, b"
    assert first_names(["a", "b", "c", "d"], 2) == "a, b and 2 more"
    assert first_names([]) == ""
