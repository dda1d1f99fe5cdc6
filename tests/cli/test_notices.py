"""Notices on standard error: failures, quiet runs and long texts."""

from sacreval.cli.notices import notice, of_command, set_quiet, write_notices


def test_many_failures_are_counted(capsys):
    """The first ten reasons are shown, then how many there are; names stay on one line."""
    write_notices(["a\nb"], [f"f.jsonl:{i}: no {i}" for i in range(30)], quiet=False)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 12
    assert lines[0] == "sacreval: a\\nb"
    assert "30 records" in lines[-1]


def test_failures_for_one_reason_are_one_line(capsys):
    """A reason is shown once, with the first record and how many more there are."""
    write_notices([], ["f:1: no", "f:2: x", "f:3: no", "f:4: no"], quiet=False)
    assert capsys.readouterr().err.splitlines()[:-1] == [
        "sacreval: f:1: no (and 2 records more)",
        "sacreval: f:2: x",
    ]


def test_quiet(capsys):
    """--quiet hides notices, and never how many records failed."""
    write_notices(["notice"], ["failure"], quiet=True)
    assert capsys.readouterr().err.count("\n") == 1


def test_a_long_notice_is_cut(capsys):
    """A notice with a name of megabytes stays a sentence."""
    notice("x" * 10**6 + "; mend it")
    text = capsys.readouterr().err
    assert len(text) < 520
    assert text.endswith("; mend it\n")


def test_quiet_for_the_whole_command(capsys):
    """After `set_quiet` only what must be known is shown, until it ends."""
    with of_command(quiet=False):
        set_quiet()
        for kind in ("notice", "input", "failure", "gate", "error", "plugin"):
            notice(kind, kind=kind)
    shown = capsys.readouterr().err
    assert shown == "sacreval: gate\nsacreval: error: error\nsacreval: plugin\n"
    notice("again")
    assert capsys.readouterr().err == "sacreval: again\n"
