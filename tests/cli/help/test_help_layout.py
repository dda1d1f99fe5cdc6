"""Help at any width has whole lines."""

import pytest

WIDTHS = (80, 140)


COMMANDS = ("", "evaluate", "evaluate bleu", "score chrf", "compare rouge", "correlate scores",
            "correlate bleu", "evaluate suite", "list", "setup-dataset")  # fmt: skip


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("words", COMMANDS)
def test_width(cli, monkeypatch, words, width):
    """No line is wider than the terminal, and no sentence is cut."""
    monkeypatch.setenv("COLUMNS", str(width))
    lines = cli(*words.split(), "--help").out.splitlines()
    assert max(map(len, lines)) <= width
    assert not {"…", "\x1b"} & {*"".join(lines)}
