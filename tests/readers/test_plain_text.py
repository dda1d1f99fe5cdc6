"""Files that are no plain text are told by their first bytes."""

import pytest

from sacreval.readers._plain_text import columns, format_error, is_record, other_format


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
