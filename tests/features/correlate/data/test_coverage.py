"""What score files hold."""

import pytest

from sacreval.errors import InputError
from sacreval.features.correlate.data.coverage import contents
from sacreval.features.correlate.data.score_set import Row, SystemRow


def row(system, instance, scores, judgments=(), **more):
    kind, groups = more.get("kind", "peer"), more.get("groups")
    return Row(system, instance, kind, scores, dict(judgments), "here", groups)


def test_names_systems_and_groups():
    """Metrics and judgments have their outputs and raters; a missing value is none."""
    found = contents([
        row("a", "1", {"bleu": 1.0, "ter": None}, {"q": [1, 2]}, groups={"d": "news"}),
        row("b", "1", {"bleu": 2.0}, {"q": 3.0}, kind="reference", groups={"d": "talks"}),
    ], [])  # fmt: skip
    assert set(found.names) == {"bleu", "q"}
    assert (found.names["q"].kind, found.names["q"].raters) == ("judgment", 2)
    assert found.systems == {"a": "peer", "b": "reference"}
    assert found.groups == {"d": ["news", "talks"]}


@pytest.mark.parametrize(
    ("cells", "levels"),
    [
        (["a1", "b1"], ["system", "summary", "global"]),
        (["a1", "a2"], ["group-by-system", "global"]),
        (["a1", "b2"], ["system", "global"]),
        (["a1"], []),
    ],
)
def test_levels_have_pairs(cells, levels):
    """A level is there if it has two outputs, or two systems, to compare."""
    found = contents([row(*cell, {"bleu": 1.0}) for cell in cells], [])
    assert found.names["bleu"].levels() == levels


def test_official_scores():
    """A metric with scores of whole systems alone has the system level."""
    found = contents([], [SystemRow(name, "m", 1.0, is_judgment=False) for name in "ab"])
    assert found.names["m"].levels() == ["system"]
    assert found.names["m"].official == {"a", "b"}


def test_nothing_there():
    """Files without any score are an error."""
    with pytest.raises(InputError, match="no scores and no judgments"):
        contents([], [])
