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
        ("|".join(["a", *["[@, @]"] * 40]), "repeats its data more than 1,000 times"),
        ("|".join(["a", *["join('', [@, @])"] * 40]), "repeats its data more than 1,000 times"),
        ("map(&" * 12 + "[@, @]" + ", [@, @])" * 12, "repeats its data more than 1,000 times"),
        ("a[::0]", "the step of a slice is 0"),
        ("a[?b > `1`].c[1:2:0]", "the step of a slice is 0"),
    ],
)
def test_wrong_paths(path, said):
    """Functions there are not, wrong numbers of arguments and steps of 0 are found."""
    with pytest.raises(UsageError, match=said):
        compiled(path, "--map")


def test_long_paths():
    """Expressions that name much, and repeat little, are no error."""
    assert compiled(" || ".join(f"a{i}.b[0]" for i in range(90)), "--map")({"a9": {"b": [1]}}) == 1
    assert compiled("a[*].{x: b, y: c} | [?x > `1`].y | [0]", "--map")({"a": []}) is None
