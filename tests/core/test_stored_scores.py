"""Scores that another tool stored."""

from sacreval.core.stored_scores import StoredScore, has_score, scores_of
from sacreval.text.expressions import compiled


def test_stored_score():
    """A score may lack its error, system, task and number of records."""
    found = StoredScore(name="acc", value=0.5, where="results.json")
    assert (found.error, found.system_id, found.task, found.records) == (None,) * 4


def test_has_score():
    """The expression holds for exactly the records that have the score, wherever it is."""
    metas = [
        {"scores": {"acc": 0, "quality": {"style": False}}},
        {"scores": {"pass@1": False, "quality.style": 1}},
        {"epochs": [{"scores": {"acc": False}}, {"scores": {}}]},
        {"epochs": [{"scores": {"pass@1": 1.0}}]},
        {},
        None,
    ]
    for name in ("acc", "pass@1", "quality.style"):
        holds = compiled(has_score(name, metas), "")
        found = [holds({"meta": meta}) not in (None, False, []) for meta in metas]
        assert found == [name in scores_of(meta) for meta in metas]
        assert set(found) == {True, False}
