"""Edit distance and similarity, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize(
    ("prediction", "references", "options", "distance", "similarity"),
    [
        ("kitten", ["sitting"], {}, 3, 4 / 7),
        ("the cat sat", ["the dog sat"], {"unit": "token"}, 1, 2 / 3),
        ("the cat.", ["the cat"], {"unit": "word"}, 1, 2 / 3),
        ("a b", ["ab"], {}, 1, 2 / 3),
        ("a b", ["ab"], {"blanks": False}, 0, 1.0),
        ("ab", ["b", "abcd"], {}, 1, 1 / 2),
        ("", [""], {}, 0, 1.0),
    ],
)
def test_by_hand(prediction, references, options, distance, similarity):
    """kitten to sitting takes 3 edits, of at most 7; each number uses the best reference."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("edit-distance", [record], options)
    assert found == {"edit_distance": distance, "edit_similarity": pytest.approx(similarity)}
