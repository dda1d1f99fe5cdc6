"""Help that can be read: whole sentences, sections, an example that runs, at any width."""

import json
import re
import shlex
import sqlite3

import pytest
import typer

from sacreval.cli.app import VERBS, app
from sacreval.cli.help_examples import LINES
from sacreval.cli.help_layout import first_paragraph
from sacreval.cli.help_sections import ORDER, section_of
from sacreval.cli.metric_index import INDEX, by_heading, generate
from sacreval.cli.verb_index import PURPOSES
from sacreval.core.metric import metrics
from sacreval.core.tasks import TASKS
from support.program import write_jsonl

ROOT = typer.main.get_group(app)
WIDTHS = (80, 140)
COMMANDS = ("", "evaluate", "evaluate bleu", "score chrf", "compare rouge", "correlate scores",
            "correlate bleu", "evaluate suite", "list", "setup-dataset")  # fmt: skip


def record_in(shown):
    """Return the record that a help shows, which may be wrapped at blanks."""
    return " ".join(shown.split("has lines such as\n")[1].split("\n\n")[0].split())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("words", COMMANDS)
def test_width(cli, monkeypatch, words, width):
    """No line is wider than the terminal, and no sentence is cut."""
    monkeypatch.setenv("COLUMNS", str(width))
    lines = cli(*words.split(), "--help").out.splitlines()
    assert max(map(len, lines)) <= width
    assert not {"…", "\x1b"} & {*"".join(lines)}


def test_index():
    """The index is what the metrics say; `python -m sacreval.cli.metric_index` writes it."""
    assert INDEX.read_text(encoding="utf-8") == generate()


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare", "correlate", "select"])
def test_every_metric_is_listed(cli, verb):
    """The help of a verb has every metric once, and the sentence of each."""
    text = " ".join(cli(verb, "--help").out.split())
    for rows in by_heading(metrics).values():
        for name, sentence in rows:
            assert f" {name} {sentence}" in text


def test_every_task_has_a_heading():
    """No built-in metric is listed among the plug-ins, so every task has a heading."""
    from sacreval.cli.metric_index import HEADINGS

    assert sorted(task for tasks in HEADINGS.values() for task in tasks) == sorted(TASKS)


def test_sentences_of_verbs():
    """Each sentence of `sacreval --help` is how the help of the command begins."""
    for verbs in PURPOSES.values():
        for name, sentence in verbs.items():
            assert first_paragraph(ROOT.get_command(None, name).help) == sentence
    assert {name for verbs in PURPOSES.values() for name in verbs} <= set(VERBS)


@pytest.mark.parametrize("verb", [*LINES, "select", "robustness"])
def test_sentences_of_other_subcommands(verb):
    """Each sentence of a verb's help about a subcommand is how its own help begins."""
    group = ROOT.get_command(None, verb)
    for name, sentence in type(group).listed()["Several metrics, and other inputs"]:
        assert first_paragraph(group.get_command(None, name).help).startswith(sentence)


@pytest.mark.parametrize("verb", LINES)
def test_sections(verb):
    """Every option of a metric's command is its own or in a section, and its own come first."""
    command = ROOT.get_command(None, verb).get_command(None, "bleu")
    known = section_of(command.sections)
    assert {one.name for one in command.params} <= known.keys()
    assert {known[one.name] for one in command.params} >= {"Options of bleu", "Input", "Execution"}
    assert known["tokenize"] not in ORDER


@pytest.mark.parametrize("name", [x for x in metrics if not metrics.get(x).runs_model])
def test_examples(cli, tmp_path, name):
    """The example in the help of a metric runs, with a record as it is shown there."""
    shown = cli("evaluate", name, "--help").out
    found = re.search(r"^Example:\n  sacreval ((?:.+\n?)+?)(?:  where|\n)", shown, re.MULTILINE)
    if found is None:
        assert "replies" in metrics.get(name).needs
        return
    if "outputs.txt" in found[1]:
        (tmp_path / "outputs.txt").write_text("the cat sat\n")
        (tmp_path / "references.txt").write_text("the cat sat down\n")
    else:
        line = record_in(shown)
        more = [dict(one) for one in metrics.get(name).example[1:]]  # two make a correlation
        write_jsonl(tmp_path / "outputs.jsonl", [json.loads(line), *more])
    (tmp_path / "vectors.txt").write_text("the 0.5 1\ncat 1 0.5\n")
    sqlite3.connect(tmp_path / "data.sqlite").execute("CREATE TABLE singer (name TEXT)").close()
    done = cli(*shlex.split(found[1]))
    assert done.code == 0 or "setup-metric" in done.err or "pip install" in done.err, done.err


@pytest.mark.parametrize("name", ["bleu", "suite"])
@pytest.mark.parametrize("verb", LINES)
def test_examples_of_verbs(cli, tmp_path, verb, name):
    """The example in the help of each verb runs, too, and of its suites."""
    shown = cli(verb, name, "--help").out
    found = re.search(r"^Example:\n  sacreval ((?:.+\n?)+?)(?:  where|\n)", shown, re.MULTILINE)
    for file, text in (("outputs", "the cat sat"), ("others", "a cat"), ("references", "the cat")):
        (tmp_path / f"{file}.txt").write_text(f"{text}\n{text} here\n")
    line = record_in(cli("correlate", "bleu", "--help").out)
    rows = [
        {**json.loads(line), "system_id": f"s{i}", "prediction": "the cat sat " * i,
         "judgments": {"quality": i}}
        for i in range(5)
    ]  # fmt: skip
    write_jsonl(tmp_path / "outputs.jsonl", rows)
    done = cli(*shlex.split(found[1]))
    assert done.code == 0, done.err
