"""The reader of tables of ratings: quoting, delimiters, rows of raters."""

import pytest

from sacreval.errors import InputError, UsageError

pytestmark = pytest.mark.usefixtures("alone")


def test_literal_quotes(read, tmp_path):
    """Quotes in tables with quoting none are characters like others."""
    (tmp_path / "x.tsv").write_text('model\ttext\nA\t"He said" no\nB\tan "open\n')
    rows = read("raters", tmp_path / "x.tsv", {"prediction": "text", "system_id": "model"})
    assert [r.prediction for r in rows] == ['"He said" no', 'an "open']


def test_csv_quotes_and_embedded_line_ends(read, tmp_path):
    """Quoted cells may hold commas, doubled quotes and line ends; the next line is right."""
    (tmp_path / "x.csv").write_text('a,b\n"one, ""two""\nthree",4\nx,y\n')
    spec = 'raters{"delimiter": "comma", "quoting": "quotes", "ratings": {"q": "b"}}'
    with pytest.raises(InputError, match=r"x.csv:4: 'y' is not a number"):
        read(spec, tmp_path / "x.csv", {"prediction": "a"})
    (tmp_path / "x.csv").write_text('a,b\n"one, ""two""\nthree",4\n')
    [row] = read(spec, tmp_path / "x.csv", {"prediction": "a"})
    assert row.prediction == 'one, "two"\nthree'


def test_blanks_and_tabs_mixed(read, tmp_path):
    """Columns may be parted by tabs in one row and blanks in the next, with blanks at the end."""
    (tmp_path / "x.tsv").write_text("system mqm_avg_score seg_id\nA\tNone 1\nA -0.000000 2 \n")
    fields = {"instance_id": "seg_id", "system_id": "system"}
    rows = read('raters{"delimiter": "blank", "ratings": {"m": "mqm_avg_score"}}',
                tmp_path / "x.tsv", fields)  # fmt: skip
    assert [r.judgments for r in rows] == [{"m": None}, {"m": 0}]


def test_an_uneven_row(read, tmp_path):
    """A row with more cells than headings is named with its line."""
    (tmp_path / "x.tsv").write_text("a\tb\n1\t2\n1\t2\t3\n")
    with pytest.raises(InputError, match=r"x.tsv:3: 3 cells under 2 headings"):
        read("raters", tmp_path / "x.tsv", {"prediction": "a"})


def test_rows_of_raters(read, tmp_path):
    """Rows that agree in some columns are one record, with one place a rater."""
    (tmp_path / "x.tsv").write_text("id\tsys\twho\tq\n1\tA\tu\t3\n1\tA\tv\t4\n2\tA\tv\tNULL\n")
    spec = 'raters{"by": ["id", "sys"], "rater": "who", "ratings": {"q": "q"}}'
    rows = read(spec, tmp_path / "x.tsv", {"instance_id": "id", "system_id": "sys"})
    assert [r.judgments for r in rows] == [{"q": [3, 4]}, {"q": [None, None]}]
    (tmp_path / "x.tsv").write_text("id\tsys\twho\tq\n1\tA\tu\t3\n1\tA\tu\t4\n")
    with pytest.raises(InputError, match=r"x.tsv:3: rater u rates this output a second time"):
        read(spec, tmp_path / "x.tsv")


def test_columns_that_are_not_there(read, tmp_path):
    """A column that is asked for and missing is named with those there are."""
    (tmp_path / "x.tsv").write_text("a\tb\n1\t2\n")
    with pytest.raises(InputError, match="no column c; available: a, b"):
        read('raters{"ratings": {"q": "c"}}', tmp_path / "x.tsv")
    with pytest.raises(UsageError, match="JMESPath"):
        read("raters", tmp_path / "x.tsv", {"prediction": "a ["})
