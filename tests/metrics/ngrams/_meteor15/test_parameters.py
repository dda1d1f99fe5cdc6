"""METEOR 1.5's languages and tasks: parameters, weights and matchers."""

from typing import get_args

import pytest

from sacreval.metrics.ngrams._meteor15.parameters import Language, Task, modules, parameters


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
