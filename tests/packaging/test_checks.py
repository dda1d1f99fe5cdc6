"""`.ci/run`: each part is described, and one that fails is seen."""

import re
import runpy
import subprocess
from functools import cache

import pytest
from nox.command import CommandFailed

from support.mirror import CHECKOUT
from support.shell import has_shell

SCRIPT = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
NOXFILE = (CHECKOUT / "noxfile.py").read_text(encoding="utf-8")
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


@cache
def sessions():
    """Return the names of noxfile.py, which may be read once only."""
    return runpy.run_path(str(CHECKOUT / "noxfile.py"))


def test_the_lowest_versions_of_extras_are_installed():
    """They are installed by tests/lowest.sh, or by sessions; those of two are not yet."""
    noxfile = sessions()
    bounds = {bound.replace(">=", "==") for bound in noxfile["EXTRAS"]["neural"]}
    torch = noxfile["TORCH"].removesuffix(".0")
    assert {bound for bound in bounds if bound.startswith("torch")} == {torch}
    assert "neural_lowest" in SCRIPT.partition("test_neural() {")[2].partition("}")[0]
    lowest = re.search(
        "^extras=(.*)$", (CHECKOUT / "tests" / "lowest.sh").read_text(), re.MULTILINE
    )
    assert 'x.replace(">=", "==") for x in EXTRAS["mlflow"]' in NOXFILE
    assert set(noxfile["EXTRAS"]["language"]) <= set(noxfile["EXTRAS"]["neural"])
    apart = {"neural", "language", "mauve", "character", "mlflow"}
    assert set(lowest[1].split(",")) | apart == noxfile["EXTRAS"].keys()


class Session:
    """A session of nox in which packages cannot be installed; it keeps what is logged and run."""

    virtualenv = None
    posargs = ()
    bin = "bin"

    def __init__(self, lacking):
        self.lacking, self.said, self.ran, self.env = lacking, [], [], {}

    def install(self, *packages):
        if self.lacking in packages:
            raise CommandFailed

    def log(self, sentence):
        self.said.append(sentence)

    def run(self, *words, **_):
        self.ran.append(words)
        return "bertscore comet"


def test_without_torch_the_neural_sessions_say_so():
    """Where torch cannot be installed, each session is one line; without peers, tests still run."""
    noxfile = sessions()
    for name in ("neural", "neural_lowest", "comet"):
        session = Session(noxfile["TORCH"])
        noxfile[name].func(session)
        assert session.said == ["could not run: torch==2.13.0 cannot be installed here"]
        assert session.ran == []
    session = Session("bert-score==0.3.13")
    noxfile["neural_lowest"].func(session)
    assert [sentence[:36] for sentence in session.said] == ["could not run: bert-score==0.3.13, s"]
    assert len(session.ran) == 1
    session = Session("nothing")
    noxfile["neural"].func(session)
    assert session.ran[-1][-1] == "bertscore or comet or test_model_metrics"


def test_without_tools_their_session_says_so():
    """A tool that cannot be installed is one line, and the tests that need others still run."""
    noxfile = sessions()
    session = Session(noxfile["VALIDATOR"])
    noxfile["tools"].func(session)
    assert [sentence[:15] for sentence in session.said] == ["could not run: "]
    assert "tests/readers/test_lm_eval_fresh.py" in session.ran[-1]


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
    last = {"good": "good: passed after N s: 3 passed in 0.1s",
            "bad": "bad: FAILED after N s: 1 failed, 2 passed in 1s"}  # fmt: skip
    ends = {re.sub(r"after \d+ s", "after N s", line) for line in lines[-1 - len(parts) : -1]}
    assert ends == {last[name] for name in parts}
    assert lines[-1].startswith("FAILED after" if code else "passed after")
