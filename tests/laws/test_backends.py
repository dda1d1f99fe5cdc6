"""Rows of the kernels on several threads; `of_backends.py` has the laws of backends."""

import pytest

from sacreval import native
from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.execution.local import Local
from sacreval.execution.serialization import slices
from support.backends import check
from support.sizes import long
from support.specimens import instances
from support.variants import variants


@pytest.mark.skipif(not native.available(), reason="the kernels were not built")
@pytest.mark.parametrize("times", [1, long(4)])
def test_threads(times):
    """Rows made by the kernels on several threads at once are the rows made here."""
    own = [metric.with_engine("native") for metric in variants()[0] if metric.covers_native()]
    of_texts = [metric for metric in own if not metric.example]
    batch = Batch(instances(metrics.get("bleu")) * times)
    check(Local(4), list(slices(batch, 5)), *of_texts, leave_one_out=True)
