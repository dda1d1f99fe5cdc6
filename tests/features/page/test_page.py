"""Pages of every metric, of comparisons and of correlations, and their files."""

import json
import re
from xml.etree import ElementTree as ET

import msgspec
import pytest
from markdown_it import MarkdownIt

from sacreval.core.metric import SetMetric, metrics
from sacreval.core.records import Instance, Scored
from sacreval.core.results import Result
from sacreval.errors import InputError, NotSetUpError
from sacreval.features.compare.result import ComparisonReport
from sacreval.features.compare.sets.result import SetReport
from sacreval.features.correlate.tables.correlation_files import check
from sacreval.features.page.content import CELLS, Content
from sacreval.features.page.figures import ridges
from sacreval.features.page.other_results import read_other
from sacreval.features.page.page import subject
from sacreval.features.page.report_files import file_name, markdown_page, size, standalone
from support import missing
from support.pages import SAMPLE, data_of
from support.program import write_jsonl
from support.set_results import write_sets
from support.sizes import few
from support.specimens import instances
from support.two_sets import RECORDS, WORDS, without_output, write_lines, write_two_sets


@pytest.mark.parametrize("name", sorted(metrics))
@pytest.mark.long
def test_every_metric_makes_a_page(cli, tmp_path, name):
    """Two systems by any metric are reported, tested and listed record by record."""
    cls = metrics.get(name)
    try:
        cls()
    except NotSetUpError as error:
        missing.say(f"reports on {name}: {error}")
        pytest.skip(str(error))
    records = [
        {**json.loads(msgspec.json.encode(instance)), "instance_id": str(i), "system_id": system}
        for system in ("a", "b")
        for i, instance in enumerate(instances(cls))
    ]
    source = write_jsonl(tmp_path / "in.jsonl", records)
    whole = issubclass(cls, SetMetric)
    extra = [] if whole else ["--instances", "scores.jsonl"]
    done = cli("evaluate", name, source, "-o", "result.json", "--allow-errors", *extra)
    assert done.code == 0, done.err
    done = cli("report", "result.json", "--inputs", source, "-o", "r.html")
    assert done.code == 0, done.err
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert ('id="tests"' in page) is (not whole and name != "confusion-matrix")
    assert "▲" not in page.replace("▲\N{NO-BREAK SPACE}better", "")
    data = data_of(page)
    assert len(data["ids"]) == (0 if whole else len(records) // 2)


def test_a_title_names_some_metrics():
    """Up to six metrics are listed in full; of more, six and that there are others."""
    results = [result(name, metric=name) for name in "abcdefgh"]
    assert subject(Content(results=results[:1])) == "1 system by a"
    assert subject(Content(results=results[:6])) == "1 system by a, b, c, d, e and f"
    assert subject(Content(results=results)) == "1 system by a, b, c, d, e, f and more"


def result(output, system="a", *, group=None, metric="m"):
    return Result(
        metric=metric, output=output, system_id=system, group=group, value=0.5, n=3,
        higher_is_better=True, interval=None, signature="m", engine="official",
    )  # fmt: skip


CONTENT = Content(
    results=[
        result("r_precision"), result("r_f1", "b"), result("r_f1"), result("r_f1", group="g=x"),
        result("a->b", metric=CELLS),
    ],
    records={"b": {}, "z": {}},
)  # fmt: skip


def test_what_is_shown():
    """Groups and cells of confusion matrices are no columns of the results over all records."""
    assert [r.output for r in CONTENT.overall] == ["r_precision", "r_f1", "r_f1"]
    assert CONTENT.outputs == ["r_precision", "r_f1"]


def test_order():
    """Systems are in the order of results; precision and recall come last."""
    assert CONTENT.systems == ["a", "b"]
    assert CONTENT.recorded == ["b"]
    assert CONTENT.chief_first == ["r_f1", "r_precision"]


def test_metrics_that_label_errors():
    """An output belongs to a metric whose scores of records have error spans, also if empty."""
    scored = Scored(instance_id="1", system_id="a", scores={}, error_spans={"m": []})
    page = Content(results=[result("x"), result("y", metric="n")], records={"a": {"1": scored}})
    assert [page.labelling_metric(name) for name in ("x", "y", "z")] == ["m", None, None]


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


@pytest.mark.parametrize("name", ["a", "<script>&'\"", "x\x00\x1b\udcff\ufffe", "日本語"])
def test_standalone(name):
    """A figure with any name is XML with its own size and style, and no script."""
    figure = ridges("bleu", {name: [1.0, 2.0, 3.0]})
    before = ET.tostring(figure.find("svg"))
    root = ET.fromstring(standalone(figure.find("svg")))  # noqa: S314 - our own figure
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["width"] == "330"
    assert [node.tag.rpartition("}")[2] for node in root.iter()].count("style") == 1
    assert not any(node.tag.endswith("script") for node in root.iter())
    assert ET.tostring(figure.find("svg")) == before


def test_names():
    """Names are letters that every file system has, and no two differ in case alone."""
    assert file_name("r", "scores-rougeL_f1", set()) == "r-scores-rougeL_f1.svg"
    assert file_name("r", "a/../b c", set()) == "r-a-..-b-c.svg"
    assert file_name("r", "日本", set()) == "r-figure.svg"
    assert file_name("r", "A", {"r-a.svg", "r-a-2.svg"}) == "r-A-3.svg"
    assert len(file_name("r", "x" * 999, set())) < 100


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
    page_content = {
        "system": content(system=EVIL),
        "text": content(text=EVIL),
        "group": content(groups=[EVIL]),
    }[where]
    page = markdown_page(page_content, "r")
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table"])
    tokens = [x for token in parser.parse(page.text) for x in (token, *(token.children or ()))]
    html = [token.content.strip() for token in tokens if token.type.startswith("html_")]
    markup = r"<br>|<details><summary>[^<]*</summary>|</details>"
    assert all(re.fullmatch(markup, text) for text in html), html
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


RUNS = {
    "comparison": ["compare", "suite", "-m", "chrf", "-m", "token-f1", SAMPLE],
    "sets": ["compare", "chrf", "--dataset", f"a={SAMPLE}", "--dataset", f"b={SAMPLE}"],
    "correlations": [
        "correlate", "suite", "-m", "chrf", "-m", "bleu", SAMPLE, "--human", "adequacy",
        "--test", "perm-inputs",
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", RUNS)
def test_reports_have_what_is_printed(cli, tmp_path, name):
    """Every cell of the tables and every note that the verb prints stands in its report."""
    printed = cli(*RUNS[name], "-o", "r.json", "--format", "md")
    assert printed.code == 0, printed.err
    done = cli("report", "r.json", "-o", "r.html", "-o", "r.md")
    assert done.code == 0, done.err
    text = (tmp_path / "r.md").read_text()
    assert text.partition("\n\n")[2] == printed.out
    page = (tmp_path / "r.html").read_text()
    for line in printed.out.splitlines():
        for cell in line.split("|") if line.startswith("|") else ():
            words = cell.strip().strip("*").replace("\\", "")
            assert not words or set(words) <= set(":-") or words in page.replace("&gt;", ">")
    assert "<script" not in page
    assert page.count("<table") >= 1


def test_names_are_escaped(cli, tmp_path):
    """A hostile name of a system is text in the page."""
    name = "<img src=x onerror=alert(1)>"
    assert cli("compare", "chrf", SAMPLE, "-o", "r.json").code == 0
    (tmp_path / "r.json").write_text((tmp_path / "r.json").read_text().replace("literal", name))
    assert cli("report", "r.json", "-o", "r.html").code == 0
    assert "<img" not in (tmp_path / "r.html").read_text()


@pytest.mark.parametrize(
    "more",
    [
        ["--base", "terse"],
        ["--serve"],
        ["--inputs", SAMPLE],
        ["--baseline-inputs", SAMPLE],
        ["--on", "input"],
    ],
)
def test_other_options_are_refused(cli, more):
    """Options that need scores of records are refused, and so are two files."""
    assert cli("compare", "chrf", SAMPLE, "-o", "r.json").code == 0
    words = ["-o", "r.html"] if more != ["--serve"] else []
    done = cli("report", "r.json", *words, *more)
    assert done.code == 2
    assert "is shown alone" in done.err


def test_missing_records_are_explained(cli, tmp_path):
    """What findings rest on where records are missing stands in the report, for each data set."""
    write_two_sets(tmp_path)
    write_lines(tmp_path / "nq" / "two.jsonl", without_output(RECORDS[1:], 1))
    done = cli("compare", "token-f1", *WORDS, "--allow-errors", "-o", "r.json", "--format", "json")
    line = "nq: records are missing ('careless' 1); a finding is one only if it holds with"
    assert line in done.err
    assert cli("report", "r.json", "-o", "r.html", "-o", "r.md").code == 0
    assert line in (tmp_path / "r.html").read_text()
    assert line in (tmp_path / "r.md").read_text()


def test_kinds_of_files(cli, tmp_path):
    """A comparison and correlations are read as what they are, a result of evaluate is neither."""
    assert cli("compare", "chrf", SAMPLE, "-o", "c.json").code == 0
    assert isinstance(read_other(tmp_path / "c.json", check), ComparisonReport)
    assert cli("correlate", "chrf", SAMPLE, "--human", "adequacy", "-o", "k.json").code == 0
    assert read_other(tmp_path / "k.json", check)["results"]
    assert cli("evaluate", "chrf", SAMPLE, "-o", "e.json").code == 0
    assert read_other(tmp_path / "e.json", check) is None
    (tmp_path / "x.json").write_text("nothing")
    assert read_other(tmp_path / "x.json", check) is None


def test_incomplete_files(cli, tmp_path):
    """A file that lacks a part is refused with the verb that writes it."""
    assert cli("compare", "chrf", SAMPLE, "-o", "c.json").code == 0
    document = json.loads((tmp_path / "c.json").read_text())
    del document["standings"]
    (tmp_path / "c.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match="not a whole result of `sacreval compare`"):
        read_other(tmp_path / "c.json", check)


def test_parts_that_do_not_belong_together(cli, tmp_path):
    """A system that is ranked by an output of no comparison is refused."""
    assert cli("compare", "chrf", SAMPLE, "-o", "c.json").code == 0
    document = json.loads((tmp_path / "c.json").read_text())
    document["standings"][0]["output"] = "bleu"
    (tmp_path / "c.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match="systems are ranked by what is not compared"):
        read_other(tmp_path / "c.json", check)
    paths = write_sets(tmp_path, {x: {"a": 1, "b": 2} for x in "xy"})
    words = [path.name for path in paths]
    assert cli("compare", "results", *words, "-o", "s.json").code == 0
    assert isinstance(read_other(tmp_path / "s.json", check), SetReport)
    document = {**json.loads((tmp_path / "s.json").read_text()), "ranks": []}
    (tmp_path / "s.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match="systems are ranked by what is not tested"):
        read_other(tmp_path / "s.json", check)
