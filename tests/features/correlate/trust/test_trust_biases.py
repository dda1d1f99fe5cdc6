"""Biases of a judge."""

import numpy as np
import pytest

from sacreval.features.correlate.trust.trust_biases import Biased, biases

SAME = {"reverse": False, "confidence": 0.999}


def cells(rng, n=400, *, by_length=0.0, favour=0.0, scale=1.0):
    """Draw scores with biases of a known size."""
    human, length = rng.normal(size=n), rng.normal(200, 50, n)
    favoured = rng.random(n) < 0.4
    judge = human + 0.3 + by_length * (length - 200) / 50 + favour * favoured
    judge = scale * (judge + 0.2 * rng.normal(size=n))
    return Biased(judge, human, np.arange(n) // 2, length), favoured


def test_sizes():
    """Biases of a known size are inside their intervals, on the scale of the ratings."""
    drawn, favoured = cells(np.random.default_rng(1), by_length=0.5, favour=0.8)
    found = biases(drawn, own="x", favoured=favoured, on_scale=True, **SAME)
    for one, want in ((found.length, 0.5 * found.length_sd / 50), (found.own.effect, 0.8)):
        assert one.interval.low < want < one.interval.high
        assert one.error < 0.1
    assert found.bias.value == pytest.approx(0.3 + 0.8 * favoured.mean(), abs=0.1)
    assert (found.unit, found.own.n + found.own.others) == ("points", 400)


def test_another_scale():
    """Scores on another scale, and those where lower is better, are standardised first."""
    for scale, turned in ((20.0, False), (-20.0, True)):
        drawn, favoured = cells(np.random.default_rng(2), by_length=0.5, scale=scale)
        options = {"on_scale": False, "reverse": turned, "confidence": 0.999}
        found = biases(drawn, own="x", favoured=favoured, **options)
        assert (found.bias, found.unit) == (None, "standard deviations")
        assert found.reversed is turned
        assert found.length.interval.low > 0.2
        assert found.own.effect.interval.low < 0 < found.own.effect.interval.high


def test_what_is_unknown_is_none():
    """Without lengths, without a system, and without other systems, there is no such bias."""
    drawn, favoured = cells(np.random.default_rng(3))
    bare = drawn._replace(length=np.full(400, np.nan))
    found = biases(bare, own=None, favoured=None, on_scale=True, **SAME)
    assert (found.length, found.length_sd, found.own) == (None, None, None)
    for one in (np.zeros_like(favoured), np.ones_like(favoured)):
        assert biases(drawn, own="x", favoured=one, on_scale=True, **SAME).own is None


def test_one_instance_has_no_error():
    """Outputs of one instance have biases without errors."""
    drawn, _ = cells(np.random.default_rng(4))
    one = drawn._replace(instance=np.zeros(400))
    found = biases(one, own=None, favoured=None, on_scale=True, **SAME)
    assert found.bias.error is found.bias.interval is None
