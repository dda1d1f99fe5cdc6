"""Comparisons as they are written."""

import msgspec
import pytest

from sacreval.core.selection import Selection
from sacreval.core.version import version
from sacreval.features.compare.result import ComparisonFile, ComparisonReport, Settings


def test_a_file_is_read_as_it_was_written():
    """The file has settings, versions and selection, and no notices or failures."""
    report = ComparisonReport(
        Settings(test="sign", seed=7), [], [], ["n"], ["f"], Selection(("peer",))
    )
    file = report.to_file()
    text = msgspec.json.encode(file)
    assert file.sacreval == version()
    assert msgspec.json.decode(text, type=ComparisonFile) == file
    assert not {"notices", "failures"} & msgspec.json.decode(text).keys()


def test_another_schema_is_refused():
    """A file of another version of the schema is not read as this one."""
    text = msgspec.json.encode(ComparisonReport(Settings(), [], []).to_file())
    with pytest.raises(msgspec.ValidationError, match="schema_version"):
        msgspec.json.decode(
            text.replace(b'"schema_version":1', b'"schema_version":2'), type=ComparisonFile
        )
