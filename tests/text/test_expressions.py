"""JMESPaths: what is wrong in them is said before anything is read."""

import pytest

from sacreval.errors import UsageError
from sacreval.text.expressions import compiled


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("lenght(a)", "no function lenght"),
        ("a.join(' ', [lenght(b)])", "no function lenght"),
        ("length(a, b)", "length does not take 2 arguments"),
        ("a[::0]", "the step of a slice is 0"),
        ("a[?b > `1`].c[1:2:0]", "the step of a slice is 0"),
    ],
)
def test_wrong_paths(path, said):
    """Functions there are not, wrong numbers of arguments and steps of 0 are found."""
    with pytest.raises(UsageError, match=said):
        compiled(path, "--map")
