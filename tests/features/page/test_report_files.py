"""Reports as pages and Markdown: written together, refused before anything is computed."""

import re

from sacreval.features.page.report_files import size
from support.pages import SAMPLE
from support.sizes import few


def linked(text):
    """Return the files that a Markdown report links to."""
    return re.findall(r"!\[[^]]*\]\(([^)]*)\)", text)


def test_markdown_with_figures(cli, sample):
    """Tables, tests, groups, worst and best records with texts, and figures beside the file."""
    done = cli("report", "result.json", "--inputs", SAMPLE, "-o", "r.md", "-o", "r.html")
    assert (done.code, done.out) == (0, "")
    sizes = re.fullmatch(
        r"sacreval: r\.md: [0-9]+ KiB\nsacreval: r\.html: ([0-9]+) KiB\n", done.err
    )
    assert sizes
    assert int(sizes[1]) == round((sample / "r.html").stat().st_size / 1024)
    text = (sample / "r.md").read_text(encoding="utf-8")
    assert (sample / "r.html").exists()
    assert re.findall(r"^## (.*)", text, re.MULTILINE) == [
        "Results", "Against careful", "By group", "Scores of single records",
        "Worst and best records", "Where the numbers come from",
    ]  # fmt: skip
    assert "| careful | 20 | **77.38** \\[67.73, 86.07\\] |" in text
    assert "Opponents of the project announced a lawsuit." in text
    figures = linked(text)
    assert figures == ["r-scores-BLEU.svg", "r-records-BLEU.svg"]
    assert all((sample / name).read_text().startswith("<svg ") for name in figures)
    assert "precision_4" in text


def test_the_same_bytes(cli, sample):
    """Two reports of the same files are the same, with their figures."""
    for name in ("a", "b"):
        cli("report", "result.json", "--inputs", SAMPLE, "-o", f"{name}.md")
    first, second = ((sample / f"{x}.md").read_text() for x in "ab")
    assert first == second.replace("b-scores", "a-scores").replace("b-records", "a-records")
    for name in linked(first):
        assert (sample / name).read_text() == (sample / f"b{name[1:]}").read_text()


def test_figures_are_not_replaced(cli, sample):
    """A figure that exists is kept without --force, and then nothing is written."""
    (sample / "r-scores-BLEU.svg").write_text("mine")
    done = cli("report", "result.json", "-o", "r.md")
    assert done.code == 2
    assert "r-scores-BLEU.svg" in done.err
    assert not (sample / "r.md").exists()
    assert (sample / "r-scores-BLEU.svg").read_text() == "mine"
    assert cli("report", "result.json", "-o", "r.md", "--force").code == 0


@few(
    3,
    ("names", "why"),
    [
        (["r.tex"], "ends in .html or .md; `evaluate -o results.tex` writes the table"),
        (["r.docx"], "a report is a web page or Markdown"),
        (["r"], "choose a name that ends in"),
        (["r.md", "r.md"], "named twice"),
        (["gone/r.md"], "gone"),
        (["r.md", "result.json"], "`evaluate -o` writes the results"),
    ],
)
def test_refused(cli, sample, names, why):
    """Other endings, repeated names and missing folders are refused, and nothing is written."""
    before = set(sample.iterdir())
    words = [word for name in names for word in ("-o", name)]
    done = cli("report", "result.json", *words)
    assert done.code == 2
    assert why in done.err
    assert set(sample.iterdir()) == before


def test_two_reports_with_the_same_figures(cli, sample):
    """r.md and r.markdown would have figures of one name."""
    done = cli("report", "result.json", "-o", "r.md", "-o", "r.markdown")
    assert done.code == 2
    assert "two reports have this figure" in done.err
    assert not (sample / "r.md").exists()


def test_sizes():
    """Sizes are whole KiB, and MiB from the first."""
    assert [size(x) for x in (10, 2047, 1024**2 - 1, 3 * 1024**2)] == [
        "1 KiB", "2 KiB", "1024 KiB", "3.0 MiB",
    ]  # fmt: skip
