"""Filters of lm-eval logs: rows twice, and rows that name no filter."""

import pytest

from sacreval.errors import InputError, InputNotice
from support.lm_eval_logs import read, row, write, write_results


def old(number, answer="7"):
    """Return a row before 0.4.7, which names neither its filter nor its scores."""
    found = row(number, filtered_resps=[answer])
    for name in ("filter", "metrics", "doc_hash"):
        del found[name]
    return found


def test_rows_twice(tmp_path):
    """A log that a second run was appended to is an error with the document and its filter."""
    rows = [row(i, filter=name) for name in ("a", "b") for i in range(3)]
    path = write(tmp_path, *rows, *rows)
    with pytest.raises(
        InputError, match=r":7: document 0 has a second row under filter 'a'; lm-ev"
    ):
        read(path)
    with pytest.raises(InputError, match=r":4: document 1 has a second row under filter 'none'"):
        read(write(tmp_path, row(0), row(1), row(2), row(1)))


def test_order_of_processes(tmp_path):
    """Rows of several processes, whose documents alternate, are read."""
    rows = [row(i, filter=name) for start in (0, 1) for name in "ab" for i in (start, start + 2)]
    assert [one["instance_id"] for one in read(write(tmp_path, *rows))] == [0, 2, 0, 2, 1, 3, 1, 3]


def test_rows_without_a_filter(tmp_path):
    """The k-th row of a document belongs to the k-th filter, which the results file may name."""
    path = write(tmp_path / "m", old(0), old(1), old(0, "8"), old(1, "8"))
    with pytest.warns(InputNotice, match="rows name no filter; the first row of each document"):
        found = read(path)
    assert [one["system_id"] for one in found] == ["m [filter 1]"] * 2 + ["m [filter 2]"] * 2
    assert found[0]["meta"]["scores"] == {"exact_match": 1.0}
    write_results(tmp_path / "m", config={"filter_list": [{"name": "strict"}, {"name": "loose"}]})
    with pytest.warns(InputNotice, match="as filter 'strict', the next as 'loose'"):
        found = read(path)
    assert {one["system_id"] for one in found} == {"org/model [strict]", "org/model [loose]"}


def test_one_row_without_a_filter(tmp_path):
    """An old log with one row for each document has one system."""
    assert {one["system_id"] for one in read(write(tmp_path / "m", old(0), old(1)))} == {"m"}


def test_unequal_rows_without_a_filter(tmp_path):
    """Old logs whose documents differ in their number of rows cannot be read."""
    with pytest.raises(InputError, match="document 1 has 1 rows and others 2, and they name no"):
        read(write(tmp_path, old(0), old(1), old(0)))
