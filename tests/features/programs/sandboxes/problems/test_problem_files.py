"""Files of problems: the layout is known by what they hold."""

import gzip
import json

import pytest

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.problems.problem_files import read_problems
from support.program import write_jsonl
from support.sandboxes import TOY

MBPP = {"task_id": 1, "code": "x = 1", "test_list": ["assert x == 1"]}


def test_layouts(tmp_path):
    """Lines and lists of every layout are read, also compressed."""
    lines, listed = tmp_path / "a.jsonl", tmp_path / "b.json"
    write_jsonl(lines, TOY)
    listed.write_text(json.dumps([MBPP]))
    zipped = tmp_path / "a.jsonl.gz"
    zipped.write_bytes(gzip.compress(lines.read_bytes()))
    assert list(read_problems(str(lines))) == ["Toy/0", "Toy/1"] == list(read_problems(str(zipped)))
    assert read_problems(str(listed))["1"].tests.parts == ("assert x == 1",)
    listed.write_text(json.dumps(["assert f() == 1", "check()"]))
    assert read_problems(str(listed))["1"].tests.parts == ("check()",)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "there are no problems"),
        ([{"a": 1}], "this is no problem of EvalPlus, HumanEval"),
        ([3], "this is no problem"),
        ([MBPP, MBPP], "the problem '1' is repeated"),
        ([MBPP, {"task_id": 2}], ":2: this problem of MBPP has no test_list"),
        ([MBPP, 3], ":2: this problem of MBPP has no"),
        ([MBPP | {"test_list": [3]}], ":1: 'test_list' of a problem is a list of texts"),
    ],
)
def test_other_files(tmp_path, rows, words):
    """What is no file of problems is an error with its place."""
    with pytest.raises(InputError, match=words):
        read_problems(str(write_jsonl(tmp_path / "x.jsonl", rows)))
