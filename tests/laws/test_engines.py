"""The laws of engines on many texts, and what no kernel computes; `of_engines.py` has the laws."""

from dataclasses import replace

import pytest

from laws.of_engines import COVERED, check_jackknife, check_random_unicode
from sacreval.core.contract.leave_one_out import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics._wrappers import extracted
from support.variants import identify


@pytest.mark.long
@pytest.mark.parametrize("metric", COVERED, ids=identify)
def test_many_texts(metric):
    """The laws of random Unicode and of jackknifing hold for more texts than are tried usually."""
    check_random_unicode(metric, 150)
    check_jackknife(metric, "official", 40)


def test_a_transform_is_never_left_out():
    """WER with a transform has no kernel: neither WER nor what is put around it ignores it."""
    wer = metrics.get("wer")(transform="standardize")
    around = extracted(wer, extract="last-number")
    pair = Batch([Instance(prediction="It's the END, ok!", references=["it is the end ok"])])
    for refused in (
        lambda: wer.with_engine("native"),
        lambda: around.with_engine("native"),
        lambda: rows_with_leave_one_out(replace(wer, engine="native"), pair),
    ):
        with pytest.raises(UsageError, match="transform:standardize"):
            refused()
    assert wer.reduce(wer.rows(pair)[0])["wer"] == 0.4
