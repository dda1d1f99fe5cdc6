"""Records that must not leave this machine: those with `meta.private`."""

from __future__ import annotations

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError


def is_private(record: Instance) -> bool:
    """Return whether `meta.private` of a record is there and anything but false."""
    return (record.meta or {}).get("private", False) is not False


def check_not_private(batch: Batch) -> None:
    """Check that no record of a batch is marked as private, before its texts go into requests.

    Args:
        batch: The records.

    Raises:
        InputError: At the first record whose `meta.private` is true, or anything but false.
    """
    for i, record in enumerate(batch.instances):
        if is_private(record):
            raise InputError(
                f"{batch.where(i)}: this record has `meta.private`, so that no model is asked "
                "about it; leave it out, or set it to false"
            )
