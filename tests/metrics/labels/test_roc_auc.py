"""ROC AUC, by hand."""

from support.tasks import pairs, scores_of


def test_by_hand():
    """Of the four pairs of a positive and a negative, three are in order."""
    records = pairs([0.9, 0.8, 0.7, 0.6], [1, 0, 1, 0])
    assert scores_of("roc-auc", records) == {"roc_auc": 0.75}


def test_a_tie_counts_half():
    """Of two pairs one is in order and one is tied: 1.5 / 2."""
    assert scores_of("roc-auc", pairs([0.5, 0.5, 0.1], [1, 0, 0])) == {"roc_auc": 0.75}
