"""Programs as metrics."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sacreval.core.rebuild import from_signature, names_third_party_code
from sacreval.core.records import Batch, Instance
from sacreval.errors import NotSetUpError, RecordError, UsageError
from support.metric_programs import (
    AT_END,
    DISTINCT,
    LENGTHS,
    RECORDS,
    SHARED,
    metric,
)
from support.program import PROGRAM, wait, write_jsonl
from support.sizes import few

pytestmark = pytest.mark.usefixtures("programs_folder")


def scores(cli, *words):
    done = cli("evaluate", *words, "--format", "json", "-q")
    assert done.code == 0, done.err
    return {(r["system_id"], r["output"]): r["value"] for r in done.json()["results"]}


def test_every_verb(cli, program):
    """Systems, records with their jackknife, comparisons and intervals are as of any metric."""
    name = program(SHARED)
    values = scores(cli, name, "a.jsonl", "b.jsonl")
    assert values == {("a", "score"): (2 / 3 + 1 + 1 + 2 / 3) / 4, ("b", "score"): 0.75}
    lines = [json.loads(x) for x in cli("score", name, "a.jsonl").out.splitlines()]
    assert [x["scores"]["score"] for x in lines] == [2 / 3, 1.0, 1.0, 2 / 3]
    assert [x["scores"]["score_jk"] for x in lines] == [0.5, 0.75, 0.5, 0.5]
    done = cli("compare", name, "a.jsonl", "b.jsonl", "--format", "json")
    assert done.json()["comparisons"][0]["output"] == "score"
    done = cli("evaluate", name, "a.jsonl", "--ci", "--format", "json")
    assert done.json()["results"][0]["interval"]["low"] < 5 / 6
    assert cli("score", name, "a.jsonl", "--reduce-references", "min").code == 0


def test_numbers_and_directions(cli, program):
    """Of the numbers in replies some are chosen, each with its direction."""
    name = program(LENGTHS, "lengths")
    words = ("--numbers", "words", "--numbers", "letters", "--needs", "prediction")
    ways = ("--lower-is-better", "letters", "--neither-is-better", "words")
    done = cli("evaluate", name, "a.jsonl", *words, *ways, "--format", "json")
    results = {r["output"]: r for r in done.json()["results"]}
    assert {k: r["value"] for k, r in results.items()} == {"words": 2.25, "letters": 7.0}
    assert {k: r["higher_is_better"] for k, r in results.items()} == {
        "words": None, "letters": False,
    }  # fmt: skip
    done = cli("evaluate", name, "a.jsonl")
    assert done.code == 2
    assert "replied with words, letters, more, but not lengths; give --numbers" in done.err


def test_what_it_is_given(cli, programs_folder, program):
    """A record has an id, its prediction and the fields that are needed, and nothing else."""
    name = program("for one in records: say(id=one['id'], scores={k: 1 for k in one})")
    record = {"prediction": 3, "meta": {"x": [1]}, "input": "é", "judgments": {"q": 1}}
    write_jsonl(programs_folder / "c.jsonl", [record])
    done = cli("evaluate", name, "c.jsonl", "--needs", "meta", "--needs", "input")
    assert "replied with id, prediction, meta, input, but not score" in done.err
    done = cli("evaluate", name, "a.jsonl", "--needs", "sources")
    assert (done.code, "a.jsonl:1: " in done.err, "sources" in done.err) == (2, True, True)


def test_one_process_and_cached_rows(cli, programs_folder, program):
    """A run starts one process; one like it starts none, if all files of the program are named."""
    name = program(SHARED)
    (programs_folder / "more.txt").write_text("1")
    known = ["--files", "more.txt"]

    def started():
        return len((programs_folder / "started").read_text().split())

    first = scores(cli, name, "a.jsonl", "b.jsonl", *known)
    assert started() == 1
    assert scores(cli, name, "a.jsonl", "b.jsonl", *known) == first
    assert started() == 1
    said = cli("evaluate", name, "a.jsonl", *known).err
    assert "of its rows came from the cache; --no-cache computes all" in said
    (programs_folder / "more.txt").write_text("2")
    assert scores(cli, name, "a.jsonl", "b.jsonl", *known) == first
    assert started() == 2
    program(SHARED.replace("best /", "2 * best /"))
    assert scores(cli, name, "a.jsonl", *known)["a", "score"] == pytest.approx(5 / 3)
    assert started() == 3
    for more in (4, 5):  # whatever else it reads may have changed
        assert scores(cli, name, "a.jsonl")["a", "score"] == pytest.approx(5 / 3)
        assert started() == more


@few(1, "options", [[], ["--per", "batch"], ["--workers", "2", "--parallel"]])
def test_rows_depend_on_records_alone(cli, programs_folder, program, options):
    """Scores are the same to the byte in one process, in several, and in one for each batch."""
    records = [{"prediction": f"{i} {i % 7}", "references": ["3 1", f"{i % 5}"]} for i in range(99)]
    write_jsonl(programs_folder / "many.jsonl", records)
    name = program(SHARED)
    assert cli("score", name, "many.jsonl", "-o", "x.jsonl", "--no-cache", *options).code == 0
    assert cli("score", name, "many.jsonl", "-o", "y.jsonl", "--no-cache").code == 0
    assert (programs_folder / "x.jsonl").read_bytes() == (programs_folder / "y.jsonl").read_bytes()


def test_equal_records_are_asked_once(program):
    """The id of a record is a hash of what the program reads, and equal ones are one."""
    name = program("for i, one in enumerate(records): say(id=one['id'], score=i)")
    counted = metric(name)
    batch = Batch([Instance(**record, system_id=str(i)) for i, record in enumerate(RECORDS)])
    assert counted.rows(batch).tolist() == [[0, 1], [1, 1], [2, 1], [0, 1]]
    counted.end(complete=True)


def test_at_the_end_of_its_input(cli, program):
    """--per batch is for programs that reply when they have read all; without it a hint says so."""
    name = program(AT_END)
    assert scores(cli, name, "a.jsonl", "--per", "batch") == {("a", "score"): 2.0}
    done = cli("evaluate", name, "b.jsonl", "--timeout", "0.4", "--no-cache")
    assert done.code == 2
    assert "wrote no reply for 0.4 s with 3 records unanswered; raise --timeout" in done.err
    assert "give --per batch" in done.err


def test_sets(cli, program):
    """--per set scores whole sets, which have no scores of records."""
    name = program(DISTINCT, "distinct")
    words = ("--per", "set", "--needs", "prediction")
    assert scores(cli, name, "a.jsonl", "b.jsonl", *words) == {
        ("a", "distinct"): 3, ("b", "distinct"): 1,
    }  # fmt: skip
    assert scores(cli, name, "a.jsonl", *words, "--numbers", "n") == {("a", "n"): 4}
    for verb, more in (("score", ()), ("evaluate", ("--instances", "s.jsonl"))):
        done = cli(verb, name, "a.jsonl", *words, *more)
        assert (done.code, "scores whole sets" in done.err) == (2, True)
    assert "drop --ci" in cli("evaluate", name, "a.jsonl", *words, "--ci").err
    for code in ("say(error='no words')", "say(score=float('nan'))", "say(score=1); say(score=1)"):
        done = cli("evaluate", program(f"list(records); {code}"), "a.jsonl", "--per", "set")
        assert (done.code, done.err.count("\n")) == (2, 1)


def test_suites(cli, programs_folder, program):
    """A suite has programs beside other metrics, with their options."""
    suite = {"metrics": [
        "chrf",
        {program(SHARED): {"as": "overlap"}},
        {program(DISTINCT, "distinct"): {"per": "set", "timeout": 20}},
    ]}  # fmt: skip
    (programs_folder / "suite.yaml").write_text(json.dumps(suite))
    values = scores(cli, "suite", "suite.yaml", "a.jsonl", "--workers", "2")
    assert list(values) == [("a", "chrf"), ("a", "overlap_score"), ("a", "distinct")]


def test_verify(cli, program):
    """A result names the program's files by hash, and is verified only where that is asked for."""
    name = program(SHARED)
    words = ("--numbers", "score", "--timeout", "20")
    assert cli("evaluate", name, "a.jsonl", "-o", "r.json", *words).code == 0
    done = cli("verify", "r.json", "a.jsonl")
    assert (done.code, "give --outside" in done.err) == (2, True)
    done = cli("verify", "r.json", "a.jsonl", "--outside")
    assert "1 numbers recomputed, all equal" in done.out
    assert "1 by score.py" in done.out
    program(SHARED + "#")
    done = cli("verify", "r.json", "a.jsonl", "--outside")
    assert (done.code, "other files than those of the signature" in done.err) == (2, True)


def test_signature(programs_folder, program):
    """The signature has what scores depend on, and makes the metric again."""
    (programs_folder / "weights").write_text("1")
    name = program(SHARED)
    external = metric(name, files=("weights",), needs=("prediction",), timeout=3.0, parallel=True)
    assert "timeout" not in external.signature()
    assert from_signature(external.signature()).signature() == external.signature()
    assert names_third_party_code(external.signature())
    (programs_folder / "weights").write_text("22")
    assert metric(name, files=("weights",)).program_sha256 != external.program_sha256
    assert {path.name for path in external.rests_on()} >= {"weights", "score.py"}


@pytest.mark.parametrize(
    ("words", "usual"),
    [
        ("python3 x/my-score.1.py -a", "my-score_1"),
        ("python3 -m my.scorer", "scorer"),
        ("bewte score", "bewte"),
        ("/opt/bin/sum.qe", "sum"),
        ("'...'", "score"),
    ],
)
def test_usual_names(programs_folder, words, usual):
    """Without --numbers a number has the name of the script, the module or the program."""
    (programs_folder / "x").mkdir()
    (programs_folder / "x" / "my-score.1.py").touch()
    assert metric(f"cmd:{words}").outputs == (usual,)


@pytest.mark.long
def test_many_at_once(cli, programs_folder, program):
    """Replies in any order, while thousands of records wait to be read, find their records."""
    records = [{"prediction": str(i), "references": ["0"]} for i in range(6000)]
    write_jsonl(programs_folder / "many.jsonl", records)
    code = """
held = []
for one in records:
    held.append(one)
    if len(held) == 3 or one["prediction"] in ("4095", "5999"):
        while held:
            one = held.pop()
            say(id=one["id"], score=int(one["prediction"]))
"""
    assert scores(cli, program(code), "many.jsonl", "--no-cache") == {("many", "score"): 2999.5}


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
    external = metric(name, needs=("prediction",))
    assert external.rows(Batch([Instance(prediction=text)])).tolist() == [[2.0, 1.0]]
    external.end(complete=True)


def test_ended_with_the_metric(program, programs_folder):
    """A program that no run has ended is killed with its metric, or at an error."""
    name = program(SHARED)
    external = metric(name)
    external.rows(Batch([Instance(**RECORDS[0])]))
    pid = int((programs_folder / "started").read_text())
    del external
    wait(lambda: gone(pid), seconds=60)
    external = metric(program("say(id=next(records)['id'], error='no')\ntime.sleep(99)"))
    with pytest.raises(RecordError):
        external.rows(Batch([Instance(**RECORDS[0])]))
    external.end(complete=False)
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
