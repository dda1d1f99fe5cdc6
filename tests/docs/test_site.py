"""The site: its pages come from the registries, and it builds without a warning."""

import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from generator.links import mend
from generator.markdown import prose, table
from generator.metric_pages import outputs_of, plain
from generator.pages import ROOT, pages
from sacreval.core.metric import metrics
from sacreval.core.options.docstrings import arguments
from sacreval.core.options.registry import RESERVED
from sacreval.features.cite.bibliography import bibliography
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import MetricRecipe, Recipe
from sacreval.readers._base import readers
from support import missing, site_pages
from support.sizes import few

OWN = [name for name in metrics if metrics.get(name).__module__.startswith("sacreval.")]
OWN_READERS = [name for name in readers if readers.get(name).__module__.startswith("sacreval.")]
FOREIGN = re.compile(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?//[^"]*"')


@pytest.fixture(scope="module")
def made():
    return site_pages.made()


@few(26, "name", OWN)
def test_a_metric_has_a_page(made, name):
    """Its page has every option, every output and every field that it reads; the table has it."""
    cls = metrics.get(name)
    page = made[f"metrics/{name}.md"]
    for option in arguments(cls):
        if option not in RESERVED:
            assert f"| `--{option.replace('_', '-')}` |" in page
    for shown in (*outputs_of(plain(cls)), cls.judges, *cls.needs):
        assert f"`{shown}`" in page
    assert f"[{name}]({name}.md)" in made["metrics/index.md"]


def test_metrics_are_listed_by_task(made):
    """The page of metrics has a table for each heading of the side bar, in the same order."""
    text = made["metrics/index.md"]
    bleu, rouge, judge = (text.index(f"[{name}]({name}.md)") for name in ("bleu", "rouge", "judge"))
    assert text.index("## Machine translation") < bleu < text.index("## Summarization") < rouge
    assert text.index("## Judges, and scores in logs") < judge < text.index("## Other names")


@few(26, "name", OWN)
def test_a_metric_page_has_its_references(made, name):
    """Its page has each reference as text with a link, and as BibTeX, as `cite` has them."""
    citation = made[f"metrics/{name}.md"].split("## Citation\n", 1)[1]
    for key in bibliography().metrics[name]:
        entry = bibliography().entry(key)
        assert prose(entry.text.removesuffix(entry.address).strip()) in citation
        assert not entry.address or f" <{entry.address}>\n" in citation
        assert f"{{{key},\n" in citation


def test_every_recipe_and_reader_has_its_place(made):
    """Corpora have a page, readers and resources a section."""
    for name in place.names(Recipe):
        assert place.recipe(name, Recipe).licence.split()[0] in made[f"datasets/{name}.md"]
        assert f"({name}.md)" in made["datasets/index.md"]
    assert all(f"\n## {name} {{" in made["readers.md"] for name in OWN_READERS)
    assert all(f"\n## {name} {{" in made["resources.md"] for name in place.names(MetricRecipe))


@pytest.mark.long
def test_pages_do_not_depend_on_the_machine(made, monkeypatch):
    """Without what METEOR needs, and on a narrow terminal, the pages are the same."""
    monkeypatch.setattr("sacreval.io.resources.find", lambda _: None)
    monkeypatch.setenv("COLUMNS", "50")
    assert pages() == made


def test_foreign_text_is_no_markup():
    """What looks like markup in a docstring is shown as it is."""
    assert prose("<b> `a|b` *x* [y]") == r"&lt;b&gt; <code>a&#124;b</code> \*x\* \[y\]"
    assert table(["a"], []) == ""


def test_links_are_led_right():
    """Links of the repository lead to pages; other files stay as words; links to nothing stay."""
    site = {"readme.md", "tasks.md", "metrics/bleu.md"}
    text = "[a](docs/tasks.md#x) [b](LICENSE) [c](docs/none.md) [d](https://example.org)"
    assert mend(text, "readme.md", site, ROOT) == (
        "[a](tasks.md#x) b [c](docs/none.md) [d](https://example.org)"
    )
    assert mend("[a](../README.md)", "tasks.md", site, ROOT) == "[a](readme.md)"
    assert mend("[a](../tasks.md)", "metrics/bleu.md", site, ROOT) == "[a](../tasks.md)"


@pytest.mark.long
def test_it_builds_and_asks_nothing_of_the_network(tmp_path):
    """A strict build ends well, and no page loads anything from elsewhere."""
    if find_spec("mkdocs") is None or find_spec("material") is None:
        missing.say("the build of the site: pip install -e '.[docs]'")
        pytest.skip("no mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    built = list(tmp_path.rglob("*.html"))
    assert len(built) > len(OWN)
    loads = {page.name: FOREIGN.findall(page.read_text(encoding="utf-8")) for page in built}
    assert not {name: found for name, found in loads.items() if found}
    assert not list(tmp_path.rglob("*.py"))
    listed = re.findall(
        r"^- \[[^\]]+\]\(([^)]+)\)", (tmp_path / "llms.txt").read_text("utf-8"), re.MULTILINE
    )
    copied = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(copied)
    htmls = {page.relative_to(tmp_path).with_suffix(".md").as_posix() for page in built}
    assert htmls - set(copied) == {"404.md"}
