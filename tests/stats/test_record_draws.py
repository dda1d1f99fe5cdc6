"""Random draws of a record."""

from sacreval.stats.record_draws import generator


def test_draws_depend_on_all_three():
    """The seed, the record and the number of the variant each give draws of their own."""
    draws = [
        generator(*key).random() for key in ((1, "a", 0), (2, "a", 0), (1, "b", 0), (1, "a", 1))
    ]
    assert len(set(draws)) == 4


def test_draws_repeat():
    """The same key gives the same draws on every machine."""
    assert generator(1, "a", 0).integers(1000, size=3).tolist() == [70, 604, 174]
