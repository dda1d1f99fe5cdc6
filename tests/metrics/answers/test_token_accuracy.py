"""Token accuracy: shared words over the words of the longer side, by hand."""

from support.tasks import scores_of


def test_by_hand():
    """Two words are shared; the longer side has four: 2 / 4. The better reference counts."""
    record = {"prediction": "red cat ran", "references": ["blue", "red cat sat down"]}
    assert scores_of("token-accuracy", [record]) == {"token_accuracy": 0.5}


def test_a_repeated_word_matches_once_for_each_time():
    """`go go go` and `go go` share two words of three."""
    record = {"prediction": "go go go", "references": ["go go"]}
    assert scores_of("token-accuracy", [record]) == {"token_accuracy": 2 / 3}


def test_nothing_scores_nothing():
    """Two empty texts score 0."""
    record = {"prediction": "", "references": [""]}
    assert scores_of("token-accuracy", [record]) == {"token_accuracy": 0.0}
