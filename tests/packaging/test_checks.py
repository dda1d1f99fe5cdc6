"""`.ci/run`: each part is described, and one that fails is seen."""

import re
import subprocess

import pytest

from support.mirror import CHECKOUT
from support.shell import has_shell

SCRIPT = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
DEFINITIONS, RUN = SCRIPT.split("\nmirror=", 1)
PARTS = re.findall(r"\bpart (\w+)", RUN)
GUIDE = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_each_part_is_described():
    """CONTRIBUTING.md has a row for each part, in the order in which they begin."""
    rows = re.findall(r"^\| `(\w+)` \|", GUIDE.partition("\n## Checks\n")[2], re.MULTILINE)
    assert rows == PARTS


def test_the_readmes_commands_come_first():
    """Nothing is installed, and no corpora are looked for, before both commands have run."""
    assert PARTS[:3] == ["score_sample", "test_quick", "prepare"]
    assert SCRIPT.count("apt-get install") == SCRIPT.partition("prepare() {")[2].count(
        "apt-get install"
    )


@pytest.mark.skipif(not has_shell(), reason="no bash")
@pytest.mark.parametrize(
    ("parts", "code"), [(["good"], 0), (["good", "bad"], 1), (["bad", "good"], 1)]
)
def test_a_part_that_fails_is_seen(parts, code, tmp_path):
    """A failure prints the whole log and fails the run; the last lines have a line a part."""
    script = tmp_path / ".ci" / "run"
    script.parent.mkdir()
    script.write_text(
        f"{DEFINITIONS}\n"
        "good() { echo hidden; seq 9; echo '3 passed in 0.1s'; }\n"
        "bad() { echo shown; seq 9; echo '1 failed, 2 passed in 1s'; exit 1; }\n"
        f"{{ {' '.join(f'part {name};' for name in parts)} }} &\nwait\nfinish\n"
    )
    done = subprocess.run(
        ["bash", script], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    assert (done.returncode, done.stderr) == (code, "")
    lines = done.stdout.splitlines()
    assert "hidden" not in lines
    assert ("shown" in lines) == ("bad" in parts)
    last = {"good": "good: passed after 0 s: 3 passed in 0.1s",
            "bad": "bad: FAILED after 0 s: 1 failed, 2 passed in 1s"}  # fmt: skip
    assert set(lines[-1 - len(parts) : -1]) == {last[name] for name in parts}
    assert lines[-1].startswith("FAILED after" if code else "passed after")
