"""Records of several tasks, of which a metric fits only some."""

import json

import pytest

from support import missing
from support.lm_eval_logs import choice_row, row, write

CHOICE = choice_row(("a", "-1", "True"), ("b", "-2", "False"))


@pytest.mark.parametrize("metric", ["exact-match", "multiple-choice"])
@pytest.mark.parametrize(("texts", "choices"), [("a", "b"), ("b", "a")])
def test_tasks_that_do_not_fit(cli, tmp_path, metric, texts, choices):
    """A task of which a metric can score no record is named and left out, in any order."""
    write(tmp_path / "run", row(0, filtered_resps=["[invalid]"]), row(1), task=texts)
    write(tmp_path / "run", CHOICE, task=choices)
    result = cli("evaluate", metric, "run", "--allow-errors")
    other, field = (choices, "prediction") if metric == "exact-match" else (texts, "choices")
    assert result.code == 0, result.err
    assert f"task {other} is left out, as its records cannot be scored: " in result.err
    assert f"no `{field}`, which {metric} needs" in result.err
    assert result.out.splitlines()[1].split()[:2] == ["run", "12"[metric == "exact-match"]]


def test_no_task_fits(cli, tmp_path):
    """Where no task fits, the error is that of the first record."""
    for task in "ab":
        write(tmp_path / "run", CHOICE, task=task)
    result = cli("evaluate", "exact-match", "run")
    assert (result.code, "samples_a_2026" in result.err) == (2, True)
    assert "is left out" not in result.err


def test_some_records_do_not_fit(cli, tmp_path):
    """A wrong record of a task that fits is an error, with the other tasks."""
    wrong = {**row(1), "target": None}
    write(tmp_path / "run", row(0), wrong, task="a")
    write(tmp_path / "run", row(), task="b")
    result = cli("evaluate", "exact-match", "run")
    condition = "groups.task == 'b'"
    assert result.code == 2
    assert result.err.rstrip().endswith(f'or choose records of one task: --where "{condition}"')
    assert cli("evaluate", "exact-match", "run", "--where", condition).code == 0


def test_tasks_without_a_score(cli, tmp_path):
    """A task whose records do not have the score that is named is left out."""
    write(tmp_path / "run", row(0), task="a")
    write(tmp_path / "run", CHOICE, task="b")
    result = cli("evaluate", "stored-score", "run", "--score", "acc")
    assert (result.code, result.out.splitlines()[1].split()) == (0, ["run", "1", "1.0000"])
    assert "task a is left out" in result.err
    assert "none has what stored-score takes, from " in result.err


def test_one_task(cli, tmp_path):
    """Records of a single task that lack a field have no task to choose instead."""
    write(tmp_path / "run", CHOICE)
    result = cli("evaluate", "exact-match", "run")
    assert (result.code, "choose records" in result.err) == (2, False)


def test_systems_of_different_tasks(cli, tmp_path):
    """Systems without a common instance are told by their tasks, of which none can be chosen."""
    lines = [
        {"instance_id": f"{task}:{i}", "system_id": task, "prediction": "x", "reference": "x",
         "groups": {"task": task}} for task in ("one", "two") for i in range(2)
    ]  # fmt: skip
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in lines))
    result = cli("compare", "exact-match", "r.jsonl")
    assert result.code == 2
    assert "give runs of the same task: no task has scores in two systems" in result.err
    assert "(one only in one; two only in two)" in result.err


@pytest.mark.parametrize(("score", "task"), [("acc", "choices"), ("em", "answers")])
def test_the_task_that_has_the_score(cli, tmp_path, score, task):
    """Of a run with two tasks the one is compared whose records have the score."""
    lines = [
        {"instance_id": f"{name}:{i}", "system_id": system, "prediction": "x",
         "groups": {"task": name}, "meta": {"scores": {score_name: 1.0}}}
        for name, score_name, systems in (("answers", "em", "abx"), ("choices", "acc", "aby"))
        for system in systems for i in range(2)
    ]  # fmt: skip
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in lines))
    result = cli("compare", "stored-score", "r.jsonl", "--score", score)
    other, system = ("answers", "y") if task == "choices" else ("choices", "x")
    assert result.code == 0, result.err
    assert f"task {other} is left out" in result.err
    assert {line.split()[1] for line in result.out.splitlines()[1:4]} == {"a", "b", system}


def test_systems_of_each_task(cli, tmp_path):
    """Systems without a common instance are compared on each task that several have."""
    for model, tasks in (("m", "abc"), ("n", "ab")):
        for task in tasks:
            filters = ("x", "y") if task == "a" else ("x",)
            rows = [row(i, filter=name) for name in filters for i in range(3)]
            write(tmp_path / model, *rows, task=task)
    result = cli("compare", "exact-match", ".", "--format", "json")
    assert result.code == 0, result.err
    assert {(x["dataset"], x["system_id"]) for x in result.json()["standings"]} == {
        ("a", "m [x]"), ("a", "m [y]"), ("a", "n [x]"), ("a", "n [y]"), ("b", "m"), ("b", "n"),
    }  # fmt: skip
    assert {comparison["n"] for comparison in result.json()["comparisons"]} == {3}
    assert "those of each task are compared; c could be compared with no other" in result.err
    paper = ("-o", "x.tex", "--style", "paper", "--columns", "score,interval")
    result = cli("compare", "exact-match", ".", *paper)
    assert (result.code, "has no interval; leave out interval" in result.err) == (2, True)
    missing.module("matplotlib", "plots of tasks")
    drawn = cli("compare", "exact-match", ".", "--plot", "forest=x.svg")
    assert (drawn.code, "or choose records of one task: --where" in drawn.err) == (2, True)


def test_several_tasks_have_scores_of_their_own(cli, tmp_path):
    """Logs of several tasks are broken down as by --by task, and one line says so."""
    write(tmp_path / "run", row(0), row(1), task="a")
    write(tmp_path / "run", row(0), task="b")
    result, asked = (
        cli("evaluate", "exact-match", "run"),
        cli("evaluate", "exact-match", "run", "--by", "task"),
    )
    assert result.out == asked.out
    assert "task=b" in result.out
    said = "records are of 2 tasks, each with scores of its own, as by --by task: a, b"
    assert (result.err.count(said), asked.err.count(said)) == (1, 0)
    cli("evaluate", "exact-match", "run", "-o", "r.json")
    cli("evaluate", "exact-match", "run", "--by", "task", "-o", "by.json")
    results = [json.loads((tmp_path / x).read_text())["results"] for x in ("r.json", "by.json")]
    assert results[0] == results[1]
    assert cli("verify", "r.json", "run").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--where", "groups.task == 'a'"],
        ["run", "--by", "meta.doc.question"],
        ["--dataset", "one=run"],
        ["run/a"],
        ["lines.jsonl"],
    ],
)
def test_tasks_are_not_told_apart_where_another_choice_is_made(cli, tmp_path, words):
    """Records of one task, another breakdown, a data set and records of no log stay as they are."""
    write(tmp_path / "run" / "a", row(0), row(1), task="a")
    write(tmp_path / "run" / "b", row(0), task="b")
    assert cli("convert", "run", "-o", "lines.jsonl", "--reader", "lm-eval").code == 0
    result = cli("evaluate", "exact-match", *words)
    assert result.code == 0, result.err
    assert "task=" not in result.out
    assert "each with scores of its own" not in result.err


def test_systems_without_a_task(cli, tmp_path):
    """A log that names no task is in the group (none) beside others."""
    write(tmp_path / "run", row(0), row(1), task="a")
    write(tmp_path / "run", row(0), task="b")
    (tmp_path / "z.jsonl").write_text('{"prediction": "x", "reference": "x"}\n')
    result = cli("evaluate", "exact-match", "run", "z.jsonl")
    assert result.code == 0, result.err
    assert "task=(none)" in result.out
