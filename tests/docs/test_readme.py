"""What the README promises of its first commands; tests/docs/test_pages.py plays the others."""

from support.mirror import CHECKOUT
from support.shell import perform
from support.shown import differs
from support.walkthrough import blocks

README = CHECKOUT / "README.md"
SHELL = blocks(README, "sh")


def test_the_checks_run_its_two_commands_as_they_stand():
    """`.ci/run` holds the README's first two commands word for word."""
    script = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    for block in SHELL[:2]:
        assert block.text.strip() in script


def test_its_first_command_prints_its_table():
    """The sample's table, and the lines below it, are those that the README shows."""
    command = SHELL[0].text.strip().split(" && ")[-1].removeprefix(".venv/bin/")
    done = perform(command, CHECKOUT)
    assert done.code == 0, done.printed
    shown = blocks(README, "")[0].text
    assert not differs(done.printed, shown)
