"""Scores that another tool stored."""

from sacreval.core.stored_scores import StoredScore


def test_stored_score():
    """A score may lack its error, system, task and number of records."""
    found = StoredScore(name="acc", value=0.5, where="results.json")
    assert (found.error, found.system_id, found.task, found.records) == (None,) * 4
