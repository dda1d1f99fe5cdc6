"""Options of metrics in Python have the types that they have in YAML."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.options.specs import OptionError


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("bleu", {"lowercase": "false"}, "bleu: `lowercase` must be true or false, not text"),
        ("bleu", {"smooth_method": "expp"}, "bleu: `smooth_method` cannot be 'expp'"),
        ("chrf", {"word_order": "2"}, "chrf: `word_order` must be a whole number, not text"),
        ("chrf", {"word_order": True}, "chrf: `word_order` must be a whole number"),
        ("rouge", {"types": [1]}, r"rouge: `types\[0\]` must be text"),
    ],
)
def test_wrong_types(name, options, problem):
    """A value of another type is refused in the words of YAML, where it would change scores."""
    with pytest.raises(OptionError, match=problem):
        metrics.get(name)(**options)


def test_values_of_numpy():
    """Scalars of NumPy become Python's own, so that the signature is the same."""
    found = metrics.get("chrf")(word_order=np.int64(2), lowercase=np.bool_(True))
    assert found == metrics.get("chrf")(word_order=2, lowercase=True)
    assert type(found.word_order) is int
