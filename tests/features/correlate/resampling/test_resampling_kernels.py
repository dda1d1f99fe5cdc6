"""What a block of human scores contributes, by hand."""

import numpy as np

from sacreval.features.correlate.resampling.resampling_kernels import (
    human_side,
    per_column,
    weight_classes,
)

Z = np.array([[1.0, 2.0], [1.0, np.nan], [2.0, 3.0]])


def test_human_side():
    """Ranks 1.5, 1.5 and 3 have squares 13.5 - 3 * 4; ranks 1 and 2 have 5 - 2 * 2.25."""
    ties, distinct, squares = human_side(Z)
    assert ties.tolist() == [1, 0]
    assert distinct.tolist() == [2, 2]
    np.testing.assert_allclose(squares, [1.5, 0.5])


def test_amounts_by_column():
    """Amounts of tie classes are summed by column; without classes they are 0."""
    keys = np.array([[0, 0], [0, 1], [1, 2], [1, 3]])
    classes = weight_classes(keys, np.ones(keys.shape, dtype=bool))
    sizes = classes.sizes(np.array([[2, 1, 1, 3]], dtype=np.float32))
    assert per_column(classes, sizes, lambda n: n * n).tolist() == [[3**2 + 4**2, 0]]
    assert per_column(classes, None, lambda n: n).tolist() == [[0, 0]]
