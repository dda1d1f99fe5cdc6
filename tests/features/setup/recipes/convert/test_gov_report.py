"""Converting GovReport, as described, made small here."""

import pytest

from sacreval.errors import InputError
from support.layouts import as_json


def section(title, *paragraphs, inside=()):
    return {"section_title": title, "paragraphs": list(paragraphs), "subsections": list(inside)}


FILES = {
    "data-root/split_ids/crs_test.ids": "R1\n",
    "data-root/split_ids/gao_test.ids": "G1\n",
    "data-root/crs/R1.json": as_json(
        {"id": "R1", "title": "One", "summary": ["s1", "s2"],
         "reports": section("", "p0", inside=[section("A", "p1", inside=[section("B", "p2")])])}
    ),
    "data-root/gao/G1.json": as_json(
        {"id": "G1", "title": "Two", "report": [section("C", "p3"), section("D", "p4")],
         "highlight": [section("What", "h1"), section("Why", "h2", inside=[section("", "h3")])]}
    ),
}  # fmt: skip


def test_both_agencies(miniature, lines):
    """The source has title, headings and paragraphs in order, the reference the summary's."""
    crs, gao = lines(miniature("gov-report", FILES) / "records.jsonl")
    assert crs["sources"] == ["One\np0\nA\np1\nB\np2"]
    assert (crs["instance_id"], crs["references"]) == ("crs:R1", ["s1\ns2"])
    assert gao["sources"] == ["Two\nC\np3\nD\np4"]
    assert (gao["groups"], gao["references"]) == ({"agency": "gao"}, ["h1\nh2\nh3"])


@pytest.mark.parametrize("name", ["R2", "../../etc/passwd"])
def test_reports_that_are_not_there(miniature, name):
    """A report that a split names must be in its folder."""
    files = FILES | {"data-root/split_ids/crs_test.ids": f"{name}\n"}
    with pytest.raises(InputError, match="unpack the archive again|leads out of its folder"):
        miniature("gov-report", files)
