"""What the README promises."""

import pytest

from support.mirror import CHECKOUT
from support.program import spawn
from support.walkthrough import blocks, commands, has_shell, python, shell

README = CHECKOUT / "README.md"
SHELL, PYTHON = blocks(README, "sh"), blocks(README, "python")


def test_the_checks_run_its_two_commands_as_they_stand():
    """`.ci/run` holds the README's first two commands word for word."""
    script = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    for block in SHELL[:2]:
        assert block.text.strip() in script


def test_its_first_command_prints_its_table():
    """The sample's table is the one that the README shows."""
    words = SHELL[0].text.strip().split(" && ")[-1].split()[1:]
    printed = spawn(*words, cwd=CHECKOUT)
    assert printed.code == 0, printed.err
    assert printed.out.startswith(blocks(README, "")[0].text)


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: block.text.split("\n", 1)[0][:30])
def test_its_python_runs(block, tmp_path):
    """Every Python block runs as it stands."""
    ran = python(block.text, tmp_path)
    assert ran.returncode == 0, ran.stdout


SAMPLE_COMMANDS = [
    line
    for block in SHELL[2:]
    for line in commands(block.text)
    if "configs/sample" in line or line.startswith("sacreval correlate scores")
]


@pytest.mark.skipif(not has_shell(), reason="no bash")
def test_its_commands_on_the_sample_run(tmp_path):
    """Every command that needs only the sample exits with 0, in the order of the README."""
    assert SAMPLE_COMMANDS
    (tmp_path / "configs").symlink_to(CHECKOUT / "configs")
    for line in SAMPLE_COMMANDS:
        ran = shell(line, tmp_path)
        assert ran.returncode == 0, (line, ran.stdout)
