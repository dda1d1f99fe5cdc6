"""Documents and folders with programs."""

import json

import pytest

from sacreval.errors import InputError
from sacreval.readers.code_samples import CodeSamplesReader


def read(path, content=None, **options):
    if content is not None:
        path.write_text(json.dumps(content))
    return [one for batch in CodeSamplesReader(**options).read(str(path)) for one in batch]


def checked(*statuses):
    rows = [
        {
            "task_id": "a",
            "solution": f"x = {i}",
            "base_status": b,
            "plus_status": p,
            "base_fail_tests": [],
            "plus_fail_tests": [],
        }
        for i, (b, p) in enumerate(statuses)
    ]
    return {"date": "2026-01-01 00:00", "hash": "ab", "eval": {"HumanEval/0": rows}}  # fmt: skip


def test_evalplus(tmp_path):
    """A sample passes if it passes both kinds of tests, or the base tests where these are asked."""
    content = checked(("pass", "pass"), ("pass", "fail"), ("fail", "fail"), ("timeout", "timeout"))
    path = tmp_path / "samples_eval_results.json"
    (found,) = read(path, content)
    assert found.samples == [True, False, False, False]
    assert found.meta["results"]["base"] == ["pass", "pass", "fail", "timeout"]
    assert read(path, tests="base")[0].samples == [True, True, False, False]
    assert read(path, programs=True)[0].samples == ["x = 0", "x = 1", "x = 2", "x = 3"]
    assert read(path, checked(("pass", None)))[0].samples == [True]


def test_evalplus_of_before(tmp_path):
    """Older results hold a status and flags of tests for each sample."""
    old = {"nfiles": 2, "base": [["pass", [True]], ["fail", [False]]],
           "plus": [["fail", [False]], ["fail", []]]}  # fmt: skip
    path = tmp_path / "eval_results.json"
    content = {"date": "x", "hash": "y", "eval": {"HumanEval/0": old}}
    assert read(path, content)[0].samples == [False, False]
    assert read(path, tests="base")[0].samples == [True, False]
    with pytest.raises(InputError, match="these results have no programs"):
        read(path, programs=True)
    old["plus"] = old["plus"][:1]
    with pytest.raises(InputError, match="other numbers of base and plus"):
        read(path, content)


def test_folders(tmp_path):
    """A folder of EvalPlus has a folder for each problem, in the order of their numbers."""
    for task in ("HumanEval_10", "HumanEval_2", "Mbpp_3"):
        for number in (10, 2):
            path = tmp_path / task / f"{number}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"x = {number}")
    found = read(tmp_path)
    names = [one.instance_id for one in found]
    assert names == ["HumanEval/2", "HumanEval/10", "Mbpp/3"]
    assert found[0].samples == ["x = 2", "x = 10"]
    (tmp_path / "HumanEval_2" / "0.py").write_bytes(b"\xff")
    with pytest.raises(InputError, match="not UTF-8"):
        read(tmp_path)
    (tmp_path / "HumanEval_1").mkdir()
    with pytest.raises(InputError, match="there are no programs"):
        read(tmp_path)


def test_references_of_another_run(tmp_path):
    """References that are not one for each problem are refused."""
    (tmp_path / "references_x.json").write_text('["a", "b"]')
    with pytest.raises(InputError, match="2 references for 1 problems"):
        read(tmp_path / "generations_x.json", [["a"]])


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("generations_x.json", [["a", 3]], "this is no file of BigCode's generations"),
        ("a.json", [{"question_id": 1, "code_list": 3}], "no file of LiveCodeBench's results"),
        ("a.json", {"name": "a", "language": "b", "results": 3}, "no file of MultiPL-E"),
        ("a.json", {"date": "", "hash": "", "eval": {"a": 3}}, "no file of EvalPlus' results"),
    ],
)
def test_damaged_documents(tmp_path, name, content, words):
    """A document with other types is an error with its file."""
    with pytest.raises(InputError, match=words):
        read(tmp_path / name, content)


def test_results_hold_scripts(tmp_path):
    """MultiPL-E's results are no completions."""
    content = {"name": "a", "language": "py", "results": []}
    with pytest.raises(InputError, match="results hold whole scripts"):
        read(tmp_path / "a.json", content, programs=True)
