"""The gate and the night: parts, failures, which tests run, and what is left out."""

import json
import os
import re
import runpy
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from nox.command import CommandFailed

from sacreval import native
from support import engines
from support.mirror import CHECKOUT
from support.selection import thinned
from support.shell import has_shell
from support.sizes import long

SCRIPT = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")

NOXFILE = (CHECKOUT / "noxfile.py").read_text(encoding="utf-8")

DEFINITIONS, RUN = SCRIPT.split("\nmirror=", 1)

PARTS = re.findall(r"\bpart (\w+)", RUN)

NIGHT = runpy.run_path(str(CHECKOUT / ".ci" / "nightly.py"))

PINS = (CHECKOUT / ".ci" / "constraints.txt").read_text(encoding="utf-8")

GUIDE = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_each_part_is_described():
    """CONTRIBUTING.md has a row for each part of the gate, in its order, and then of the night."""
    rows = re.findall(r"^\| `(\w+)` \|", GUIDE.partition("\n## Checks\n")[2], re.MULTILINE)
    assert rows == [*PARTS, *NIGHT["PARTS"]]


def test_the_readmes_commands_come_first():
    """Nothing else is installed, and no corpora are looked for, before both commands have run."""
    assert PARTS[:2] == ["score_sample", "test_suite"]
    assert "apt-get" not in SCRIPT


def test_tools_that_judge_have_one_release():
    """Everything that `[test]` and the site ask for is pinned, and every session installs by it."""
    pinned = {name.lower() for name in re.findall(r"^([\w.-]+)==\S+$", PINS, re.MULTILINE)}
    extras = sessions()["EXTRAS"]
    wanted = [*sessions()["PROJECT"]["project"]["dependencies"], *extras["test"], *extras["docs"]]
    names = {re.match(r"[\w.-]+", requirement)[0].lower() for requirement in [*wanted, "zizmor"]}
    assert names - {name.replace("_", "-") for name in pinned} - pinned == set()
    assert os.environ["PIP_CONSTRAINT"].endswith("/.ci/constraints.txt")
    assert ".ci/constraints.txt" in SCRIPT.partition("score_sample")[0]


def test_environments_with_releases_of_their_own_are_locked():
    """Sessions whose packages fit no other have files of exact releases, and so has lowest.sh."""
    files = {path.stem: path.read_text("utf-8") for path in (CHECKOUT / ".ci" / "locks").iterdir()}
    assert files.keys() == {*sessions()["LOCKED"], "lowest"}
    for name, text in files.items():
        assert re.fullmatch(r"([\w.-]+==[\w.]+\n)+", text), name
    for name in sessions()["LOCKED"]:
        assert f'_lock(session, "{name}")' in NOXFILE


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
    assert "neural_lowest" in NIGHT["PARTS"]["neural"].command
    lowest = re.search(
        "^extras=(.*)$", (CHECKOUT / "tests" / "lowest.sh").read_text(), re.MULTILINE
    )
    assert 'x.replace(">=", "==") for x in EXTRAS["mlflow"]' in NOXFILE
    assert set(noxfile["EXTRAS"]["language"]) <= set(noxfile["EXTRAS"]["neural"])
    apart = {"neural", "language", "mauve", "character", "mlflow", "test-all"}
    assert set(lowest[1].split(",")) | apart == noxfile["EXTRAS"].keys()
    ours = re.findall(r"sacreval\[([\w,-]+)\]", " ".join(noxfile["EXTRAS"]["test-all"]))
    assert set(",".join(ours).split(",")) <= set(lowest[1].split(","))


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
        "good() { echo hidden 1 failed; seq 9; echo '3 passed in 0.1s'; }\n"
        "bad() { echo shown; seq 9; echo '1 failed, 2 passed in 1s'; exit 1; }\n"
        f"{{ {' '.join(f'part {name};' for name in parts)} }} &\nwait\nfinish\n"
    )
    done = subprocess.run(
        ["bash", script], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    assert (done.returncode, done.stderr) == (code, "")
    lines = done.stdout.splitlines()
    assert "hidden 1 failed" not in lines
    assert ("shown" in lines) == ("bad" in parts)
    last = {"good": "good: passed after N s: 3 passed",
            "bad": "bad: FAILED after N s: 1 failed, 2 passed"}  # fmt: skip
    ends = {re.sub(r"after \d+ s", "after N s", line) for line in lines[-1 - len(parts) : -1]}
    assert ends == {last[name] for name in parts}
    assert lines[-1] == (
        "5 passed, 1 failed, 0 skipped" if code else "3 passed, 0 failed, 0 skipped"
    )


@pytest.mark.skipif(not has_shell(), reason="no bash")
@pytest.mark.parametrize(("end", "code", "last"), [
    ("", 0, "1 passed, 0 failed, 0 skipped"),
    ("exit 1", 1, "0 passed, 1 failed, 0 skipped"),
    ("echo '4 passed in 1s'; exit 1", 1, "4 passed, 1 failed, 0 skipped"),
])  # fmt: skip
def test_a_part_without_counts_is_one(end, code, last, tmp_path):
    """A part that runs no test counts as one, and a failure counts even if all its tests passed."""
    script = tmp_path / ".ci" / "run"
    script.parent.mkdir()
    script.write_text(f"{DEFINITIONS}\nplain() {{ :; {end or ':'}; }}\npart plain\nfinish\n")
    done = subprocess.run(["bash", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (code, last)


@pytest.fixture
def night(tmp_path, monkeypatch):
    """Return the night of a small repository, with the parts `good` and `bad` that count runs."""
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com")
    for words in (("init", "-q"), ("commit", "-q", "--allow-empty", "-m", "first")):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "packages").write_text("#!/bin/sh\n")
    (tmp_path / ".ci" / "packages").chmod(0o755)
    (tmp_path / "code").write_text("1")

    def part(code):
        count = "open('runs', 'a').write('x'); print('== 3 passed in 1.0s ==')"
        command = (sys.executable, "-c", f"import sys; {count}; sys.exit({code})")
        return NIGHT["Part"](command, ("code",))

    monkeypatch.chdir(tmp_path)
    scope = NIGHT["main"].__globals__
    for name, value in {
        "ROOT": tmp_path,
        "TABLE": tmp_path / ".ci" / "nightly.json",
        "LOGS": tmp_path / "build",
        "PARTS": {"good": part(0), "bad": part(1)},
    }.items():
        monkeypatch.setitem(scope, name, value)
    return NIGHT["main"]


@pytest.mark.skipif(not has_shell(), reason="no bash")
def test_a_part_of_the_night_is_run_again_when_its_files_change(night, capsys):
    """What passed is recorded with its commit, and skipped until a file of its paths changes."""
    assert night(["good"]) == 0
    row = json.loads(Path(".ci/nightly.json").read_text())["good"]
    assert row["counts"] == "3 passed"
    assert len(row["commit"]) == 40
    assert night(["good"]) == 0
    assert "good: unchanged since " in capsys.readouterr().out
    assert Path("runs").read_text() == "x"
    Path("code").write_text("2")
    assert night(["good"]) == 0
    assert Path("runs").read_text() == "xx"


@pytest.mark.skipif(not has_shell(), reason="no bash")
def test_a_part_of_the_night_that_fails_is_not_recorded(night, capsys):
    """A failure ends with 1 and is run again; a name that is no part is refused."""
    assert [night([]), night(["bad"]), night(["worse"])] == [1, 1, 2]
    assert "no part worse; parts are good, bad" in capsys.readouterr().err
    assert list(json.loads(Path(".ci/nightly.json").read_text())) == ["good"]
    assert Path("runs").read_text() == "xxx"


pytest_plugins = ["pytester"]

TESTS = """
    import pytest
    from support import missing

    def test_quick():
        pass

    @pytest.mark.long
    def test_of_everything():
        pass

    def test_of_wordnet(request):
        if not (request.config.rootpath / "wordnet").exists():
            missing.say("WordNet is not installed")
            pytest.skip("no WordNet")
"""


@pytest.fixture
def suite(pytester, monkeypatch):
    """Write a suite of three tests under this suite's conftest."""
    monkeypatch.setattr("support.missing.SENTENCES", {})
    pytester.makeconftest((CHECKOUT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(TESTS)
    return pytester


@pytest.mark.parametrize("workers", ["0", long("1")])
def test_what_is_left_out_is_listed(suite, workers):
    """Long tests do not run by default; a line says how many and how to run them."""
    done = suite.runpytest("-n", workers)
    done.assert_outcomes(passed=1, skipped=1, deselected=1 - int(workers))
    done.stdout.fnmatch_lines(
        [
            "engines: *",
            "could not run: WordNet is not installed",
            "left out: 1 long tests; run them with: python -m pytest -m long",
        ]
    )


def test_long_tests_run_when_asked_for(suite):
    """`-m long` runs them, and so does the id of one."""
    suite.runpytest("-m", "long").assert_outcomes(passed=1, deselected=2)
    suite.runpytest("-k", "everything").assert_outcomes(deselected=3)
    name = "test_long_tests_run_when_asked_for.py::test_of_everything"
    suite.runpytest(name).assert_outcomes(passed=1)


def test_an_order_is_that_of_its_seed(suite):
    """`--shuffle` runs every test, in another order for another seed, and in the same again."""
    suite.makepyfile(test_many="".join(f"def test_{i}(): pass\n" for i in range(20)))

    def order(*words):
        lines = suite.runpytest("-v", "test_many.py", *words).outlines
        return [line.split()[0] for line in lines if "PASSED" in line]

    usual, first, second = (order(*words) for words in ((), ("--shuffle", "1"), ("--shuffle", "2")))
    assert sorted(usual) == sorted(first) == sorted(second)
    assert len({tuple(usual), tuple(first), tuple(second)}) == 3
    assert order("--shuffle", "1") == first


@pytest.mark.long
def test_parameters_are_thinned(suite):
    """`--thin` keeps some parameters of every test, and every test."""
    suite.makepyfile(
        test_many="""
            import pytest

            @pytest.mark.parametrize("metric", range(20))
            def test_a(metric):
                pass

            @pytest.mark.parametrize("metric", range(20))
            def test_b(metric):
                pass
        """
    )
    suite.runpytest("--thin", "3", "test_many.py").assert_outcomes(passed=6, deselected=34)
    few = suite.runpytest("--thin", "3", "-k", "7 or 8 or 9", "test_many.py")
    few.assert_outcomes(passed=6, deselected=34)


def test_other_tests_keep_other_parameters():
    """Over many tests, every parameter is kept by some; the same ones in every order."""
    names = [f"tests/test_x.py::test_{k}[{metric}]" for k in range(40) for metric in range(20)]
    kept = thinned(names, 3)
    assert {name.partition("[")[2] for name in kept} == {f"{metric}]" for metric in range(20)}
    assert kept == thinned(reversed(names), 3)


def test_kernels_are_not_forgotten(suite, monkeypatch):
    """Where kernels could be built, tests without them fail with one sentence."""
    monkeypatch.setattr(native, "available", lambda: False)
    monkeypatch.setattr(engines, "FORBIDDEN", False)
    monkeypatch.setattr(engines, "compiles", lambda: True)
    done = suite.runpytest()
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: the kernels are not built *, or set SACREVAL_NO_NATIVE=1 *"])
    monkeypatch.setattr(engines, "FORBIDDEN", True)
    done = suite.runpytest()
    done.assert_outcomes(passed=1, skipped=1, deselected=1)
    done.stdout.fnmatch_lines(["engines: official only (SACREVAL_NO_NATIVE is set)*"])


def test_without_a_compiler_nothing_is_forgotten(monkeypatch):
    """A compiler that does not exist builds nothing, and the tests run on the official engine."""
    monkeypatch.setattr(native, "available", lambda: False)
    monkeypatch.setenv("CXX", "/nonexistent")
    assert engines.forgotten() is None
    assert "not built" in engines.header() or engines.FORBIDDEN
