"""Records of several tasks, of which a metric fits only some."""

import json

import pytest

from support.lm_eval_logs import choice_row, row, write

CHOICE = choice_row(("a", "-1", "True"), ("b", "-2", "False"))


@pytest.mark.parametrize(("texts", "choices"), [("a", "b"), ("b", "a")])
def test_the_tasks_that_fit_are_named(cli, tmp_path, texts, choices):
    """Where a metric lacks a field of one task, the error names a task that has it, and how."""
    write(tmp_path / "run", row(), task=texts)
    write(tmp_path / "run", CHOICE, task=choices)
    found = cli("evaluate", "exact-match", "run")
    assert found.code == 2
    condition = f"groups.task == '{texts}'"
    assert found.err.rstrip().endswith(f'or choose records of one task: --where "{condition}"')
    assert cli("evaluate", "exact-match", "run", "--where", condition).code == 0


def test_one_task(cli, tmp_path):
    """Records of a single task that lack a field have no task to choose instead."""
    write(tmp_path / "run", CHOICE)
    found = cli("evaluate", "exact-match", "run")
    assert (found.code, "choose records" in found.err) == (2, False)


def test_systems_of_different_tasks(cli, tmp_path):
    """Systems without a common instance are told by their tasks, of which none can be chosen."""
    lines = [
        {"instance_id": f"{task}:{i}", "system_id": task, "prediction": "x", "reference": "x",
         "groups": {"task": task}} for task in ("one", "two") for i in range(2)
    ]  # fmt: skip
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    found = cli("compare", "exact-match", "r.jsonl")
    assert found.code == 2
    assert "give runs of the same task: no task has scores in two systems" in found.err
    assert "(one only in one; two only in two)" in found.err


@pytest.mark.parametrize(("score", "task"), [("acc", "choices"), ("em", "answers")])
def test_the_task_that_has_the_score(cli, tmp_path, score, task):
    """Of a run with two tasks the hint names the one whose records have the score."""
    lines = [
        {"instance_id": f"{name}:{i}", "system_id": system, "prediction": "x",
         "groups": {"task": name}, "meta": {"scores": {own: 1.0}}}
        for name, own, systems in (("answers", "em", "abx"), ("choices", "acc", "aby"))
        for system in systems for i in range(2)
    ]  # fmt: skip
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in lines))
    found = cli("compare", "stored-score", "r.jsonl", "--score", score)
    assert found.code == 2
    condition = f"groups.task == '{task}'"
    assert found.err.rstrip().endswith(f'or choose records of one task: --where "{condition}"')
    chosen = ("compare", "stored-score", "r.jsonl", "--score", score, "--where", condition)
    assert cli(*chosen).code == 0
