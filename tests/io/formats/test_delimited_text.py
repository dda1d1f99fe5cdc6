"""Tables of any dialect, and values in cells."""

import pytest

from sacreval.errors import InputError
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.values import literal, number
from sacreval.io.lines import MEBIBYTE, LineLimit

NAMED = {"limit": LineLimit(40 / MEBIBYTE, "x")}
QUOTES = {"quoting": "quotes", "limit": LineLimit(40 / MEBIBYTE, "")}


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
    numbered = rows(tmp_path, text, delimiter="comma", quoting="quotes", skip=1)
    assert [line for line, _ in numbered] == [5, 6]
    assert numbered[0][1] == {"a": "1", "b": "x\ny"}


def test_blanks(tmp_path):
    """Any run of blanks separates cells, and quotes are read as they are."""
    numbered = rows(tmp_path, 'a  b\n\n 1 \t "x\n', delimiter="blank")
    assert numbered == [(3, {"a": "1", "b": '"x'})]


@pytest.mark.parametrize(
    ("text", "how", "message"),
    [
        ("a\tb\n1\t2\n1\n", {}, "a.tsv:3: 1 cells under 2 headings"),
        ("a\tb\n1\t2\n1\t2\t3\n", {}, "a.tsv:3: 3 cells under 2 headings"),
        ("\na\ta\n", {}, "a.tsv:2: the heading 'a' is repeated"),
        ("a\t\t\n", {}, "a.tsv:1: two columns have no heading; name them"),
        ('a\n"1\n2\n', QUOTES, r"a.tsv:3: not a table \(unexpected end of data\); check quotes"),
        ("a\r1\r", {}, r"a.tsv:1: a carriage return; end lines in \\n$"),
        (
            "a\r1\r",
            NAMED,
            r"a.tsv:1: a .*, or give --reader with .*, as in 'x{\"quoting\": \"quotes\"}'",
        ),
        ("a\r1\r", {"quoting": "quotes"}, r"a.tsv:1: .* outside quotes; .* end lines in \\n$"),
        ("a\r1\r", {"delimiter": "blank"}, r"a.tsv:1: a carriage return; end lines in \\n$"),
        ('a\n"1"2\n', QUOTES, r"a.tsv:2: not a table \('\t' expected after '\"'\)"),
        ('a\n"1' + 9 * "12345\n", QUOTES, "a.tsv:8: this cell is longer than"),
        (f"a\n{'x' * 50}\n", QUOTES, "a.tsv:2: this line is longer than"),
    ],
)
def test_faults(tmp_path, text, how, message):
    """What is wrong is named with its line."""
    with pytest.raises(InputError, match=message):
        rows(tmp_path, text, **how)


def test_headings(tmp_path):
    """One heading may be empty, and those of ignored columns may be repeated."""
    assert rows(tmp_path, "\tq\tq\n1\t2\t3\n", drop=("q",)) == [(2, {"": "1"})]
    assert rows(tmp_path, "\tq\tq\n1\t2\t3\n", drop=("", "q")) == [(2, {})]
    table = Sheet().cells(str(tmp_path / "a.tsv"))
    with pytest.raises(InputError, match="the heading 'q' is repeated"):
        next(table)


def test_not_utf8(tmp_path):
    """Bytes that are no UTF-8 are an error that names the line."""
    (tmp_path / "b.tsv").write_bytes(b"a\n\xff\n")
    with pytest.raises(InputError, match="b.tsv:2: not UTF-8"):
        list(Sheet().rows(str(tmp_path / "b.tsv")))


@pytest.mark.parametrize("cell", ["None", "NULL", "null", "NaN", "nan", "", " None ", None])
def test_gaps(cell):
    """Every spelling of a gap is None, and nothing else is."""
    assert number(cell, "x:1") is None


def test_numbers():
    """Whole numbers stay whole, and minus zero is a number."""
    assert number("3", "x:1") == 3
    assert number("-0.000000", "x:1") == 0
    with pytest.raises(InputError, match=r"x:1: 'three' is not a number"):
        number("three", "x:1")


def test_lists_with_bare_nan():
    """Python lists in cells may hold a bare nan, which is a gap; nothing is ever run."""
    assert literal("[3, nan, 5.5]", "x:1") == [3, None, 5.5]
    assert literal("[['race'], ['nan']]", "x:1") == [["race"], ["nan"]]
    for evil in ("__import__('os').system('true')", "[x for x in (1,)]", "[1, 2", "open('x')"):
        with pytest.raises(InputError, match="not a list or number"):
            literal(evil, "x:1")
