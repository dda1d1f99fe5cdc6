"""Results of slices joined."""

from sacreval.execution.local import Local
from sacreval.metrics._wrappers import Extracted
from support.backends import check
from support.text_batches import batches, on


def test_all_failed():
    """A slice in which nothing could be scored joins the others."""
    numbers = Extracted(metric=on("official", "bleu"), extract="last-number")
    data = batches([*["no number"] * 130, "1", "2", *["none"] * 200], size=400)
    check(Local(2), data, numbers, leave_one_out=True)
