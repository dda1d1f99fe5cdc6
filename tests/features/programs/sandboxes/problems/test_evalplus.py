"""EvalPlus: inputs of functions, and the rules of single problems."""

import pytest

from sacreval.errors import InputError
from sacreval.features.programs.sandboxes.problems.evalplus import arguments, problem

ROW = {"task_id": "HumanEval/2", "entry_point": "part", "prompt": "def part(x):\n",
       "canonical_solution": "    return x % 1\n", "base_input": [[3.5]],
       "plus_input": [[1.25], [7.0]], "atol": 1e-6, "contract": ""}  # fmt: skip


def test_rows():
    """Base and further inputs are one list of calls, in two subsets."""
    task = problem(ROW, "f:1")
    assert task.tests.calls == ([3.5], [1.25], [7.0])
    assert task.tests.subsets == (("base", 1), ("plus", 2))
    assert (task.tests.compare, task.tests.atol, task.tests.expected) == ("evalplus", 1e-6, None)
    assert task.solution == "def part(x):\n    return x % 1\n"
    zero = problem(ROW | {"entry_point": "find_zero", "atol": 0}, "f:1")
    assert (zero.tests.compare, zero.tests.atol) == ("root", 0.0)
    mbpp = problem(ROW | {"task_id": "Mbpp/7", "entry_point": "find_char_long"}, "f:1")
    assert mbpp.tests.compare == "same-set"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"base_input": [3]}, "'base_input' of a problem is a list of lists"),
        ({"atol": "x"}, "'atol' of a problem is a number"),
        ({"entry_point": None}, "a text in 'entry_point'"),
        ({"task_id": "Mbpp/106", "base_input": [[1]]}, "has not the types of MBPP"),
    ],
)
def test_damaged_rows(change, words):
    """A row of another shape is an error with its place."""
    with pytest.raises(InputError, match=f"f:1: .*{words}"):
        problem(ROW | change, "f:1")


@pytest.mark.parametrize(
    ("task", "inputs", "types"),
    [
        (1, [[1, 2]], [[1, 2]]),
        (2, [[1], [2]], [(1,), (2,)]),
        (63, [[[1], [2]]], [[(1,), (2,)]]),
        (75, [[[1]], 3], [[(1,)], 3]),
        (106, [[1], [2]], [[1], (2,)]),
        (115, [[[1, 1], []]], [[{1}, {}]]),
        (124, ["1", "2j"], (1.0, 2j)),
        (250, [[1], 2], [(1,), 2]),
        (252, ["1+2j"], [1 + 2j]),
        (259, [[[1]], [[2]]], [((1,),), ((2,),)]),
        (278, [[1, [2]]], [(1, (2,))]),
        (307, [[1], 2, 3], [(1,), 2, 3]),
        (580, [[1, [2]]], ((1, (2,)),)),
        (722, [{"a": [1]}, 2], [{"a": (1,)}, 2]),
    ],
)
def test_types(task, inputs, types):
    """The inputs of tasks of MBPP+ have their types in Python: EvalPlus 0.3.1."""
    (signature,) = arguments(f"Mbpp/{task}", [inputs])
    assert signature == types
    assert repr(signature) == repr(types)
