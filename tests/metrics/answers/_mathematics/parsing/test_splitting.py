"""Where tokens are split."""

from sacreval.metrics.answers._mathematics.parsing.splitting import closing, split
from sacreval.metrics.answers._mathematics.parsing.tokens import tokens


def test_split():
    """Signs in brackets and environments split nothing."""
    found = split(tokens(r"(1,2),\begin{pmatrix}1,2\end{pmatrix};3"), {","})
    assert [len(part) for part in found.parts] == [5, 5, 1]
    assert found.signs == [",", ","]
    assert split([], {","}).parts == [[]]


def test_closing():
    """The bracket that closes the first one may be of another kind, as in an interval."""
    assert closing(tokens("[0,1)+(2)")) == 4
    assert closing(["(", "1"]) == -1
