"""The reader of Parquet."""

import pytest

from sacreval.errors import InputError
from support.arrow_tables import parquet

pytestmark = pytest.mark.usefixtures("alone")


def test_records(read, tmp_path):
    """Columns are fields of records; the file's stem is the system."""
    rows = [{"prediction": "7", "references": ["7", "seven"], "groups.topic": "add"}]
    (one,) = read("parquet", parquet(tmp_path / "x.parquet", rows))
    assert (one.prediction, one.references, one.groups) == ("7", ["7", "seven"], {"topic": "add"})


def test_unknown_columns(read, tmp_path):
    """A column that is no field is an error that shows how to map it."""
    path = parquet(tmp_path / "x.parquet", [{"output": "7", "target": "7"}])
    with pytest.raises(InputError, match=r"x.parquet:1: unknown field.*--map prediction=output"):
        read("parquet", path)
    (one,) = read("parquet", path, {"prediction": "output", "references": "target"})
    assert (one.prediction, one.references) == ("7", ["7"])
    (one,) = read('parquet{"columns": ["output"]}', path, {"prediction": "output"})
    assert (one.prediction, one.meta) == ("7", None)
