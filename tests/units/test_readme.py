"""What the README promises."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, flags=re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCKS if name == language]


def run(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_the_checks_run_its_two_commands_as_they_stand():
    """`.ci/run` holds the README's first two commands word for word."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    for command in blocks("sh")[:2]:
        assert command.strip() in script


def test_its_first_command_prints_its_table():
    """The sample's table is the one that the README shows."""
    words = blocks("sh")[0].strip().split(" && ")[-1].split()[1:]
    printed = run("-m", "sacreval", *words)
    assert printed.returncode == 0, printed.stderr
    assert printed.stdout.startswith(blocks("")[0])


@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_its_python_runs(number):
    """Every Python block runs as it stands."""
    ran = run("-c", blocks("python")[number])
    assert ran.returncode == 0, ran.stderr


SAMPLE_COMMANDS = [
    line
    for text in blocks("sh")[2:]
    for line in text.splitlines()
    if "configs/sample" in line or line.startswith("sacreval correlate scores")
]


def test_its_commands_on_the_sample_run(tmp_path):
    """Every command that needs only the sample exits with 0, in the order of the README."""
    assert SAMPLE_COMMANDS
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    for line in SAMPLE_COMMANDS:
        ran = run("-m", "sacreval", *line.split()[1:], cwd=tmp_path)
        assert ran.returncode == 0, (line, ran.stderr)
