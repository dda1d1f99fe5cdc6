"""Names of systems in every format: shown as they are, never run, never a link."""

import csv
import io

import pytest

from sacreval.core.results import Report, Result, Verdict
from sacreval.report import markdown
from sacreval.report.github import annotation, summary
from sacreval.report.html.page import _listed
from sacreval.report.spreadsheets import inert
from sacreval.report.tables import delimited
from support.program import write_jsonl

FORMULAS = [
    "=1+1",
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    '=HYPERLINK("x","y")',
]
NUMBERS = ["-1.5", "+2", "-1e-07", "-inf", "0.5", "1", "", "a=b", "a-b"]


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_formulas_become_text_and_numbers_stay(delimiter):
    """Cells that begin with = + - @ get an apostrophe unless they are numbers."""
    safe = inert(delimited([FORMULAS, NUMBERS], delimiter), delimiter)
    formulas, numbers = csv.reader(io.StringIO(safe, newline=""), delimiter=delimiter)
    assert formulas == [f"'{cell}" for cell in FORMULAS]
    assert numbers == NUMBERS


@pytest.mark.parametrize("verb", ["evaluate", "compare"])
def test_spreadsheet_safe(cli, tmp_path, verb):
    """--spreadsheet-safe guards what is printed and written, and nothing changes without it."""
    records = [
        {"instance_id": str(i), "system_id": name, "prediction": "a b", "references": ["a c"]}
        for name in ("=1+1", "b")
        for i in range(3)
    ]
    write_jsonl(tmp_path / "a.jsonl", records)
    run = (verb, "chrf", "a.jsonl", "--format", "csv")
    plain, safe = cli(*run).out, cli(*run, "--spreadsheet-safe", "-o", "out.tsv").out
    assert ",=1+1," in plain
    assert ",'=1+1," in safe
    assert ",=1+1," not in safe
    assert "\t'=1+1\t" in (tmp_path / "out.tsv").read_text()
    assert plain.replace("=1+1", "'=1+1") == safe


def test_correlate_is_spreadsheet_safe(cli, tmp_path):
    """`correlate` guards the names of metrics."""
    records = [
        {
            "instance_id": str(j),
            "system_id": f"s{i}",
            "scores": {"@m": i + j},
            "judgments": {"h": i},
        }
        for i in range(4)
        for j in range(3)
    ]
    write_jsonl(tmp_path / "s.jsonl", records)
    run = (
        "correlate",
        "scores",
        "s.jsonl",
        "--human",
        "h",
        "--format",
        "csv",
        "--interval",
        "none",
    )
    done = cli(*run, "--spreadsheet-safe")
    assert done.code == 0, done.err
    assert "\n'@m," in done.out
    assert "\n@m," in cli(*run).out


HOSTILE = [
    "[x](javascript:alert(1))", "![x](http://evil.example/a.png)", "a|b", "a\\|b", "a\\\\|b", "`x`",
    "<img src=x>", "**bold**", "&lt;b&gt;", "http://evil.example", "www.evil.example", "~~x~~",
    "me@evil.example", "_x_", "> x", "<b>x</b>",
]  # fmt: skip


def rendered(cell):
    """Render one cell as GitHub does: split at pipes, then inline Markdown."""
    from markdown_it import MarkdownIt

    table = f"| a | b |\n| --- | --- |\n| {cell} | end |\n"
    parser = MarkdownIt("gfm-like", {"linkify": False}).enable(["table", "strikethrough"])
    return parser.render(table)


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_shows_names_as_they_are(name):
    """No name of a system becomes a link, an image, markup or another cell of a table."""
    from html import escape

    written = markdown.plain(name)
    assert not {"http:", "www.", "me@"} & {written[:5], written[:4], written[:3]}
    page = rendered(written)
    assert f"<td>{escape(name)}</td>" in page.replace("&quot;", '"')
    assert "<td>end</td>" in page
    assert page.count("<td>") == 2


@pytest.mark.parametrize("name", [*HOSTILE, "rouge1_f1", "a_b_c", "GPT-4 (5-shot)", "x.y"])
def test_backslashes_are_all_that_markdown_adds(name):
    """Escapes are backslashes before punctuation; plain names stay as they are."""
    written = markdown.plain(name)
    plain, skip = [], False
    for character in written:
        if character == "\\" and not skip:
            skip = True
        else:
            plain.append(character)
            skip = False
    assert "".join(plain) == name
    if name not in HOSTILE:
        assert written == name


@pytest.mark.parametrize("line", ["a", "`", "a`b", "``a` b```", "`[x](y)`"])
def test_code_holds_ticks(line):
    """A line with ticks is one piece of code."""
    from html import escape

    from markdown_it import MarkdownIt

    page = MarkdownIt("commonmark").render(markdown.code(line))
    assert page == f"<p><code>{escape(line, quote=False)}</code></p>\n"


def test_a_summary_of_a_job_escapes_names():
    """Links, images and pipes of names are text in GITHUB_STEP_SUMMARY, signatures included."""
    name = "[x](http://e)|`"
    result = Result(
        metric="m", output="m", system_id=name, group=None, value=0.5, n=3, higher_is_better=True,
        interval=None, signature="m|refs:`[x](y)`", engine="official",
    )  # fmt: skip
    verdict = Verdict(gate="m >= 1", output="m", system_id=name, passed=False, sentence=name)
    text = summary(Report([result], verdicts=[verdict]))
    assert text.count("\\[x\\](http\\://e)\\|\\`") == 3
    assert "``m|refs:`[x](y)` (official engine)``" in text


def test_annotations_write_control_characters_out():
    """A name cannot steer the terminal, end the line or start a second workflow command."""
    verdict = Verdict(
        gate="g", output="m", system_id="s", passed=False, sentence="a\x1b]0;x\x07\x00\n::error::%"
    )
    line = annotation(verdict)
    assert line == "::error title=sacreval gate::a\\x1b]0;x\\x07\\x00%0A::error::%25\n"


def test_a_title_names_some_metrics():
    """Up to six metrics are listed in full; of more, six and that there are others."""
    names = list("abcdefgh")
    assert _listed(names[:1]) == "a"
    assert _listed(names[:6]) == "a, b, c, d, e and f"
    assert _listed(names) == "a, b, c, d, e, f and more"
