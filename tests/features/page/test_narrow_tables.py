"""Wide tables become several that fit on paper."""

from sacreval.features.page.elements import element
from sacreval.features.page.narrow_tables import fit
from sacreval.features.page.parts import heading, number, row, table


def section(columns, **kind):
    head = [heading("system"), *(heading(f"{c}_{'x' * 20}", "number") for c in range(columns))]
    rows = [row(s, *(number(f"{s}{c}") for c in range(columns))) for s in "ab"]
    return element("section", None, "before", table("Scores", head, rows, **kind), "after")


def cells(frame):
    return [["".join(cell.itertext()) for cell in line] for line in frame.iter("tr")]


def test_parts_have_every_cell_once():
    """Each part repeats the systems; the others are in one part each, in their order."""
    root = section(9)
    fit(root)
    parts = list(root)
    assert len(parts) == 3
    for part in parts:
        assert [line[0] for line in cells(part)] == ["system", "a", "b"]
    assert [x for part in parts for x in cells(part)[1][1:]] == [f"a{c}" for c in range(9)]
    captions = ["".join(part.find("table/caption").itertext()) for part in parts]
    assert captions == [f"Scores ({i} of 3)" for i in (1, 2, 3)]


def test_others_stay():
    """A table that fits, and one with texts, are as they were."""
    for root in (section(3), section(9, **{"class": "extremes"})):
        before = cells(root)
        fit(root)
        assert cells(root) == before
        assert len(root) == 1


def test_hidden_words_need_no_space():
    """What screen readers say does not make a column wider; an interval is below its number."""
    words = element("span", {"class": "unseen"}, "higher is better " * 9)
    interval = element("span", {"class": "interval"}, "[0.1, 0.2]")
    head = [heading("system"), *(heading([element("bdi", None, "x"), words]) for _ in range(7))]
    rows = [row("a", *(number(["0.15", interval]) for _ in range(7)))]
    root = element("section", None, table("Scores", head, rows))
    fit(root)
    assert len(root) == 1
