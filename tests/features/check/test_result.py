"""The file of `convert --check`."""

import msgspec
import pytest

from sacreval.features.check.result import RecordCheckFile

EMPTY = b"""{"schema_version": 1, "sacreval": "0", "inputs": [], "records": 0, "instances": 0,
"systems": [], "missing_outputs": {}, "fields": [], "metrics": []}"""


def test_versions():
    """A file of another version of the schema is not taken for one of this version."""
    assert msgspec.json.decode(EMPTY, type=RecordCheckFile).records == 0
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(EMPTY.replace(b": 1", b": 2"), type=RecordCheckFile)
