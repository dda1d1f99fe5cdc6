"""Help at any width has whole lines."""

import pytest

WIDTHS = (80, 140)


COMMANDS = ("--help", "evaluate --help", "evaluate bleu --help", "evaluate bleu --help-all",
            "score chrf --help-all", "compare rouge --help-all", "correlate scores --help-all",
            "correlate bleu --help", "correlate bleu --help-all", "evaluate suite --help-all",
            "list --help", "setup-dataset --help")  # fmt: skip


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("words", COMMANDS)
def test_width(cli, monkeypatch, words, width):
    """No line is wider than the terminal, and no sentence is cut."""
    monkeypatch.setenv("COLUMNS", str(width))
    lines = cli(*words.split()).out.splitlines()
    assert max(map(len, lines)) <= width
    assert not {"…", "\x1b"} & {*"".join(lines)}
