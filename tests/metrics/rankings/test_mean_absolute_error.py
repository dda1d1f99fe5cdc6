"""Mean absolute error, by hand."""

from support.tasks import scores_of


def test_by_hand():
    """Errors of 1, and of 3 to the closer reference, have a mean of 2."""
    records = [
        {"prediction": 3, "references": [4]},
        {"prediction": -2.0, "references": [9, 1]},
    ]
    assert scores_of("mean-absolute-error", records) == {"mean_absolute_error": 2.0}
