"""The structs of trust in judges."""

import msgspec

from sacreval.features.correlate.trust.result import TrustFile, TrustReport, TrustSettings


def test_files_are_read_back():
    """A file of trust holds the settings, the judges and the notices."""
    settings = TrustSettings(human="h", own={"judge": "x"}, scale=(1, 5))
    report = TrustReport(settings=settings, judges=[], notices=["look"])
    read = msgspec.json.decode(msgspec.json.encode(report.to_file()), type=TrustFile)
    assert (read.settings, read.judges, read.notices) == (settings, [], ["look"])
