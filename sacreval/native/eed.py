"""Extended edit distances of prepared texts."""

from typing import TYPE_CHECKING

from sacreval.native.batch import Texts, rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def eed_pairs(
    texts: Texts, *, alpha: float, rho: float, deletion: float, insertion: float
) -> "NDArray[np.float64]":
    """Compute the distance of each prediction from each of its references.

    Args:
        texts: The batch, prepared: no text is empty.
        alpha: Cost of a jump, finite, 0 or more, as all costs.
        rho: Cost of visiting characters more than once.
        deletion: Cost of a deletion.
        insertion: Cost of an insertion.

    Returns:
        (P,), 0 to 1.

    Raises:
        OverflowError: the texts of one instance exceed 2**31 - 1 characters.
        ValueError: a cost is out of its range.

    Source:
        Stanchev, Wang and Ney 2019, aclanthology.org/W19-5359.
    """
    import numpy as np

    costs = (alpha, rho, deletion, insertion)
    return rows(texts, "eed_pairs", texts.pairs, 1, *costs).view(np.float64)[:, 0]
