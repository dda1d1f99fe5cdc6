"""What `sacreval cite` is asked for."""

import pytest

from sacreval.errors import UsageError
from sacreval.report.citations.cited import cited


def test_names():
    """Metrics, other names of metrics, and corpora are found; entries are those of all, once."""
    found = cited(["chrf++", "TER", "wmt23", "chrf"])
    assert [(one.metric, one.options) for one in found.used][:2] == [
        ("chrf", ("word order 2",)),
        ("ter", ()),
    ]
    assert [one.name for one in found.corpora] == ["wmt23"]
    keys = [entry.key for entry in found.entries]
    assert len(keys) == len(set(keys))
    assert {"sacreval", "popovic2015"} <= set(keys)


def test_unknown():
    """An unknown name has the nearest one."""
    with pytest.raises(UsageError, match="bleu"):
        cited(["bleuu"])
