"""The site: pages from the registries, and the figures that they show."""

import json
import math
import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from generator import front_figures, growth, plot_figures
from generator.links import mend
from generator.markdown import prose, table
from generator.metric_pages import outputs_of, plain
from generator.pages import ROOT, pages
from generator.report_picture import NAME, picture
from sacreval.commands import evaluate_plots
from sacreval.core.metric import metrics
from sacreval.core.options.docstrings import arguments
from sacreval.core.options.registry import RESERVED
from sacreval.features.cite.bibliography import bibliography
from sacreval.features.compare import compare_plots
from sacreval.features.correlate import correlate_output
from sacreval.features.setup.recipes import place
from sacreval.features.setup.recipes.schema import MetricRecipe, Recipe
from sacreval.readers._base import readers
from support import missing, site_pages
from support.mirror import CHECKOUT
from support.sizes import few

METRICS = [name for name in metrics if metrics.get(name).__module__.startswith("sacreval.")]

READERS = [name for name in readers if readers.get(name).__module__.startswith("sacreval.")]

FOREIGN = re.compile(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?//[^"]*"')


@pytest.fixture(scope="module")
def made():
    return site_pages.made()


@few(26, "name", METRICS)
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


@few(26, "name", METRICS)
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
    assert all(f"\n## {name} {{" in made["readers.md"] for name in READERS)
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
    assert len(built) > len(METRICS)
    loads = {page.name: FOREIGN.findall(page.read_text(encoding="utf-8")) for page in built}
    assert not {name: urls for name, urls in loads.items() if urls}
    assert not list(tmp_path.rglob("*.py"))
    listed = re.findall(
        r"^- \[[^\]]+\]\(([^)]+)\)", (tmp_path / "llms.txt").read_text("utf-8"), re.MULTILINE
    )
    copied = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.md")]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(copied)
    htmls = {page.relative_to(tmp_path).with_suffix(".md").as_posix() for page in built}
    assert htmls - set(copied) == {"404.md"}


def test_figures_come_from_files():
    """Speed is that of the benchmarks, coverage counts the verdicts, and breadth the registries."""
    text = front_figures.fill(f"a\n{front_figures.MARK}\nb", ROOT)
    assert f"{front_figures.speed(ROOT)} times as fast" in text
    assert front_figures.speed(ROOT) > 100
    count = front_figures.breadth()["metrics"]
    assert 90 < count <= len(list(metrics))
    assert f"{count} metrics, " in text
    assert front_figures.coverage(ROOT) in text
    assert f"recomputes {front_figures.parity()} metrics" in text
    assert front_figures.fill("other pages", ROOT) == "other pages"


def test_without_the_benchmark(tmp_path):
    """A figure that is no longer there is an error, and no old number."""
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "README.md").write_text("nothing")
    with pytest.raises(ValueError, match="no figure"):
        front_figures.speed(tmp_path)


def test_coverage(tmp_path):
    """Figures with a notice are not among those that are judged."""
    (tmp_path / "docs").mkdir()
    verdicts = ["holds", "holds", "does not hold", "with a notice"]
    rows = ", ".join(f'{{"verdict": "{verdict}"}}' for verdict in verdicts)
    (tmp_path / "docs" / "promises.json").write_text(f'{{"figures": [{rows}]}}')
    assert front_figures.coverage(tmp_path).startswith("of 3 measured rates")


def test_parity():
    """Libraries and programs count, and libraries that only split texts do not."""
    known = {name: front_figures.has_original(metrics.get(name)) for name in metrics}
    assert known["bleu"]
    assert known["classification"]
    assert known["rouge-1.5.5"]
    assert not known["d-sari"]
    assert not known["length"]
    originals = [original for name, original in known.items() if metrics.is_own(name)]
    assert front_figures.parity() == sum(originals)


KNOWN = json.loads((CHECKOUT / growth.FIGURES).read_text(encoding="utf-8"))

SIZES = (10, 100, 1000, 10_000)


def points(start, slope, power=1.0):
    return [[size, start + slope * size**power, 50] for size in SIZES]


def test_a_line_is_found():
    """Points on a line give its start and slope, and an exponent of one."""
    start, slope = growth.fit(points(0.2, 0.01))
    assert (start, slope) == (pytest.approx(0.2), pytest.approx(0.01))
    assert growth.exponent(points(0.2, 0.01)) == pytest.approx(1)


def test_a_quadratic_cost_is_seen():
    """A cost that grows with the square has an exponent far above one."""
    assert growth.exponent(points(0.0, 1e-4, power=2)) > 1.8


def test_a_start_alone_has_no_exponent():
    """Where nothing grows there is no slope to state."""
    assert math.isnan(growth.exponent([[size, 0.3, 50] for size in SIZES]))


def test_slopes_have_units():
    """A row states the seconds of the start, the cost of one more, and the exponent."""
    line = {"axis": "records", "name": "`x`", "points": points(0.2, 5e-4)}
    row = growth.row(line)
    assert row[2:6] == ["10 to 10,000", "0.20", "500.0 µs a record", "1.00"]


def test_the_page_is_that_of_its_figures():
    """The page is what `benchmarks/growth.py --write` writes from the file of figures."""
    assert (CHECKOUT / growth.PAGE).read_text(encoding="utf-8") == growth.page(KNOWN)
    assert (CHECKOUT / growth.PICTURE).read_bytes().startswith(b"\x89PNG")


def test_every_way_to_grow_is_measured():
    """Records, systems, metrics, references and resamples have a line of several points."""
    axes = {line["axis"] for line in KNOWN}
    assert axes == {"records", "systems", "metrics", "references", "resamples"}
    assert all(len(line["points"]) > 2 for line in KNOWN)


@pytest.mark.parametrize("line", KNOWN, ids=lambda line: f"{line['axis']} {line['name']}")
def test_nothing_grows_with_the_square(line):
    """No measured cost grows faster than in proportion, within the error of a busy machine."""
    assert not growth.exponent(line["points"]) > 1.25  # nan where the start is nearly all


TEXT = (ROOT / plot_figures.PAGE).read_text(encoding="utf-8")

ONE_LINE = TEXT.replace("\\\n", " ")

DRAWN = re.findall(r"^sacreval (\w+) .*--plot (\w+)=(\S+)", ONE_LINE, re.MULTILINE)


def test_every_kind_is_shown():
    """Each kind of each verb has a command and its figure, and no figure has none."""
    kinds = {
        "compare": compare_plots.KINDS,
        "evaluate": evaluate_plots.KINDS,
        "correlate": correlate_output.PLOTS,
    }
    wanted = [(verb, kind) for verb, named in kinds.items() for kind in named]
    assert sorted((verb, kind) for verb, kind, _ in DRAWN) == sorted(wanted)
    assert [name for _, _, name in DRAWN] == plot_figures.shown(TEXT)


def test_marks_become_images():
    """An image has its description; the site has no mark left."""
    filled = plot_figures.fill("<!-- figure a.svg: Two lines. -->", ROOT)
    assert filled == "![Two lines.](images/plots/a.svg)"
    assert "<!-- figure" not in plot_figures.fill(TEXT, ROOT)


@pytest.mark.long
def test_figures():
    """They are the files that the page shows."""
    missing.module("matplotlib", "plots")
    pictures = plot_figures.figures(ROOT)
    assert list(pictures) == [f"images/plots/{name}" for name in plot_figures.shown(TEXT)]
    assert all(b"<svg" in picture for picture in pictures.values())


def test_a_command_that_fails(tmp_path):
    """The build ends with what the command says."""
    (tmp_path / "docs").mkdir()
    (tmp_path / plot_figures.PAGE).write_text("```sh\nsacreval evaluate bleu none.txt\n```\n")
    with pytest.raises(RuntimeError, match=r"none\.txt"):
        plot_figures.figures(tmp_path)


@pytest.mark.long
def test_it_is_taken():
    """It is a PNG of 1000 by 1500 pixels with content."""
    taken = picture(CHECKOUT).get(NAME)
    if taken is None:
        missing.say("the picture of a report: there is no browser on the PATH")
        pytest.skip("no browser")
    assert taken[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(taken[i : i + 4]) for i in (16, 20)] == [1000, 1500]
    assert len(taken) > 50_000


def test_without_a_browser(monkeypatch):
    """The picture in the repository stays, which pages link to."""
    monkeypatch.setenv("PATH", "")
    assert picture(CHECKOUT) == {}
    assert (CHECKOUT / "docs" / NAME).is_file()
