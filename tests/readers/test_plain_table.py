"""Records from the rows of tables with types."""

import pytest

from sacreval.errors import InputError
from sacreval.io.formats.arrow_files import ArrowLimit
from sacreval.readers._plain_table import ArrowTable, table_batches
from support.arrow_tables import arrow, pyarrow


def records(*rows, fields=None):
    """Return the records of rows."""
    return [one for batch in table_batches(rows, "x", fields or {}) for one in batch]


def test_missing_values():
    """A missing value is a field that the record does not have, in groups and judgments too."""
    row = {"prediction": "7", "input": None, "system_type": None, "groups": {"a": "x", "b": None}}
    (one,) = records(row)
    assert (one.input, one.system_type, one.groups) == (None, "peer", {"a": "x"})


def test_named_columns():
    """Columns `judgments.NAME` and values of the type map become values by name."""
    (one,) = records({"prediction": "7", "judgments.fluency": 4.0, "groups": [["topic", "add"]]})
    assert (one.judgments, one.groups) == ({"fluency": 4.0}, {"topic": "add"})


def test_wrong_types():
    """A field of the wrong type is an error with the row."""
    with pytest.raises(InputError, match="x:2: `references` must be a list"):
        records({"prediction": "7"}, {"prediction": "7", "references": {"a": 1}})


def test_map():
    """Mapped fields are found by expressions, and unused columns are kept in `meta`."""
    (one,) = records({"out": {"text": "7"}, "more": 1}, fields={"prediction": "out.text"})
    assert (one.prediction, one.meta) == ("7", {"more": 1})
    with pytest.raises(InputError, match="matches nothing"):
        records({"out": "7"}, fields={"prediction": "put"})


def test_labels(tmp_path):
    """Numbers of labels have the names that the schema notes."""
    features = '{"info": {"features": {"gold": {"names": ["no", "yes"], "_type": "ClassLabel"}}}}'
    table = pyarrow().table({"gold": [1]}).replace_schema_metadata({"huggingface": features})
    path = str(arrow(tmp_path / "x.arrow", table))
    assert list(ArrowTable(path, "arrow", ArrowLimit(512.0, "arrow")).rows()) == [{"gold": "yes"}]
