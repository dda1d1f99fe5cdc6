"""HumanEval: its solutions pass, and changed ones fail."""

from itertools import islice

import pytest

from sacreval.features.programs.sandboxes.pool import judged
from sacreval.features.programs.sandboxes.problems.human_eval import problem
from sacreval.features.programs.sandboxes.problems.problem_files import read_problems
from support import missing
from support.mirror import MIRROR
from support.mutants import mutants
from support.sandboxes import TOY, bwrap

COMMIT = "6d43fb980f9fee3c892a914eda09951f772ad10d"
FILE = MIRROR / f"raw.githubusercontent.com/openai/human-eval/{COMMIT}/data/HumanEval.jsonl.gz"


def test_toy():
    """The program is the prompt with the completion and the tests, then `check` of the entry."""
    task = problem(TOY[0], "f:1")
    assert task.solution == "def add(a, b):\n    return a + b\n"
    assert task.program(task.solution).text.startswith(f"{task.solution}\ndef check(f)")
    assert task.tests.parts == ("check(add)",)
    assert (task.name, task.seconds) == ("Toy/0", 3.0)


@pytest.mark.long
def test_solutions():
    """All 164 solutions pass, and of one change of each most fail."""
    if not FILE.exists():
        missing.say("HumanEval's solutions: there is no mirror")
        pytest.skip("no mirror")
    problems = read_problems(str(FILE))
    tasks = [(("right", name), task.program(task.solution)) for name, task in problems.items()]
    tasks += [
        (("changed", name), task.program(text, 1.0))
        for name, task in problems.items()
        for text in islice(mutants(task.solution, 1), 1)
    ]
    judgements = dict(judged(tasks, bwrap(), 2))
    assert {name for (kind, name), judgement in judgements.items()
            if kind == "right" and judgement.verdict == "passed"} == set(problems)  # fmt: skip
    failed = [judgement for (kind, _), judgement in judgements.items() if kind == "changed"
              and judgement.verdict != "passed"]  # fmt: skip
    assert len(failed) > 0.8 * len(problems)
