"""The report as Markdown: everything is escaped, and every link leads to a figure."""

import re

import pytest
from markdown_it import MarkdownIt

from sacreval.core.records import Instance, Scored
from sacreval.core.results import Result
from sacreval.features.page.content import Content
from sacreval.features.page.report_files import markdown_page

EVIL = (
    "<script>alert(1)</script> <img src=x> [link](http://x.org) ![i](y.png) `code` **b** _i_ "
    "| cell | $x$ @all http://z.org www.z.org &amp; # head\n- item\r\n> quote\u2028\x1b[2J end"
)


def content(system="a", text="a text", groups=(), scores=(1.0, 2.0)):
    def result(group, value):
        return Result(
            metric="m", output="out", system_id=system, group=group, value=value, n=2,
            higher_is_better=True, interval=None, signature="m|data:1", engine="native", main=True,
        )  # fmt: skip

    names = ["1", "2"]
    return Content(
        results=[result(None, 0.5), *(result(group, 0.25) for group in groups)],
        instances=names,
        records={
            system: {
                x: Scored(instance_id=x, system_id=system, scores={"out": score})
                for x, score in zip(names, scores, strict=True)
            }
        },
        texts={system: {x: Instance(prediction=text, references=[text, "c"]) for x in names}},
        notices=[text],
    )


def test_sections_and_figures():
    """Results, groups, distributions, records and signatures are there, and figures as files."""
    page = markdown_page(content(groups=["g=x", "g=y"]), "my report")
    heads = re.findall(r"^#+ .*", page.text, re.MULTILINE)
    assert heads == [
        "# 1 system by out", "## Results", "## By group", "## Scores of single records",
        "## Worst and best records", "## Where the numbers come from", "### Notices",
    ]  # fmt: skip
    assert "| a | 2 | 0.5000 |" in page.text
    assert "| 2 | 2.0000 | a text | 1. a text<br>2. c |" in page.text
    links = re.findall(r"!\[[^]]*\]\(([^)]*)\)", page.text)
    assert links == ["my%20report-records-out.svg"]
    assert list(page.figures) == ["my report-records-out.svg"]


def test_scores_of_0_and_1():
    """Scores of 0 and 1 have no figure, but a table of shares under the name of the metric."""
    page = markdown_page(content(scores=(0.0, 1.0)), "my report")
    assert page.figures == {}
    assert "### out\n\n**Records with out 1**\n\n| system | 1 | of | share |" in page.text
    assert "| a | 1 | 2 | 50.00% |" in page.text


@pytest.mark.parametrize("where", ["system", "text", "group"])
def test_texts_are_texts(where):
    """Markdown and HTML in names and texts are shown as they are, and make no link or mark."""
    given = {
        "system": content(system=EVIL),
        "text": content(text=EVIL),
        "group": content(groups=[EVIL]),
    }[where]
    page = markdown_page(given, "r")
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table"])
    tokens = [x for token in parser.parse(page.text) for x in (token, *(token.children or ()))]
    html = [token.content.strip() for token in tokens if token.type.startswith("html_")]
    own = r"<br>|<details><summary>[^<]*</summary>|</details>"
    assert all(re.fullmatch(own, text) for text in html), html
    images = [token.attrs["src"] for token in tokens if token.type == "image"]
    assert images == list(page.figures)
    kinds = {token.type for token in tokens}
    assert not kinds & {"link_open", "em_open", "blockquote_open", "fence", "hr"}
    assert "\x1b" not in page.text
    assert "<script" not in page.text.replace(r"\<script", "")
    rows = [line for line in page.text.splitlines() if line.startswith("|")]
    cells = {len(re.findall(r"(?<!\\)\|", line)) for line in rows}
    assert len(rows) >= 8
    assert cells <= {4, 5, 8}


@pytest.mark.parametrize("text", ["# a", "- a", "+ a", "1. a", "12) a", "---", "===", "> a"])
def test_a_notice_begins_no_other_block(text):
    """A notice that begins like a heading, list or rule is a line of the list of notices."""
    page = markdown_page(content(text=text), "r")
    tokens = MarkdownIt().parse(page.text)
    items = [i for i, token in enumerate(tokens) if token.type == "list_item_open"]
    inside = [tokens[i + 2].content for i in items]
    assert [tokens[i + 1].type for i in items] == ["paragraph_open"] * len(items)
    assert inside[-1].replace("\\", "") == text


def test_the_same_text():
    """Equal content gives equal text and figures."""
    assert markdown_page(content(), "r") == markdown_page(content(), "r")
