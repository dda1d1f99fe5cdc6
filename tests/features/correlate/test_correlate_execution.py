"""The progress of results that are computed together."""

from sacreval.features.correlate.correlate import Execution, Share


def test_all_results_are_told_of_after_the_last_step():
    """Each step tells of its share, rounded down."""
    told: list[int] = []
    share = Share(Execution(advance=told.append), results=10, steps=4)
    for _ in range(4):
        share(1)
    assert told == [2, 3, 2, 3]
