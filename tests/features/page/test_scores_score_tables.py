"""Tables of scores on the page."""

from xml.etree.ElementTree import tostring

from sacreval.core.results import Missing, Result
from sacreval.features.page.scores import score_table


def result(system, output, value, **more):
    return Result(
        metric="m", output=output, system_id=system, group=None, value=value, interval=None,
        higher_is_better=True, signature="m", engine="native", **{"n": 9, **more},
    )  # fmt: skip


def cells(lines, **options):
    """Return the text of each row of a table."""
    table = score_table("Scores", "system", ["p", "q"], lines, **options)
    return ["|".join("".join(cell.itertext()) for cell in row) for row in table.iter("tr")]


def test_places_marks_and_gaps():
    """Each output has its own decimal places and its best; a result that is not there is empty."""
    lines = {
        "a": [result("a", "p", 0.5), result("a", "q", 50.0)],
        "b": [result("b", "p", 0.25), None],
    }
    assert cells(lines) == [
        "system|records|p|q",
        "a|9|0.5000 (best)|50",
        "b|9|0.2500|",
    ]


def test_counts():
    """Records are counted, of how many, and those without a score; not where all tables say so."""
    lacking = {"missing": Missing(failed=2), "of": 12}
    lines = {"a": [result("a", "p", 0.5, n=7, **lacking), result("a", "q", 0.5, **lacking)]}
    assert cells(lines) == ["system|records|missing|p|q", "a|7 to 9 of 12|2|0.5000|0.5000"]
    assert cells(lines, counted=False) == ["system|p|q", "a|0.5000|0.5000"]


def test_signs():
    """What a caller adds stands behind the score."""
    table = score_table(
        "Scores", "system", ["p"], {"a": [result("a", "p", 0.5)]}, sign=lambda _: "!"
    )
    assert "0.5000!" in tostring(table, "unicode")
