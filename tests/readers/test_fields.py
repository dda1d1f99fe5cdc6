"""Fields of records from foreign data."""

import pytest

from sacreval.errors import UsageError
from sacreval.readers._fields import shape


def test_shape():
    """What no expression selects is left out; parts of a field are put together."""
    apply = shape({
        "prediction": "out.text", "input": "q", "judgments.fluency": "f", "judgments.style": "s",
    })  # fmt: skip
    assert apply({"out": {"text": "a"}, "other": 1, "f": 3}) == {
        "prediction": "a", "judgments": {"fluency": 3, "style": None},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "named"),
    [({"predicton": "a"}, "'prediction'"), ({"prediction": "a["}, "prediction=")],
)
def test_refused(fields, named):
    """An unknown field is answered with the nearest, and a bad expression is named."""
    with pytest.raises(UsageError, match=named):
        shape(fields)
