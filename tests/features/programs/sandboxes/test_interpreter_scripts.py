"""The text that a Python inside a sandbox is started with."""

import platform
import subprocess
import sys

import pytest

from sacreval.features.programs.sandboxes.interpreter import scripts


@pytest.mark.parametrize("version", [platform.python_version(), "2.7.18", ""])
def test_start(version):
    """As byte code and as text the driver starts, and ends when standard input is closed."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", *scripts(version)], input=b"",
                          capture_output=True, check=False)  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_byte_code():
    """Only a Python of the same release gets byte code."""
    same, other = scripts(platform.python_version()), scripts("3.1")
    assert "def main" in other[1]
    assert int(same[1][:2], 16)
