"""Converting Kryscinski 2019, as described, made small here."""

import json

import pytest

from sacreval.errors import InputError


def test_kryscinski2019(miniature, lines, tar):
    """FactCC: the article ends before its highlights; a story that is missing is named."""
    claim = {"id": "a", "filepath": "cnndm/cnn/stories/h.story", "claim": "c", "label": "INCORRECT"}
    claims = tar(
        {f"unpaired/{split}/data-dev.jsonl": json.dumps(claim) for split in ("val", "test")}
    )
    story = "One.\n\nTwo.\n\n@highlight\n\nNo."
    other = "stories/dailymail/stories/x.story"
    folder = miniature(
        "kryscinski2019",
        {"claims": claims, "stories/cnn/stories/h.story": story, other: story},
    )
    [row] = lines(folder / "valid.jsonl")
    assert row["sources"] == ["One.\nTwo."]
    assert row["judgments"] == {"consistent": 0}


def test_kryscinski2019_lacks_a_story(miniature, tar):
    """A story that is not in the folder is named."""
    claim = {"id": "a", "filepath": "cnndm/cnn/stories/h.story", "claim": "c", "label": "CORRECT"}
    claims = tar({"u/val/d.jsonl": json.dumps(claim)})
    files = {"claims": claims, "stories/cnn/stories/x": "", "stories/dailymail/stories/x": ""}
    with pytest.raises(InputError, match=r"h\.story: this story is missing"):
        miniature("kryscinski2019", files)
