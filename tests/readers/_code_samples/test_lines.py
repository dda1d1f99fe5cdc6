"""Lines of samples and of verdicts."""

import pytest

from sacreval.errors import InputError, InputNotice
from sacreval.readers.code_samples import CodeSamplesReader
from support.program import write_jsonl


def read(path, **options):
    return [one for batch in CodeSamplesReader(**options).read(str(path)) for one in batch]


def verdict(**fields):
    return {"instance_id": "a", "sample": 0, "verdict": "passed", "program_sha256": "ab",
            "runner": "x", "limits": {}, **fields}  # fmt: skip


def test_samples_in_any_order(tmp_path):
    """Samples of a problem belong together wherever they are, in their order."""
    rows = [{"task_id": t, "solution": s} for t, s in (("b", "1"), ("a", "2"), ("b", "3"))]
    found = read(write_jsonl(tmp_path / "s.jsonl", rows))
    assert [(one.instance_id, one.samples) for one in found] == [("b", ["1", "3"]), ("a", ["2"])]


def test_half_a_file_of_results(tmp_path):
    """A file in which only some samples have results is refused."""
    rows = [{"task_id": 1, "completion": "x", "passed": True}, {"task_id": 1, "completion": "x"}]
    with pytest.raises(InputError, match=r"s.jsonl:2: some lines have `passed`"):
        read(write_jsonl(tmp_path / "s.jsonl", rows))


def test_verdicts(tmp_path):
    """The last attempt counts; what was not run is no sample, and counted."""
    rows = [
        verdict(sample=2), verdict(sample=0, verdict="timeout"),
        verdict(sample=1, verdict="refused"), verdict(sample=0, attempt=2),
        verdict(sample=3, verdict="memory"), verdict(instance_id="b", verdict="refused"),
        verdict(system_id="other", verdict="wrong"),
    ]  # fmt: skip
    with pytest.warns(InputNotice, match="2 samples were not run"):
        first, second, third = read(write_jsonl(tmp_path / "v.jsonl", rows))
    assert first.samples == [True, True, False]
    assert first.meta["verdicts"] == ["passed", "refused", "passed", "memory"]
    assert (second.samples, second.error) == (None, "not asked: no program was run")
    assert (third.system_id, third.samples) == ("other", [False])


def test_subsets(tmp_path):
    """The base tests of EvalPlus alone count with that option."""
    one = verdict(verdict="wrong", subsets={"base": True, "plus": False})
    path = write_jsonl(tmp_path / "v.jsonl", [one])
    assert read(path)[0].samples == [False]
    assert read(path, tests="base")[0].samples == [True]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (verdict(), "a second verdict on sample 0 of a"),
        (verdict(verdict="maybe"), "v.jsonl:2: .*verdict"),
        ({"task_id": 1}, "v.jsonl:2: a verdict has the unknown field 'task_id'"),
        ([], "v.jsonl:2: each verdict must"),
    ],
)
def test_damaged_verdicts(tmp_path, row, words):
    """A line that is no verdict is an error with its place."""
    with pytest.raises(InputError, match=words):
        read(write_jsonl(tmp_path / "v.jsonl", [verdict(), row]))
