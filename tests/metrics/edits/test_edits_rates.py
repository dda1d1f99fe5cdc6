"""MER, WIL and WIP equal jiwer's on random input."""

import numpy as np
import pytest

from support.tasks import pairs, scores_of

CLOSE = {"rel": 1e-12, "abs": 1e-12}


def test_rates_of_words():
    """MER, WIL and WIP of a system are jiwer's."""
    import jiwer

    rng = np.random.default_rng(5)
    words = np.array("a b c d e".split())
    texts = [[" ".join(rng.choice(words, rng.integers(1, 9))) for _ in range(30)] for _ in range(2)]
    want = jiwer.process_words(*texts)
    records = pairs(texts[1], texts[0])
    for name in ("mer", "wil", "wip"):
        assert scores_of(name, records)[name] == pytest.approx(getattr(want, name), **CLOSE)
