"""The stereotyping file: its content is that of the report, without failures."""

import msgspec

from sacreval.features.stereotyping.result import StereotypingFile, StereotypingReport


def test_a_file_is_read_back():
    """What is written is what the published structure reads."""
    report = StereotypingReport(
        level=0.95, results=[], crows_pairs=[], signatures={"a": "s"}, failures=["x"]
    )
    found = msgspec.json.decode(msgspec.json.encode(report.to_file()), type=StereotypingFile)
    assert found == report.to_file()
    assert found.signatures == {"a": "s"}
