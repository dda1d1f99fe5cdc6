"""Parts that sections share."""

from sacreval.core.results import Interval, Result
from sacreval.features.page import parts
from sacreval.features.page.parts import element, serialize

RESULT = Result(
    metric="m", output="m", system_id="s", group=None, value=0.5, n=3, higher_is_better=True,
    interval=Interval(low=0.25, high=0.75, level=0.95, method="b", resamples=9, seed=1),
    signature="m", engine="official",
)  # fmt: skip


def test_a_section_is_named_by_its_heading():
    """The heading is the label of the section, and a target of links."""
    found = parts.section("results", "Results", "x")
    assert found.get("aria-labelledby") == found[0].get("id") == "results-heading"


def test_tables_scroll_by_keyboard():
    """A table has a caption, its frame the same name and a place in the order of tabs."""
    frame = parts.table("Scores", ["system"], [parts.row("a", parts.number("1", 1.0))], id="t")
    assert (frame.get("tabindex"), frame.get("aria-label")) == ("0", "Scores")
    assert frame[0].get("id") == "t"
    assert frame.find(".//caption").text == "Scores"
    assert frame.find(".//td").get("data-value") == "1.0"


def test_scores():
    """A score has its value to sort by and its interval; the best is said, not only bold."""
    cell = parts.score(RESULT, 2, best=True)
    text = "".join(cell.itertext())
    assert cell.get("data-value") == "0.5"
    assert text.startswith("0.50 (best)")
    assert "0.25" in text
    assert "".join(parts.score(None, 2).itertext()) == ""


def test_blocks():
    """One block is shown as it is; of several the first is open."""
    one, two = element("p"), element("p")
    assert [x.tag for x in parts.unfolded([("a", one)])] == ["div"]
    first, second = parts.unfolded([("a", one), ("b", two)])
    assert ("open" in first.attrib, "open" in second.attrib) == (True, False)
    assert "<summary>b</summary>" in serialize(second)
