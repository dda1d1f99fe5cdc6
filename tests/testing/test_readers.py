"""check_reader: records that are expected, damaged files, wrong ones."""

import pytest

from sacreval.testing import check_reader
from support.own_readers import Arrows, Hides, Raises, ReadsAll, by_line

RECORDS = [{"prediction": "a", "references": ["b"]}, {"prediction": "c", "references": ["d"]}]


@pytest.fixture
def pairs(tmp_path):
    """Write two records."""
    path = tmp_path / "x.pairs"
    path.write_text("a -> b\nc -> d\n", encoding="utf-8")
    return path


def test_a_reader(pairs, tmp_path):
    """A reader that yields the records and names wrong lines passes, and so does a function."""
    wrong = tmp_path / "wrong.pairs"
    wrong.write_text("a -> b\nc\n", encoding="utf-8")
    check_reader(Arrows, {pairs: RECORDS}, wrong={wrong: "wrong.pairs:2: no ->"})
    check_reader(Arrows(arrow=" -> "), {pairs: RECORDS})
    check_reader('py:support.own_readers:Arrows{"arrow": " -> "}', {str(pairs): RECORDS})
    check_reader(by_line, {pairs: [{"prediction": "a -> b"}, {"prediction": "c -> d"}]})
    check_reader("parallel-text", {pairs: [{}, {}]})


@pytest.mark.parametrize(
    ("reader", "records", "part"),
    [
        (Arrows, RECORDS[:1], "2 records are read, not 1"),
        (Arrows, [RECORDS[0], {"prediction": "x"}], "`prediction` of record 2 is 'c', not 'x'"),
        (Raises, RECORDS, "raised IndexError"),
        (Hides, RECORDS, "does not name the file"),
    ],
)
def test_broken_laws(pairs, reader, records, part):
    """A record that differs, an exception and a message without the file are named."""
    with pytest.raises(AssertionError) as error:
        check_reader(reader, {pairs: records})
    assert part in str(error.value)


def test_a_wrong_file_that_is_read(pairs):
    """A file that is said to be wrong has to be refused."""
    with pytest.raises(AssertionError, match="reads this file, which is wrong"):
        check_reader(ReadsAll, {}, wrong={pairs: "no"})
