"""How runs end that something outside ends: signals, memory, killed workers; and no network."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sacreval import native
from sacreval.commands.app import run
from support import missing
from support.program import PROGRAM, records, wait, write_jsonl

linux = pytest.mark.skipif(sys.platform != "linux", reason="signals, /proc and limits of Linux")
pytestmark = [linux, pytest.mark.long]
# C code of Python that fails without a reason, for want of memory, ends as a SystemError.
OUT_OF_MEMORY = ("sacreval: error: out of memory; ", "sacreval: error: unexpected SystemError: ")
# Under too little memory hashlib writes tracebacks of its own as it is imported.
LIMITED = """
import hashlib, resource, sys
from sacreval.commands.app import run
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + int(sys.argv[1]) * 2**20,) * 2)
sys.exit(run(sys.argv[2:]))
"""


@pytest.fixture
def stage(tmp_path, monkeypatch):
    """Make a folder of good files and one pipe, which nothing ever comes out of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path / "home"))
    judged = [record | {"judgments": {"h": i}, "instance_id": str(i), "system_id": system}
              for system in "AB" for i, record in enumerate(records(4))]  # fmt: skip
    write_jsonl(tmp_path / "good.jsonl", judged)
    done = "evaluate exact-match good.jsonl -o result.json --instances all.jsonl"
    assert run(done.split()) == 0
    os.mkfifo(tmp_path / "slow.jsonl")
    (tmp_path / "slow.json").symlink_to("slow.jsonl")
    (tmp_path / "slow.yaml").symlink_to("slow.jsonl")
    return tmp_path


VERBS = {
    "evaluate": "evaluate exact-match slow.jsonl -o out.json --instances out.jsonl",
    "score": "score exact-match slow.jsonl -o out.jsonl",
    "compare": "compare exact-match good.jsonl slow.jsonl -o out.json",
    "correlate": "correlate exact-match slow.jsonl --human h -o out.json",
    "suite": "evaluate suite -m exact-match -m token-f1 slow.jsonl -o out.json",
    "verify": "verify result.json slow.jsonl",
    "plan": "plan slow.json -o out.json",
    "cite": "cite slow.json",
    "init": "init slow.jsonl -m exact-match",
    "report": "report result.json --inputs slow.jsonl -o out.html",
    "convert": "convert slow.jsonl --reader jsonl -o out.jsonl",
    "baseline": "baseline set slow.json base.json",
    "config": "config show slow.yaml",
    "setup-dataset": "setup-dataset slow.yaml out",
    "setup-metric": "setup-metric slow.yaml",
}


SIGNALS = [
    *((verb, sent) for verb in VERBS for sent in (signal.SIGINT, signal.SIGTERM)),
    *(("evaluate", sent) for sent in (signal.SIGHUP, signal.SIGQUIT)),
]


@pytest.mark.parametrize(("verb", "sent"), SIGNALS)
def test_interrupted(verb, sent, stage):
    """Signals that end a program end every verb with 130 and one line; nothing is left behind."""
    before = sorted(stage.rglob("*"))
    process = subprocess.Popen(
        [*PROGRAM, *VERBS[verb].split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with (stage / "slow.jsonl").open("wb"):  # opens when the program has
        process.send_signal(sent)
        try:
            out, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:  # it came just before a read, which goes on until another
            process.send_signal(sent)
            out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"sacreval: interrupted\n")
    assert sorted(stage.rglob("*")) == before


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_pattern_that_takes_long(sent, tmp_path):
    """A pattern that backtracks for seconds can be interrupted."""
    text = " " * 200_000 + "b"
    write_jsonl(tmp_path / "in.jsonl", [{"prediction": text, "references": ["a"]}])
    words = ["evaluate", "exact-match", "in.jsonl", "--extract", r"regex:\s+$", "-o", "out.json"]
    process = subprocess.Popen([*PROGRAM, *words], cwd=tmp_path, stderr=subprocess.PIPE)
    time.sleep(2)
    assert process.poll() is None
    process.send_signal(sent)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"sacreval: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


@pytest.mark.parametrize("mebibytes", [1, 3, 8, 20, 45])
@pytest.mark.parametrize("verb", ["evaluate", "score", "convert"])
def test_memory(verb, mebibytes, tmp_path):
    """Memory that runs out, wherever, ends with 2 and one sentence; no file is half-written."""
    write_jsonl(tmp_path / "in.jsonl", [r | {"prediction": "a b " * 500} for r in records(8000)])
    words = VERBS[verb].replace("slow", "in").split()
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(mebibytes), *words],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    if done.returncode == 1 and done.stderr.startswith("OpenBLAS error"):  # which ends the process
        assert done.stderr.count("\n") == 1
    elif done.returncode:
        assert done.returncode == 2, done.stderr
        assert done.stderr.startswith(OUT_OF_MEMORY), done.stderr
        assert done.stderr.count("\n") == 1
    if done.returncode:
        assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]
    assert done.returncode or mebibytes > 3


def test_killed_workers(tmp_path):
    """A worker that is killed with -9 ends the run with one sentence, and nothing after it."""
    texts = [f"the cat {i} sat on the mat number {i * 7 % 100} of many" for i in range(20_000)]
    path = write_jsonl(
        tmp_path / "in.jsonl",
        [{"prediction": text, "references": [f"{text} and more {text}"]} for text in texts],
    )
    for pause in (0.2, 0.5, 0.9):
        process = subprocess.Popen(
            [*PROGRAM, *"evaluate ter --engine official --workers 2 --no-cache -o".split(),
             tmp_path / "out.json", path],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        wait(lambda pid=process.pid: len(workers(pid)) == 2, seconds=60)
        time.sleep(pause)
        os.kill(workers(process.pid)[-1], signal.SIGKILL)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (2, b"")
        assert err.startswith(
            b"sacreval: error: a worker process ended before its task was finished"
        )
        assert err.count(b"\n") == 1, err
        assert list(tmp_path.iterdir()) == [path]


def workers(pid):
    """List the worker processes that a process has started."""
    pids = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid and b"spawn_main" in (path / "cmdline").read_bytes():
                pids.append(int(path.name))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return sorted(pids)


CALL = re.compile(r"\b(?:connect|socket|sendto)\((.*)")
HERE = ("AF_UNIX", "AF_NETLINK")


@pytest.mark.parametrize("verb", ["evaluate", "score", "correlate", "report", "verify", "compare"])
def test_no_network(verb, stage):
    """Scoring, correlating and reporting open no socket to another machine."""
    if shutil.which("strace") is None:
        missing.say("no network, traced: strace is not installed")
        pytest.skip("no strace")
    words = VERBS[verb].replace("slow", "good").split()
    if verb == "compare":
        words.remove("good.jsonl")
    engine = [] if native.available() else ["--engine", "official"]
    words += engine if verb in ("evaluate", "score") else []
    log = stage / "trace"
    done = subprocess.run(
        ["strace", "-f", "-e", "trace=network", "-o", log, *PROGRAM, *words],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    if "ptrace" in done.stderr:
        missing.say("no network, traced: strace may not trace here")
        pytest.skip("strace may not trace")
    assert done.returncode == 0, done.stderr
    calls = [match[1] for line in log.read_text().splitlines() if (match := CALL.search(line))]
    assert [call for call in calls if not call.startswith(HERE) and "AF_UNIX" not in call] == []
