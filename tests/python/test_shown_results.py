"""Results of the functions in Python, as they print themselves."""

import sacreval

RECORDS = [
    {"instance_id": i, "system_id": system, "prediction": text, "references": ["the cat"]}
    for system in ("a", "b")
    for i, text in enumerate(["the cat", "a dog"])
]


def test_the_same_numbers_in_every_form():
    """A result has its scores as text, LaTeX and plain data, and those of records by record."""
    found = sacreval.evaluate(RECORDS, metrics="exact-match")
    assert "0.5000" in str(found)
    assert "0.5000" in found.to_latex()
    assert [one["value"] for one in found.to_dict()["results"]] == [0.5, 0.5]
    scores = sacreval.score(RECORDS, metrics="exact-match", jackknife=False).to_dict()["scores"]
    assert [one["scores"]["exact_match"] for one in scores] == [1.0, 1.0, 0.0, 0.0]
