"""Words of commands."""

import pytest

from sacreval.errors import UsageError
from sacreval.io.programs.command_words import words


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("python score.py --x 1", ["python", "score.py", "--x", "1"]),
        ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
        ("a; b | c > d $HOME *", ["a;", "b", "|", "c", ">", "d", "$HOME", "*"]),
    ],
)
def test_words(command, found):
    """Quotes keep words together, and no other character is special."""
    assert words(command) == found


@pytest.mark.parametrize(
    ("command", "said"), [("", "names no program"), ("  ", "names no program"), ("a 'b", "quotes")]
)
def test_no_words(command, said):
    """A command without words, or with an open quote, is refused."""
    with pytest.raises(UsageError, match=said):
        words(command)
