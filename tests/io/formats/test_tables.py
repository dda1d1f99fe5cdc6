"""Tables of any dialect."""

import pytest

from sacreval.errors import InputError
from sacreval.io.formats.tables import Sheet
from sacreval.io.line_limit import MEBIBYTE, LineLimit


def rows(tmp_path, text, **how):
    path = tmp_path / "a.tsv"
    path.write_text(text, encoding="utf-8", newline="")
    return list(Sheet(**how).rows(str(path)))


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("a\tb\n1\tx y\n", {}),
        ("1;x y\n", {"columns": ("a", "b"), "delimiter": "semicolon"}),
        ('a,b\r\n1,"x y"\r\n', {"delimiter": "comma", "quoting": "quotes"}),
        ("a\tq\tb\n1\t?\tx y\n", {"drop": ("q",)}),
    ],
)
def test_dialects(tmp_path, text, how):
    """Delimiter, quotes, headings and ignored columns are as the sheet says."""
    assert [row for _, row in rows(tmp_path, text, **how)] == [{"a": "1", "b": "x y"}]


def test_line_numbers(tmp_path):
    """Lines count from the start of the file; a quoted cell may go over several."""
    text = 'note\na,b\n\n1,"x\ny"\n2,z\n'
    found = rows(tmp_path, text, delimiter="comma", quoting="quotes", skip=1)
    assert [line for line, _ in found] == [5, 6]
    assert found[0][1] == {"a": "1", "b": "x\ny"}


def test_blanks(tmp_path):
    """Any run of blanks separates cells, and quotes are read as they are."""
    found = rows(tmp_path, 'a  b\n\n 1 \t "x\n', delimiter="blank")
    assert found == [(3, {"a": "1", "b": '"x'})]


@pytest.mark.parametrize("row", ["1", "1\t2\t3"])
def test_another_number_of_cells(tmp_path, row):
    """A row with more or fewer cells than headings is named by its line."""
    with pytest.raises(InputError, match="a.tsv:3"):
        rows(tmp_path, f"a\tb\n1\t2\n{row}\n")


def test_too_long(tmp_path):
    """A line beyond the limit is named by its line."""
    with pytest.raises(InputError, match="a.tsv:2"):
        rows(tmp_path, f"a\n{'x' * 50}\n", limit=LineLimit(40 / MEBIBYTE, ""))


def test_not_utf8(tmp_path):
    """Bytes that are no UTF-8 are an error that names the file."""
    (tmp_path / "b.tsv").write_bytes(b"a\n\xff\n")
    with pytest.raises(InputError, match="b.tsv"):
        list(Sheet().rows(str(tmp_path / "b.tsv")))
