"""Files of one JSON document, or of one on each line."""

import json

import pytest

from sacreval.errors import InputError
from sacreval.io.formats.json_documents import document, documents, printable


def test_one_document(tmp_path):
    """A file is one document, over as many lines as it likes."""
    path = tmp_path / "a.json"
    path.write_text('{"a":\n [1]}')
    assert document(str(path)) == {"a": [1]}


def test_lines(tmp_path):
    """Each line that is not blank is a document."""
    path = tmp_path / "a.jsonl"
    path.write_text("1\n\n[2]\n")
    assert list(documents(str(path), lines=True)) == [1, [2]]


@pytest.mark.parametrize("line", ["{", '{"a": 1, "a": 2}', "[" * 100_000, '"\udcff"'])
def test_damaged_lines(tmp_path, line):
    """Damaged JSON, a repeated key and bytes that are no text are named by their line."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(f"1\n{line}\n".encode("utf-8", "surrogateescape"))
    found = documents(str(path), lines=True)
    assert next(found) == 1
    with pytest.raises(InputError, match="a.jsonl:2"):
        next(found)


def test_a_damaged_document(tmp_path):
    """A document has no line, and is named by its file."""
    path = tmp_path / "a.json"
    path.write_text('{"a": 1,}')
    with pytest.raises(InputError, match=r"a\.json: "):
        document(str(path))


@pytest.mark.parametrize("half", [r"\ud800", r"\ude00", r"\ud800\u0061"])
def test_half_pairs(tmp_path, half):
    """A text with half of a surrogate pair is an error that says so, with its byte."""
    path = tmp_path / "a.json"
    path.write_text(f'{{"a": "{half}", "b": 1}}')
    with pytest.raises(
        InputError, match=r"a\.json: a text has half of a surrogate pair \(byte \d+\)"
    ):
        document(str(path))


def test_printable():
    """Characters that a terminal obeys are escaped, and the values are the same."""
    values = ["\x9b31m", "\u202e", "\x7f", "\U000e0001", "\xe4\U0001f600", "\n\x1b"]
    written = json.dumps(values, ensure_ascii=False, indent=1)
    assert json.loads(printable(written)) == values
    assert printable(written).replace("\n", "").isprintable()
    assert printable('{"a": "\xe4"}\n') == '{"a": "\xe4"}\n'
