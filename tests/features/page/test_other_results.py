"""Reports of comparisons and of correlations: their tables and notes, as a page and as Markdown."""

import pytest

from support.pages import SAMPLE
from support.two_sets import RECORDS, WORDS, without_output, write_lines, write_two_sets

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
