"""METEOR 1.5's languages and tasks: parameters, weights and matchers."""

import re
from typing import get_args

import pytest

from sacreval.core.metric import metrics
from sacreval.core.options.docstrings import arguments
from sacreval.core.options.registry import RESERVED
from sacreval.metrics.ngrams._meteor15.parameters import Language, Task, modules, parameters
from support.mirror import CHECKOUT


@pytest.mark.parametrize("language", get_args(Language))
@pytest.mark.parametrize("task", get_args(Task))
def test_every_language_has_modules_and_weights_for_them(language, task):
    """A task has a weight for each module; adq, hter and util exist for English alone."""
    found = parameters(language, task)
    if task in {"adq", "hter", "util"} and language != "en":
        assert found is None
        return
    wanted = 1 if language == "other" and task != "universal" else 2
    assert len(found.weights) >= len(modules(language, task)) >= wanted


def test_ids():
    """The numbers are those of the Java program's Eval IDs, such as de-0.95_1.0_0.55_0.55."""
    assert parameters("de", "rank") == (0.95, 1.0, 0.55, 0.55, (1.0, 0.8, 0.2))
    assert parameters("pt", "rank") == parameters("en", "li")
    assert modules("cs", "rank") == ("exact", "paraphrase")


def rows_of_page(first):
    """Return the cells of a table of docs/meteor.md, by the heading of its first column."""
    page = (CHECKOUT / "docs" / "meteor.md").read_text(encoding="utf-8")
    table = page.partition(f"| {first} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_page_of_options():
    """The page names every option of the metric, and every letter of the program in its help."""
    options, described = arguments(metrics.get("meteor-1.5")), rows_of_page("program")
    named = {flag for row in described for flag in re.findall(r"`[^`]*`", row[1])}
    for option in options.keys() - {*RESERVED}:
        assert any(f"--{option.replace('_', '-')}" in one for one in named), option
    letters = set(re.findall(r"-[a-zA-Z]+\b", " ".join(row[0] for row in described)))
    helped = " ".join(options.values())
    assert set(re.findall(r"(?<=\()-[a-zA-Z]+(?=[);])", helped)) <= letters


def test_page_of_languages():
    """The page has the modules and tasks of every language."""
    found = {
        language: row
        for row in rows_of_page("language")
        for language in re.findall(r"`([^`]+)`", row[0])
    }
    assert found.keys() == set(get_args(Language))
    for language, (_, used, tasks) in found.items():
        assert tuple(used.split(", ")) == modules(language, "rank")
        own = parameters(language, "rank") != parameters(language, "li") or language == "ru"
        assert ("is `li`" in tasks) != own
        there = {task for task in get_args(Task) if parameters(language, task)} - {"universal"}
        assert set(re.findall(r"`(\w+)`", tasks)) == there
