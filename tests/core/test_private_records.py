"""Records that must not leave this machine."""

import pytest

from sacreval.core.private_records import check_not_private
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError


def batch(*metas):
    return Batch([Instance(prediction="a", meta=meta) for meta in metas], "f.jsonl")


def test_others_pass():
    """Records without the mark, or with false, are no error."""
    check_not_private(batch(None, {}, {"private": False}, {"other": True}))


@pytest.mark.parametrize("value", [True, "yes", 1, None, "false"])
def test_private(value):
    """A marked record is an error with its line, whatever the mark is."""
    with pytest.raises(InputError, match="f.jsonl:2: this record has `meta.private`"):
        check_not_private(batch(None, {"private": value}))
