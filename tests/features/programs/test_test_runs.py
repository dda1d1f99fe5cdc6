"""A run of tests: each program once, every sample a row, and what a later run keeps."""

import msgspec
import pytest

from sacreval.core.verdict_rows import decoder
from sacreval.errors import InputError
from sacreval.features.programs import test_runs
from sacreval.features.programs.sandboxes.programs import CallTests
from sacreval.features.programs.test_runs import Sample, TestRun, VerdictFile, prepared, run_tests
from support.sandboxes import bwrap, problem

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
    one = problem(tests=tests, solution="def f(x): return x / 3")
    samples = [
        sample("def f(x): return x * (1 / 3)", problem=one),
        sample("def f(x): return x / 3 if x < 3 else 2.0", 1, problem=one),
    ]
    ready = prepared(samples, bwrap())
    assert ready[0].problem.tests.expected == (1 / 3, 2 / 3, 1.0)
    _, rows = run(tmp_path / "v.jsonl", ready)
    by_sample = {row.sample: row for row in rows}
    assert by_sample[0].verdict == "passed"
    assert by_sample[1].tests == [True, True, False]
    assert by_sample[1].subsets == {"base": True, "plus": False}
    wrong = msgspec.structs.replace(one, solution="def f(x): return 1 / (x - 2)")
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
    one = problem(tests=tests, solution="def f(x):\n    while True: pass")
    with pytest.raises(InputError, match="does not return a value for each input"):
        prepared([sample("", problem=one)], bwrap(), 0.5)
    assert seen == [1.0]
