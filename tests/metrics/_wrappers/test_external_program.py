"""Programs as metrics."""

import json

import pytest

from sacreval.core.rebuild import from_signature, names_third_party_code
from sacreval.core.records import Batch, Instance
from support.metric_programs import (
    AT_END,
    DISTINCT,
    LENGTHS,
    RECORDS,
    SHARED,
    metric,
)
from support.program import write_jsonl
from support.sizes import few

pytestmark = pytest.mark.usefixtures("programs_folder")


def scores(cli, *words):
    done = cli("evaluate", *words, "--format", "json", "-q")
    assert done.code == 0, done.err
    return {(r["system_id"], r["output"]): r["value"] for r in done.json()["results"]}


def test_every_verb(cli, program):
    """Systems, records with their jackknife, comparisons and intervals are as of any metric."""
    name = program(SHARED)
    found = scores(cli, name, "a.jsonl", "b.jsonl")
    assert found == {("a", "score"): (2 / 3 + 1 + 1 + 2 / 3) / 4, ("b", "score"): 0.75}
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
    found = scores(cli, "suite", "suite.yaml", "a.jsonl", "--workers", "2")
    assert list(found) == [("a", "chrf"), ("a", "overlap_score"), ("a", "distinct")]


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
    made = metric(name, files=("weights",), needs=("prediction",), timeout=3.0, parallel=True)
    assert "timeout" not in made.signature()
    assert from_signature(made.signature()).signature() == made.signature()
    assert names_third_party_code(made.signature())
    (programs_folder / "weights").write_text("22")
    assert metric(name, files=("weights",)).program_sha256 != made.program_sha256
    assert {path.name for path in made.rests_on()} >= {"weights", "score.py"}


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
