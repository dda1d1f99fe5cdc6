"""`setup-dataset --list`: corpora by task, language and judgments, and those of this machine."""

import pytest

from sacreval.core.tasks import TASKS
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import Recipe

pytestmark = pytest.mark.usefixtures("recipes_once")

RECIPES = {name: place.recipe(name, Recipe) for name in place.names(Recipe)}


def listed(cli, *words):
    """Return the names that are listed."""
    lines = cli("setup-dataset", "--list", *words).out.splitlines()[1:]
    return {line.split()[0] for line in lines if not line.startswith(" ")}


def test_declared():
    """Every corpus declares a task that metrics have, and its languages."""
    assert {one.task for one in RECIPES.values()} <= TASKS.keys()
    assert all(one.languages for one in RECIPES.values())


def test_all(cli):
    """Without a condition all corpora are listed, and what the user provides is named."""
    assert listed(cli) == RECIPES.keys()
    text = cli("setup-dataset", "--list").out
    assert "duc2001                     your files  DUC 2001" in text
    assert "gsm8k" in text


def test_conditions(cli):
    """Conditions hold together; corpora in many languages are among those of any language."""
    german = listed(cli, "--task", "machine-translation", "--language", "de", "--judged")
    assert {"wmt23", "wmt20-metrics"} <= german
    assert german.isdisjoint({"wmt23-zh-en", "stsb", "multeval"})
    assert "multinews" not in listed(cli, "--judged", "--task", "summarization")


def test_offline(cli, monkeypatch, tmp_path):
    """With --offline only corpora are listed whose files are on the mirror, or the user's."""
    monkeypatch.delenv("SACREVAL_MIRROR", raising=False)
    yours = {name for name, one in RECIPES.items() if not one.size}
    assert listed(cli, "--offline") == yours
    host = tmp_path / "mirror" / "raw.githubusercontent.com"
    host.mkdir(parents=True)
    assert listed(cli, "--offline", "--mirror", str(host.parent)) == yours


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--list", "--task", "summarisation"), "did you mean 'summarization'?"),
        (("--list", "--language", "xx"), "--language: no corpus has 'xx'; available: de, en"),
        (("--list", "--task", "code", "--language", "de"), "no corpus is like that"),
        (("--task", "code"), "--task chooses what --list shows; add --list"),
        (("wmt23", "out", "--judged"), "--judged chooses what --list shows; add --list"),
    ],
)
def test_bad_conditions(cli, words, said):
    """A condition that nothing meets, or without --list, is one sentence and exit code 2."""
    done = cli("setup-dataset", *words)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err
