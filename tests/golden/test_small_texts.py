"""Parity with the official libraries on small and odd texts, which runs on any machine."""

from random import Random

import pytest

from support import official
from support.mirror import Corpus
from support.parity import assert_parity
from support.specimens import PAIRS
from support.texts import text
from support.variants import identify, variants

OFFICIAL = [metric for metric in variants()[0] if official.has(metric)]
each_option = pytest.mark.parametrize("metric", OFFICIAL, ids=identify)


@each_option
def test_specimens(metric):
    """Short, empty and repeated texts with one to four references have official scores."""
    assert_parity(metric, Corpus([p for p, _ in PAIRS], [list(r) for _, r in PAIRS]))


@each_option
def test_random_unicode(metric):
    """Random Unicode with what tokenizers trip over, empty texts included, has official scores."""
    random = Random(3)
    references = [[text(random, 8) for _ in range(random.randint(1, 3))] for _ in range(60)]
    predictions = [own[-1][:20] if i % 3 else text(random, 8) for i, own in enumerate(references)]
    assert_parity(metric, Corpus(predictions, references))
