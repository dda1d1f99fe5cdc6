"""The texts that the n-gram kernels count: raw, or already split."""

import pytest

from sacreval import native
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams._base import for_kernel

BATCH = Batch([Instance(prediction="猫が 3.5", references=["A b."])])
pytestmark = pytest.mark.skipif(not native.available(), reason="the kernels are not built")


def test_compiled_tokenizers_read_raw_texts():
    """What a kernel can split itself is passed on as it is, with the options."""
    texts, options = for_kernel(BATCH, "13a", lowercase=True)
    assert texts is BATCH.texts
    assert options == {"tokenize": "13a", "lowercase": True}


def test_other_tokenizers_run_before():
    """Other texts are split and lowercased first, and the kernel splits at blanks only."""
    texts, options = for_kernel(BATCH, "zh", lowercase=True)
    split = Batch([Instance(prediction="猫 が 3.5", references=["a b ."])])
    assert options == {"tokenize": "none", "lowercase": False}
    got, want = (
        native.bleu(one, **options, max_ngram_order=2).tolist() for one in (texts, split.texts)
    )
    assert got == want
