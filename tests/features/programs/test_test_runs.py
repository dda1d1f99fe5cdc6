"""A run of tests: each program once, every sample a row, and what a later run keeps."""

import msgspec
import pytest

from sacreval.core.records import Instance
from sacreval.core.verdict_rows import VerdictRow, decoder, verdict_line
from sacreval.errors import InputError, UsageError
from sacreval.features.programs import test_runs
from sacreval.features.programs.sandboxes.programs import CallTests
from sacreval.features.programs.test_runs import (
    Sample,
    TestRun,
    VerdictFile,
    prepared,
    run_tests,
    samples_of,
)
from support.sandboxes import batch, bwrap, problem

GOOD, BAD = "def f(x): return 1", "def f(x): return 2"


def sample(text, number=0, **fields):
    return Sample(**{"system": None, "name": "p", "number": number, "problem": problem(),
                     "text": text, **fields})  # fmt: skip


def run(path, samples, **fields):
    """Run samples, and return what was counted and the rows."""
    with VerdictFile(path) as file:
        counts = run_tests(samples, TestRun(sandbox=bwrap(), **fields), file, lambda _n: None)
    return counts, [decoder.decode(line) for line in path.read_bytes().splitlines()]


def test_equal_programs(tmp_path):
    """Equal programs are run once, and each sample has a row."""
    samples = [sample(GOOD), sample(GOOD, 1), sample(BAD, 2), sample(None, 3, refusal="no text")]
    counts, rows = run(tmp_path / "v.jsonl", samples, workers=2)
    assert counts.ran == 2
    assert counts.verdicts == {"passed": 2, "wrong": 1, "refused": 1}
    assert {row.sample: row.verdict for row in rows} == {
        0: "passed", 1: "passed", 2: "wrong", 3: "refused"
    }  # fmt: skip
    assert rows[-1].limits == {"seconds": 2.0, "memory": 4096, "processes": 64, "disk": 64}
    refused = next(row for row in rows if row.verdict == "refused")
    assert (refused.stderr_tail, refused.program_sha256) == ("no text", "")


def test_resuming(tmp_path):
    """A later run runs only what has no verdict, and equal programs of new samples not at all."""
    path = tmp_path / "v.jsonl"
    run(path, [sample(GOOD)])
    counts, rows = run(path, [sample(GOOD), sample(GOOD, 1), sample(BAD, 2)])
    assert (counts.kept, counts.ran, len(rows)) == (1, 1, 3)
    counts, rows = run(path, [sample(GOOD), sample(GOOD, 1), sample(BAD, 2)])
    assert (counts.kept, counts.ran, len(rows)) == (3, 0, 3)


def test_other_programs(tmp_path):
    """A file with verdicts on other programs, or by another sandbox, is refused."""
    path = tmp_path / "v.jsonl"
    run(path, [sample(GOOD)])
    with pytest.raises(InputError, match=r"was judged with another program, other tests"):
        run(path, [sample(BAD)])
    with pytest.raises(InputError, match=r"another time limit"):
        run(path, [sample(GOOD)], seconds=3.0)
    with VerdictFile(path) as file, pytest.raises(InputError, match="judged with other limits"):
        run_tests([sample(GOOD)], TestRun(sandbox=bwrap(memory=99)), file, lambda _n: None)
    text = path.read_text().replace("bwrap ", "podman ")
    path.write_text(text)
    with pytest.raises(InputError, match=r"another sandbox, podman .*, not bwrap"):
        run(path, [sample(GOOD)])


@pytest.mark.long
def test_timeouts(tmp_path):
    """A timeout is repeated once with twice the limit, also by a later run; both are written."""
    path = tmp_path / "v.jsonl"
    slow = problem(seconds=0.3)
    samples = [
        sample("import time\ntime.sleep(0.4)\ndef f(x): return 1", problem=slow),
        sample("while True: pass", 1, problem=slow),
    ]
    counts, rows = run(path, samples)
    assert counts.repeated == 2
    assert [(row.sample, row.attempt, row.verdict) for row in rows] == [
        (0, 1, "timeout"), (1, 1, "timeout"), (0, 2, "passed"), (1, 2, "timeout")
    ]  # fmt: skip
    assert [row.limits["seconds"] for row in rows] == [0.3, 0.3, 0.6, 0.6]
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    counts, rows = run(path, samples)
    assert (counts.ran, counts.repeated, len(rows)) == (0, 1, 4)


def test_near_the_limit(tmp_path, monkeypatch):
    """Programs that end near their limit are counted."""
    monkeypatch.setattr(test_runs, "NEAR", 0.0)
    assert run(tmp_path / "v.jsonl", [sample(GOOD)])[0].near == 1


def test_expected_results(tmp_path):
    """What calls must return is learnt from the solution, once for each problem."""
    tests = CallTests(entry="f", calls=((1,), (2,), (3,)), compare="evalplus",
                      subsets=(("base", 1), ("plus", 2)))  # fmt: skip
    task = problem(tests=tests, solution="def f(x): return x / 3")
    samples = [
        sample("def f(x): return x * (1 / 3)", problem=task),
        sample("def f(x): return x / 3 if x < 3 else 2.0", 1, problem=task),
    ]
    ready = prepared(samples, bwrap())
    assert ready[0].problem.tests.expected == (1 / 3, 2 / 3, 1.0)
    _, rows = run(tmp_path / "v.jsonl", ready)
    by_sample = {row.sample: row for row in rows}
    assert by_sample[0].verdict == "passed"
    assert by_sample[1].tests == [True, True, False]
    assert by_sample[1].subsets == {"base": True, "plus": False}
    wrong = msgspec.structs.replace(task, solution="def f(x): return 1 / (x - 2)")
    with pytest.raises(InputError, match="the canonical solution of p does not return a value"):
        prepared([sample("", problem=wrong)], bwrap())


def test_limit_of_the_solution(monkeypatch):
    """The solution of a problem runs under the limit of the run, twice as long as programs."""
    seen = []
    program = test_runs.Program

    def noted(**fields):
        seen.append(fields["seconds"])
        return program(**fields)

    monkeypatch.setattr(test_runs, "Program", noted)
    tests = CallTests(entry="f", calls=((1,),), compare="evalplus", subsets=(("base", 1),))
    task = problem(tests=tests, solution="def f(x):\n    while True: pass")
    with pytest.raises(InputError, match="does not return a value for each input"):
        prepared([sample("", problem=task)], bwrap(), 0.5)
    assert seen == [1.0]


def row(**fields):
    usual = {"instance_id": "Toy/0", "sample": 0, "verdict": "passed", "program_sha256": "ab",
             "runner": "bwrap 0.8.0", "limits": {"seconds": 3.0}}  # fmt: skip
    return VerdictRow(**{**usual, **fields})


def test_resuming_of_verdict_file(tmp_path):
    """What was written is known again, by sample and by program."""
    path = tmp_path / "v.jsonl"
    with VerdictFile(path) as file:
        assert not file.known.rows
        file.add(row())
        file.add(row(sample=1, verdict="timeout", program_sha256="cd"))
        file.add(row(sample=1, verdict="passed", program_sha256="cd", attempt=2))
    with VerdictFile(path) as file:
        assert [row.verdict for row in file.known.rows.values()] == ["passed", "passed"]
        assert file.known.programs["cd"].attempt == 2


def test_a_killed_run(tmp_path):
    """A last line that is incomplete is removed, which a notice states."""
    path = tmp_path / "v.jsonl"
    whole = verdict_line(row())
    path.write_bytes(whole + verdict_line(row(sample=1))[:-1])
    with VerdictFile(path) as file:
        assert "incomplete last line" in file.notice
        file.add(row(sample=2))
    assert path.read_bytes() == whole + verdict_line(row(sample=2))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (verdict_line(row()) * 2, "v.jsonl:2: a second verdict on sample 0 of Toy/0"),
        (b'{"task_id": 1}\n', "v.jsonl:1: .*verdict"),
        (b"nonsense\n", "v.jsonl:1: this is not JSON"),
    ],
)
def test_other_files(tmp_path, lines, words):
    """A file that holds anything else is refused and left as it is."""
    path = tmp_path / "v.jsonl"
    path.write_bytes(lines)
    with pytest.raises(InputError, match=words):
        VerdictFile(path)
    assert path.read_bytes() == lines


def test_one_run_at_a_time(tmp_path):
    """A file that another run is using is refused."""
    path = tmp_path / "v.jsonl"
    with VerdictFile(path) as file:
        file.add(row())
        with pytest.raises(UsageError, match="another run is using"):
            VerdictFile(path)
    assert msgspec.json.decode(path.read_bytes())["verdict"] == "passed"


PROBLEMS = {"p": problem(prompt="def f(x):\n"), "7": problem(name="7"), "Mbpp/8": problem()}


def programs(*instances, form="whole", longest=100):
    samples = samples_of([batch(*instances)], PROBLEMS, form=form, longest=longest)
    return [(sample.number, sample.text or sample.refusal) for sample in samples]


def test_texts():
    """A text is a whole program, unless it is said to be a completion or a reply."""
    instance = Instance(instance_id="p", samples=["x = 1", {"completion": "    return x"}])
    assert programs(instance) == [(0, "x = 1"), (1, "def f(x):\n    return x")]
    assert programs(instance, form="completion")[0] == (0, "def f(x):\nx = 1")
    reply = "Sure:\n```python\ndef g(): pass\n```\nor better\n```\ndef f(x):\n    pass\n```\nBye"
    (text,) = programs(Instance(instance_id="p", prediction=reply), form="fenced")
    assert text == (0, "def f(x):\n    pass\n")


def test_refusals():
    """What is no program is refused with the reason, and never an empty program."""
    texts = programs(
        Instance(instance_id="p", samples=[None, ["a"], "x" * 101, ""]),
        Instance(instance_id="p", error="failed"),
    )
    assert texts == [
        (0, "there is no program, but no text"), (1, "there is no program, but a list"),
        (2, "the program has 101 characters, more than 100"), (3, ""),
        (4, "there is no program, but no text"),
    ]  # fmt: skip
    assert programs(Instance(instance_id="p", prediction="no"), form="fenced") == [
        (0, "there is no block between fences")
    ]


def test_names():
    """Ids of MBPP are numbers in one file and texts with a name before them in another."""
    for name in (7, "7", "Mbpp/7", 8, "Mbpp/8"):
        assert programs(Instance(instance_id=name, prediction="x"))
    with pytest.raises(InputError, match=r"samples.jsonl:1: there is no problem 'q' among 3"):
        programs(Instance(instance_id="q", prediction="x"))


def test_no_programs():
    """Verdicts and records without any output are refused."""
    with pytest.raises(UsageError, match="these samples are verdicts"):
        programs(Instance(instance_id="p", samples=[True]))
    with pytest.raises(InputError, match="has no `samples` and no `prediction`"):
        programs(Instance(instance_id="p"))


def test_systems():
    """The samples of each system are numbered on their own, over all its records."""
    rows = [Instance(instance_id="p", system_id=s, prediction="x") for s in "abab"]
    samples = samples_of([batch(*rows)], PROBLEMS, form="whole", longest=9)
    assert [sample.key for sample in samples] == [
        ("a", "p", 0),
        ("b", "p", 0),
        ("a", "p", 1),
        ("b", "p", 1),
    ]
