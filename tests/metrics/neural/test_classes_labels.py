"""Names of outputs are those of classes, in lower case."""

import pytest

from sacreval.metrics.neural._classes import _word


@pytest.mark.parametrize(
    ("label", "name"),
    [("Severe Toxic", "severe_toxic"), ("LABEL_0", "label_0"), (" non-toxic ", "non_toxic"),
     ("безопасно", "безопасно"), ("!", "label")],
)  # fmt: skip
def test_names_of_outputs(label, name):
    """Blanks and punctuation become underscores."""
    assert _word(label) == name
