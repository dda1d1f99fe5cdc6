"""The reader of Arrow files, streams and Feather."""

import pytest

from sacreval.readers._base import by_extension
from support.arrow_tables import arrow
from support.sizes import few

pytestmark = pytest.mark.usefixtures("alone")


@few(2, "name", ["x.arrow", "x.arrows", "x.feather", "x.ipc"])
def test_records(read, tmp_path, name):
    """Columns are fields of records, in a file and in a stream."""
    path = arrow(tmp_path / name, [{"prediction": "7"}], stream=name.endswith("s"))
    assert by_extension(str(path)) == "arrow"
    (one,) = read("arrow", path)
    assert one.prediction == "7"
