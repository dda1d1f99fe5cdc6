"""Lists that fit a terminal: wrapped at blanks, with every cell whole."""

import re

import pytest

from sacreval.cli.help.list_layout import entries, lines
from support.sizes import long

pytestmark = pytest.mark.usefixtures("recipes_once")

ROWS = [("asset", "0.6 MiB", "359 sentences, simplified"), ("a-long-name", "your files", "news")]


def test_lines():
    """The last column is wrapped, and the others are aligned."""
    assert list(lines(("name", "to fetch", "what"), ROWS, 40)) == [
        "name         to fetch    what",
        "asset        0.6 MiB     359 sentences,",
        "                         simplified",
        "a-long-name  your files  news",
    ]


def test_entries():
    """A row is its text, then its other cells with their headings; empty cells are left out."""
    rows = [
        {"name": "bleu", "needs": "prediction", "runs_here": "yes", "summary": "BLEU: n-grams."},
        {"name": "x", "needs": "", "runs_here": "no", "summary": ""},
    ]
    assert list(entries(rows, "summary", 40)) == [
        "bleu  BLEU: n-grams.",
        "      needs: prediction",
        "      runs here: yes",
        "x     runs here: no",
    ]


@pytest.mark.parametrize("words", ["list readers", "list metrics", "list metrics --aliases",
                                   "list runners", "list tokenizers", "list suites"])  # fmt: skip
@pytest.mark.parametrize("width", [80, long(140)])
def test_terminal(cli, monkeypatch, words, width):
    """On a terminal no list has a line wider than it, and no word is broken or cut."""
    summaries = [row.get("summary", "") for row in cli(*words.split(), "--format", "json").json()]
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    shown = re.sub("\x1b[^m]*m", "", cli(*words.split()).out)
    assert max(map(len, shown.splitlines())) <= width
    text = " ".join(shown.replace("│", " ").split())
    assert all(summary in text for summary in summaries)


@pytest.mark.parametrize(
    "words",
    [
        *(f"list {name}" for name in (
            "metrics", "judges", "readers", "runners", "perturbations", "suites", "recipes",
            "normalizers", "extractors", "tokenizers", "coefficients", "tests",
        )),
        "setup-dataset --list", "setup-metric --list",
    ],
)  # fmt: skip
@pytest.mark.parametrize(("columns", "width"), [("", 120), long("90", 90)])
def test_pipe(cli, monkeypatch, words, columns, width):
    """In a pipe or a file every list has lines of 120 columns, or COLUMNS, and whole cells."""
    monkeypatch.setenv("COLUMNS", columns)
    done = cli(*words.split())
    assert max(map(len, done.out.splitlines())) <= width
    if "--list" in words:
        return
    rows = cli(*words.split(), "--format", "json").json()
    text = " ".join(done.out.split())
    assert all(" ".join(row.get("summary", "").split()) in text for row in rows)


@pytest.mark.parametrize("verb", ["setup-dataset", "setup-metric"])
def test_sizes(cli, monkeypatch, verb):
    """Sizes have one unit, no corpus has a size of 0, and lines fit 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    shown = cli(verb, "--list").out
    assert "bytes" not in shown
    assert " 0 MiB" not in shown
    assert " 0.0 MiB" not in shown
    assert max(map(len, shown.splitlines())) <= 80
