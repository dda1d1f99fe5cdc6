"""The verbs setup-dataset, setup-metric and convert, and what they share.

Also tests `setup_shared`.
"""

import pytest

from sacreval.core.tasks import TASKS
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import Recipe

pytestmark = pytest.mark.usefixtures("alone", "recipes_once")


def test_list_and_show(sacreval):
    """--list has every corpus; --show has licence, size, citation, files and needs."""
    code, out, _ = sacreval("setup-dataset", "--list")
    assert code == 0
    assert "fabbri2020" in out
    assert "tac2011" in out
    code, out, _ = sacreval("setup-dataset", "--show", "fabbri2020")
    assert code == 0
    for part in ("licence:", "citation:", "4.7 MiB", "relevance.jsonl", "e05def5f78b1"):
        assert part in out
    code, out, _ = sacreval("setup-dataset", "--show", "duc2002")
    assert "you bring: --path data-root=PATH" in out
    assert "then:     sacreval correlate" in sacreval("setup-dataset", "--show", "fabbri2020")[1]


def test_dry_run(sacreval, mirror, tmp_path):
    """--dry-run says what would be fetched and written, and does nothing."""
    words = ("setup-dataset", "qags", tmp_path / "out", "--mirror", mirror, "--dry-run")
    code, out, err = sacreval(*words)
    assert code == 0
    assert "mturk_cnndm.jsonl" in out
    assert f"write {tmp_path / 'out' / 'xsum.jsonl'}" in out
    assert "licence:" in err
    assert list(tmp_path.glob("out*")) == []


def test_the_licence_comes_before_the_fetching(sacreval, tmp_path):
    """The licence is shown even where fetching then fails."""
    code, _, err = sacreval("setup-dataset", "qags", tmp_path / "out", "--offline")
    assert code == 2
    assert err.index("licence:") < err.index("--offline does not allow fetching")


RECIPES = {name: place.recipe(name, Recipe) for name in place.names(Recipe)}


def listed(cli, *words):
    """Return the names that are listed."""
    lines = cli("setup-dataset", "--list", *words).out.splitlines()[1:]
    return {line.split()[0] for line in lines if not line.startswith(" ")}


def test_declared():
    """Every corpus declares a task that metrics have, and its languages."""
    assert {recipe.task for recipe in RECIPES.values()} <= TASKS.keys()
    assert all(recipe.languages for recipe in RECIPES.values())


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
    yours = {name for name, recipe in RECIPES.items() if not recipe.size}
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


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("begn", "'begin'"),
        ("summeval", "'fabbri2020'"),
        ("REALSumm", "'bhandari2020'"),
        ("squad", "'squad1.1' or 'squad2.0' or 'xquad'"),
        ("wmt2023", "'wmt23'"),
    ],
)
@pytest.mark.long
def test_names_that_are_no_recipes(sacreval, tmp_path, name, meant):
    """A name that is none gives the recipes of nearly that name, or whose title has it."""
    for words in (("setup-dataset", name, tmp_path / "out"), ("setup-dataset", "--show", name)):
        code, _, err = sacreval(*words)
        assert code == 2
        assert err == f"sacreval: error: There is no recipe '{name}'; did you mean {meant}?\n"
    assert "available: asset, bagel" in sacreval("setup-dataset", "--show", "nothing-like")[2]


def test_missing_arguments(sacreval):
    """A name or folder left out is one sentence."""
    assert sacreval("setup-dataset", "qags")[0] == 2
    code, _, err = sacreval("setup-metric", "--offline")
    assert code == 2
    assert "NAME is missing" in err
