"""String containment: references in an output, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize(
    ("prediction", "references", "options", "score", "share"),
    [
        ("the cat sat", ["cat", "dog"], {}, 1.0, 0.5),
        ("the cat sat", ["cat", "dog"], {"match": "all"}, 0.0, 0.5),
        ("I do not know", ["no"], {}, 1.0, 1.0),
        ("I do not know", ["no"], {"words": True}, 0.0, 0.0),
        ("The Cat", ["cat"], {}, 0.0, 0.0),
        ("The Cat", ["cat"], {"normalize": "lower"}, 1.0, 1.0),
        ("", [""], {}, 1.0, 1.0),
        ("a", [""], {}, 0.0, 0.0),
    ],
)
def test_by_hand(prediction, references, options, score, share):
    """One reference of two is any of them, not all, and a share of a half."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("string-containment", [record], options)
    assert found == {"string_containment": score, "string_containment_share": share}
