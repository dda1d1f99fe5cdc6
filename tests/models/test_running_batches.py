"""Batches: every text is in one, and its shape depends on the length of the text alone."""

from hypothesis import given
from hypothesis import strategies as st

from sacreval.models.running import STEP, Shape, batches, shape

LENGTHS = st.lists(st.integers(0, 70), max_size=60)


@given(LENGTHS, st.integers(1, 600), st.sampled_from([0, 70, 75]))
def test_every_text_is_in_one_batch(lengths, budget, limit):
    """Each text is in exactly one batch, which has room for it."""
    found = batches(lengths, budget, limit)
    assert sorted(i for one in found for i in one.members) == list(range(len(lengths)))
    for one in found:
        assert 0 < len(one.members) <= one.shape.rows
        assert all(lengths[i] <= one.shape.width for i in one.members)


@given(LENGTHS, st.integers(1, 600))
def test_a_shape_depends_on_the_text_alone(lengths, budget):
    """The shape of the batch of a text is that of the text on its own."""
    for one in batches(lengths, budget, 0):
        assert {shape(lengths[i], budget, 0) for i in one.members} == {one.shape}


def test_shapes():
    """Widths are multiples of eight up to the limit, and a batch has at least one row."""
    assert shape(0, 512, 0) == Shape(64, STEP)
    assert shape(8, 512, 0) == Shape(64, 8)
    assert shape(9, 512, 0) == Shape(32, 16)
    assert shape(69, 512, 70) == Shape(7, 70)
    assert shape(600, 512, 0) == Shape(1, 600)


def test_texts_of_one_length_fill_batches():
    """Seven texts of 100 tokens take two batches of 512 tokens, the shortest texts come first."""
    found = batches([100] * 7 + [3], 512, 0)
    assert [one.members for one in found] == [(7,), (0, 1, 2, 3), (4, 5, 6)]


def test_a_text_beyond_the_limit():
    """A text that is longer than the limit has a batch of its own length."""
    assert shape(75, 512, 70) == Shape(6, 75)
