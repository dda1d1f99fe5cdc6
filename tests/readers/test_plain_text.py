"""Plain and line-parallel text, and files that are neither by their first bytes."""

import json

import pytest

from sacreval.errors import InputError
from sacreval.readers._plain_text import columns, format_error, is_record, other_format

pytestmark = pytest.mark.usefixtures("alone")


@pytest.mark.parametrize(
    ("start", "remedy"),
    [
        (b'\xef\xbb\xbf{"id": 1, "prediction": "a"}\n', "--reader jsonl"),
        (b'[{"reference": "a"}]', "--reader json"),
        (b'<?xml?><srcset setid="x">', "--reader sgml"),
        (b"<dataset id='x'><doc>", "--reader wmt-xml"),
        (b"prediction,reference_1\na,b\n", "--reader 'table'"),
        (b"prediction\tjudgments.h\na\t1\n", "delimiter"),
    ],
)
def test_other_formats(start, remedy):
    """Records, tables and markup are named with the option that reads them."""
    assert remedy in other_format(start)


@pytest.mark.parametrize(
    "start",
    [b"A sentence.\n", b"{curly} text", b"<b>bold</b>", b"input,output\n", b"prediction\n",
     b"Well, reference, they said\n", b""],
)  # fmt: skip
def test_plain_text(start):
    """Sentences with braces, tags or commas are plain text."""
    assert other_format(start) is None
    assert not is_record(start)


@pytest.mark.parametrize(
    ("start", "number"),
    [(b"a\tb\nc\td\ne", 2), (b"a\nb\n", 1), (b"a\tb\nc\n", 1), (b"a\tb\tc", 3)],
)
def test_columns(start, number):
    """Columns count where all whole lines have as many."""
    assert columns(start) == number


def test_what_was_read_as_json():
    """The message begins with the place, and says how to read it; a broken record has none."""
    assert format_error(b"a\tb\nc\td\n", "f:1").startswith("f:1: ")
    assert "2 columns" in format_error(b"a\tb\nc\td\n", "f:1")
    assert format_error(b"just text\n", "f:1") is None
    assert format_error(b'{"prediction": "a\n', "f:1") is None


def test_parallel_text_with_sources_and_judgments(read, tmp_path):
    """Sources and human scores may lie in files of as many lines."""
    for name, text in {"hyp": "a\nb\n", "src": "s\nt\n", "da": "0.5\nNone\n"}.items():
        (tmp_path / name).write_text(text)
    options = {"sources": str(tmp_path / "src"), "judgments": {"da": str(tmp_path / "da")}}
    rows = read(f"parallel-text{json.dumps(options)}", tmp_path / "hyp")
    assert [(r.sources, r.judgments) for r in rows] == [(["s"], {"da": 0.5}), (["t"], {"da": None})]
    (tmp_path / "src").write_text("s\n")
    with pytest.raises(InputError, match="src: this file ends after line 1"):
        read(f"parallel-text{json.dumps(options)}", tmp_path / "hyp")


def test_parallel_text_with_several_sources(read, tmp_path):
    """Sources are one file or several, of which each has a document of every input."""
    for name in ("one", "two"):
        (tmp_path / name).write_text(f"{name} a\n{name} b\n")
    (tmp_path / "p.txt").write_text("x\ny\n")
    both = json.dumps({"sources": [str(tmp_path / name) for name in ("one", "two")]})
    rows = read(f"parallel-text{both}", tmp_path / "p.txt")
    assert [row.sources for row in rows] == [["one a", "two a"], ["one b", "two b"]]
