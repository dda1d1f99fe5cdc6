"""The reader of QAGS."""

import pytest

pytestmark = pytest.mark.usefixtures("alone")


def test_misdecoded_pounds(read, mirror):
    """QAGS's 45 mis-decoded pound signs are kept, or mended on request."""
    path = next(mirror.glob("*/W4ngatang/qags/*/data/mturk_xsum.jsonl"))

    def count(spec, text):
        return sum((r.prediction + r.sources[0]).count(text) for r in read(spec, path))

    assert count("qags", "\u00e2\u00a3") == 45
    assert count("qags", "\u00a3") == 127
    assert count('qags{"mend_pounds": true}', "\u00e2\u00a3") == 0
    assert count('qags{"mend_pounds": true}', "\u00a3") == 127
