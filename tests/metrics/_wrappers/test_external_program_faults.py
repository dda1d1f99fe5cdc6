"""Programs as metrics that fail, hang, end or are interrupted, and options that cannot be used."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, RecordError, UsageError
from support.metric_programs import (
    RECORDS,
    SHARED,
    metric,
)
from support.program import PROGRAM, wait, write_jsonl

pytestmark = pytest.mark.usefixtures("programs_folder")


@pytest.mark.parametrize(
    ("code", "exits", "said"),
    [
        ("raise RuntimeError('no model')", 2, "exit code 1 with .*error: RuntimeError: no model"),
        ("say(id=next(records)['id'], score=1); sys.exit(3)", 2, "exit code 3 with 2 records"),
        ("print('Loading')", 2, "a line that is no reply .*: Loading; correct it, and write other"),
        ("for one in records: say(id='7', score=1)", 2, "replied to 7, which was not asked"),
        ("for one in records: say(id=one['id'], score=1); say(id=one['id'], score=1)", 2, "twice"),
        ("list(zip(records, range(2))); time.sleep(9)", 2, "wrote no reply for 0.5 s"),
        ("sys.stdout.write('x' * 2**21); sys.stdout.flush(); list(records)", 2, "more than 1,048,"),
        ("for one in records: say(id=one['id'], score='1')", 2, "no reply .*Expected `bool"),
        ("for one in records: say(id=one['id'], score=1)\nwhile True: print(1)", 2, "no reply"),
        ("for one in records: say(id=one['id'], score=float('nan'))", 3, "returned nan for score"),
        ("for one in records: say(id=one['id'], score=10**400)", 3, "returned 1000+…0+ for score"),
        ("for one in records: say(id=one['id'], score=None)", 3, "returned nothing for score"),
        ("for one in records: say(id=one['id'], error='no\\nwords')", 3, r"score it \(no words\)"),
        ("for one in records: say(id=one['id'], score=1)\nsys.exit('full')", 0, "code 1 after all"),
    ],
)
def test_bad_programs(cli, program, code, exits, said):
    """A program that breaks the protocol ends the run with 2; a record without a score with 3."""
    limit = "0.5" if "0.5 s" in said else "60"
    done = cli("evaluate", program(code), "a.jsonl", "--timeout", limit, "--no-cache")
    assert done.code == exits, done.err
    assert re.search(said, done.err), done.err
    assert all(len(line) < 500 for line in done.err.splitlines())
    assert done.err.count("\n") == (1 if exits != 3 else 2)  # a reason, and the number of records


def test_some_records(cli, program):
    """Records with an error are left out and counted, and the program is asked once for each."""
    code = "for one in records: say(**{'id': one['id'], **HOW})".replace(
        "HOW", "({'error': 'short'} if one['prediction'] == 'x' else {'score': 2})"
    )
    name = program(code + "; open('asked', 'a').write('.')")
    done = cli("score", name, "a.jsonl", "--no-cache")
    assert done.code == 3
    assert "a.jsonl:3: " in done.err
    assert [json.loads(x)["scores"]["score"] for x in done.out.splitlines()] == [2, 2, None, 2]
    assert Path("asked").read_text() == "." * (3 + 2 * 2)  # and those without a reference


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cmd:no-such-program x"], "no-such-program: No such file"),
        (["cmd:"], "names no program"),
        (["cmd:a 'b"], "correct the quotes"),
        (["cmd:a\nb"], "cannot be part of a signature"),
        (["cmd:a|b:c"], "cannot be part of a signature"),
        (["cmd:true", "--timeout", "0"], "--timeout is a number of seconds"),
        (["cmd:true", "--memory", "-1"], "--memory is a number of MiB"),
        (["cmd:true", "--needs", "error"], "no field 'error'"),
        (["cmd:true", "--needs", "referenses"], "did you mean 'references'"),
        (["cmd:true", "--numbers", "a", "--numbers", "a"], "names each number once"),
        (["cmd:true", "--lower-is-better", "f1"], "no number 'f1'"),
        (
            ["cmd:true", "--lower-is-better", "true", "--neither-is-better", "true"],
            "two directions",
        ),
        (["cmd:true", "--files", "nothing.bin"], "nothing.bin: No such file"),
        (["cmd:true", "--program-sha256", "00"], "other files than those of the signature"),
        (["cmd:true"], "ended with exit code 0 with 3 records unanswered"),
        (["cmd:cat"], "no reply"),
    ],
)
def test_bad_options(cli, words, said):
    """What cannot be used is one sentence and exit code 2."""
    done = cli("evaluate", words[0], "a.jsonl", *words[1:], "--no-cache")
    assert (done.code, said in done.err, done.err.count("\n")) == (2, True, 1), done.err


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory of programs is limited on Linux")
def test_memory(cli, program):
    """A program that needs more than its memory ends, and the run with it."""
    name = program("list(records); time.sleep(0.5); x = bytearray(2**29)")
    done = cli("evaluate", name, "a.jsonl", "--memory", "300", "--no-cache", "--per", "batch")
    assert (done.code, "MemoryError" in done.err) == (2, True)


@pytest.mark.parametrize("text", ["\ud83d", 10**30, float("nan"), "a\n\u2028b", {"a": [None]}])
def test_odd_values(program, text):
    """Whatever a record holds is a line that a program can read."""
    name = program("for one in records: say(id=one['id'], score=len(one))")
    one = metric(name, needs=("prediction",))
    assert one.rows(Batch([Instance(prediction=text)])).tolist() == [[2.0, 1.0]]
    one.end(complete=True)


def test_ended_with_the_metric(program, programs_folder):
    """A program that no run has ended is killed with its metric, or at an error."""
    name = program(SHARED)
    one = metric(name)
    one.rows(Batch([Instance(**RECORDS[0])]))
    pid = int((programs_folder / "started").read_text())
    del one
    wait(lambda: gone(pid), seconds=60)
    one = metric(program("say(id=next(records)['id'], error='no')\ntime.sleep(99)"))
    with pytest.raises(RecordError):
        one.rows(Batch([Instance(**RECORDS[0])]))
    one.end(complete=False)
    wait(lambda: gone(int((programs_folder / "started").read_text().split()[-1])), seconds=60)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("signal", ["INT", "TERM"])
def test_interrupted(program, programs_folder, signal):
    """An interrupted run ends the program with all that it has started, and leaves no file."""
    code = """
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open("child", "w").write(str(child.pid))
say(id=next(records)["id"], score=1)
open("ready", "w").close()
time.sleep(60)
"""
    words = ["score", program(code), "a.jsonl", "-o", "out.jsonl", "--no-cache"]
    run = subprocess.Popen([*PROGRAM, *words], cwd=programs_folder, stderr=subprocess.PIPE)
    wait((programs_folder / "ready").exists, seconds=60)
    subprocess.run(["kill", f"-{signal}", str(run.pid)], check=True)
    _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert b"interrupted" in err
    for name in ("started", "child"):
        wait(lambda name=name: gone(int((programs_folder / name).read_text())), seconds=60)
    assert not (programs_folder / "out.jsonl").exists()


def gone(pid):
    """Return whether a process has ended; one that nobody waits for may be left as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_no_records(cli, programs_folder, program):
    """Without records the program is not started."""
    write_jsonl(programs_folder / "c.jsonl", [{"error": "failed: no output"}])
    cli("evaluate", program(SHARED), "c.jsonl")
    assert not (programs_folder / "started").exists()


def test_unreadable():
    """A file that cannot be read is named."""
    Path("weights").mkdir()
    with pytest.raises(NotSetUpError, match="weights"):
        metric("cmd:true", files=("weights",))
    with pytest.raises(UsageError, match="no field 'x'"):
        metric("cmd:true", needs=("x",))
