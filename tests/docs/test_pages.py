"""Every page: what it shows runs, what it links is there, and what the theme lacks is added."""

import json
import re
import textwrap
import tomllib
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest
import yaml

from generator.barriers import removed
from generator.links import FOLDERS, mend
from generator.markdown_copies import copies, first_sentence, index, write
from generator.nav_groups import OTHER, by_heading, grouped
from generator.notebook_pages import PAGES as NOTEBOOKS
from generator.pages import ROOT
from sacreval.core.metric import metrics
from sacreval.core.records import Instance
from sacreval.features.page.content import NUMBERS
from sacreval.features.page.records.record_texts import CHARACTERS, MARKED
from sacreval.readers.jsonl import JsonlReader
from support import missing, site_pages
from support.mirror import CHECKOUT
from support.page_files import FILES
from support.shell import has_shell
from support.walkthrough import PLAYED, Block, blocks, play

PAGES = sorted(
    path.relative_to(CHECKOUT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/*.md")
    for path in CHECKOUT.glob(pattern)
    if path.parent.name != "metric_notes"  # parts of pages
)

NOT_PLAYED = {
    "README.md": 2,
    "docs/coming_from.md": 2,
    "docs/container.md": 1,
    "docs/exchange.md": 2,
    "docs/execution.md": 2,
    "docs/external_programs.md": 2,
    "docs/front.md": 1,
    "docs/gates.md": 2,
    "docs/integrations.md": 4,
    "docs/judging.md": 1,
    "docs/logs.md": 1,
    "docs/neural.md": 2,
    "docs/official_programs.md": 1,
    "docs/plugin-template/README.md": 1,
    "docs/page.md": 1,
    "docs/tutorials/lm-eval-runs.md": 1,
}

# The pages that are played in every run of the tests; the others are among the long ones.
QUICK = {
    "README.md",
    "docs/intervals.md",
    "docs/judging.md",
    "docs/long_runs.md",
    "docs/tutorials/evaluate-a-metric.md",
    "docs/tutorials/score.md",
}

BY_ANOTHER = {"docs/gates.md": "tests/docs/test_gates.py"}


def json_or_lines(text: str) -> list[object]:
    """Read one document, or one a line."""
    several = text.count("\n{") > 0
    return [json.loads(part) for part in (text.splitlines() if several else [text])]


DATA = {"json": json_or_lines, "yaml": yaml.safe_load, "toml": tomllib.loads}


def of(page: str, *languages: str) -> list[Block]:
    return [block for block in blocks(CHECKOUT / page) if block.language in languages]


def test_there_are_pages():
    """The README, the guides and the tutorials are found."""
    assert {"README.md", "CONTRIBUTING.md", "docs/tasks.md", "benchmarks/README.md"} < set(PAGES)
    tutorials = {Path(page).stem for page in PAGES if "docs/tutorials/" in page}
    assert tutorials >= {
        "score", "gate", "evaluate-a-metric", "add-a-metric", "add-a-corpus",
        "add-a-reader", "add-a-verb", "add-a-kernel",
    }  # fmt: skip


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[] if page in QUICK else [pytest.mark.long])
        for page in PAGES
        if of(page, *PLAYED) and page not in BY_ANOTHER
    ],
)
def test_a_page_runs(page, tmp_path):
    """Every block runs in order in a fresh folder, and prints what the page shows."""
    if not has_shell():
        missing.say("the pages: there is no bash")
        pytest.skip("no bash")
    (tmp_path / "configs").symlink_to(CHECKOUT / "configs")
    if write := FILES.get(page):
        write(tmp_path)
    play(CHECKOUT / page, tmp_path)


def test_what_is_not_played_is_counted():
    """A block is played, or stands under its reason; and there are no more of these than here."""
    unplayed = {page: [b.unplayed for b in of(page, *PLAYED) if b.unplayed] for page in PAGES}
    assert {page: len(reasons) for page, reasons in unplayed.items() if reasons} == NOT_PLAYED
    assert all(len(reason) > 30 for reasons in unplayed.values() for reason in reasons)
    for page, test in BY_ANOTHER.items():
        assert of(page, *PLAYED)
        assert "play(PAGE, " in (CHECKOUT / test).read_text(encoding="utf-8")


def test_every_fence_is_a_block():
    """No fence is written so that the player passes it over, and no marker belongs to none."""
    for page in PAGES:
        text = (CHECKOUT / page).read_text(encoding="utf-8")
        assert len(re.findall(r"^\s*(?:```|~~~)", text, re.MULTILINE)) == 2 * len(
            blocks(CHECKOUT / page)
        ), page
        markers = re.findall(r"<!-- (?:not )?played", text)
        assert len(markers) == sum(bool(b.marker) for b in blocks(CHECKOUT / page)), page


@pytest.mark.parametrize("page", [p for p in PAGES if of(p, *DATA)])
def test_data_is_well_formed(page):
    """Every block of JSON, JSON Lines, YAML or TOML can be read."""
    for block in of(page, *DATA):
        assert DATA[block.language](textwrap.dedent(block.text))


def test_the_readmes_record_is_a_record(tmp_path):
    """The record that the README shows is read as it stands, with its id, system and references."""
    (block,) = of("README.md", "json")
    (tmp_path / "records.jsonl").write_text(block.text, encoding="utf-8")
    (batch,) = JsonlReader().read(str(tmp_path / "records.jsonl"))
    (record,) = batch.instances
    assert (record.instance_id, record.system_id, record.prediction) == ("7", "a", "The cat sat.")
    assert record.references == ["A cat sat.", "The cat was sitting."]


def test_the_result_that_is_shown_fits_the_schema():
    """The result on the page of formats is one by the schema that comes with the package."""
    (block,) = of("docs/formats.md", "json")
    schema = CHECKOUT / "sacreval" / "core" / "result.schema.json"
    jsonschema.validate(json.loads(block.text), json.loads(schema.read_text(encoding="utf-8")))


def links(page: str) -> list[tuple[str, str]]:
    """List the relative links of a page: the path from the top of the repository, the anchor."""
    text = (CHECKOUT / page).read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    targets = []
    for target, anchor in re.findall(r"\]\(([^)\s#]*)(?:#([^)\s]*))?\)", prose):
        if ":" not in target:
            path = (CHECKOUT / page).parent / target if target else CHECKOUT / page
            targets.append((path.resolve().relative_to(CHECKOUT).as_posix(), anchor))
    return targets


def anchors(page: str) -> set[str]:
    """List what headings are called in links, as GitHub and the site do."""
    text = (CHECKOUT / page).read_text(encoding="utf-8")
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    """Every relative link leads to a file or folder of the repository, and to a heading in it."""
    for path, anchor in links(page):
        assert (CHECKOUT / path).exists(), path
        assert not anchor or anchor in anchors(path), (path, anchor)


def test_every_page_is_linked():
    """From the README, every page of the repository can be reached by links."""
    reached, new = set(), {"README.md"}
    while new:
        reached |= new
        new = {path for page in new for path, _ in links(page) if path in PAGES} - reached
    alone = {
        "docs/plugin-template/README.md",
        "docs/front.md",
    }  # linked as a folder; the first page
    assert set(PAGES) - reached == alone
    assert ("docs/plugin-template", "") in links("README.md")


def test_links_to_folders_lead_to_pages_of_the_site():
    """A folder of metrics, corpora or suites is a page of the site, where pages link it too."""
    pages = site_pages.made()
    for folder, page in FOLDERS.items():
        assert (CHECKOUT / folder).is_dir()
        led = mend(f"[x](../../{folder}/)", "tutorials/score.md", pages, CHECKOUT)
        assert led == f"[x](../{page})"
        assert page in pages


def task_rows():
    """List the rows of the table of tasks: the metrics, and what it says of their records."""
    text = (CHECKOUT / "docs" / "tasks.md").read_text(encoding="utf-8")
    table = text.split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")]
    return [(re.findall(r"`([\w.-]+)[^`]*`", row[1]), row[2]) for row in rows[1:]]


@pytest.mark.parametrize(("names", "holds"), task_rows(), ids=lambda value: str(value)[:30])
def test_the_table_of_tasks_says_what_metrics_read(names, holds):
    """Where the table names fields, they are those that its metrics need, all of them together."""
    classes = [metrics.get(name) for name in names]
    read = {field for cls in classes for field in (cls.judges, *cls.needs)}
    said = set(re.findall(r"`([a-z]+)`", holds.replace("`reference`", "`references`")))
    said &= set(Instance.__struct_fields__)
    assert names
    assert said <= read
    assert not said or read <= said | {"prediction"}


def test_the_table_of_tasks_names_every_metric():
    """Every metric is in a row of the table."""
    assert {name for names, _ in task_rows() for name in names} == set(metrics)


def test_numbers_that_pages_give_are_those_of_the_code():
    """The limits of reports and of lines are the ones in force."""
    report, large = (
        (CHECKOUT / name).read_text(encoding="utf-8")
        for name in ("docs/page.md", "docs/long_runs.md")
    )
    assert f"{NUMBERS // 10**6} million scores" in report
    assert f"{CHARACTERS // 10**6} million\ncharacters" in report
    assert f"{MARKED:,} marked characters" in report
    assert f"at most {JsonlReader().max_line:g} MiB" in large


def test_the_search_has_a_name():
    """A dialog gets a label, unless the theme gives it one."""
    start = '<div class="md-search" data-md-component="search" role="dialog"'
    assert removed(f"{start}>") == f'{start} aria-label="Search">'
    assert removed(f'{start} aria-label="Find">') == f'{start} aria-label="Find">'


def test_blocks_of_code_can_be_scrolled_by_keys():
    """They can be focused; code within a line cannot."""
    assert removed("<pre><span></span><code>a") == '<pre><span></span><code tabindex="0">a'
    assert removed('<pre id="x"><code class="y">a') == (
        '<pre id="x"><code tabindex="0" class="y">a'
    )
    assert removed("<p><code>a") == "<p><code>a"


def page(path, title, *above):
    return SimpleNamespace(
        file=SimpleNamespace(src_uri=path),
        title=title,
        ancestors=[SimpleNamespace(title=name) for name in above],
    )


def test_a_copy_and_a_line_for_each_page(tmp_path):
    """Front matter is left out; a page is listed in its section with its first sentence."""
    pages = [page("index.md", "sacreval"), page("metrics/bleu.md", "bleu", "n-grams", "Metrics")]
    texts = {"index.md": "---\nhide: [toc]\n---\n\n# sacreval\n\nScores text. More.",
             "metrics/bleu.md": "# bleu\n\n| a |"}  # fmt: skip
    files = copies(pages, texts)
    write(files, tmp_path)
    assert (tmp_path / "index.md").read_text().startswith("# sacreval")
    lines = (tmp_path / "llms.txt").read_text().splitlines()
    assert lines[0] == "# sacreval"
    assert "- [sacreval](index.md): Scores text." in lines
    assert lines[-3:] == ["## Metrics", "", "- [bleu](metrics/bleu.md)"]
    assert index(files).endswith("\n")


def test_first_sentences():
    """Headings, tables and code are no sentences; links are their words."""
    assert first_sentence("# a\n\n```sh\nx\n```\n\nSee [b](c.md) now. Then more.") == "See b now."
    assert first_sentence("# a\n\n| x |\n") == ""


def test_pages_by_heading():
    """Headings keep their order, the index has none, and unknown pages come last."""
    headings = {"bleu": "Translation", "rouge": "Summaries", "chrf": "Translation"}
    groups = by_heading(["index", "rouge", "mine", "bleu", "chrf"], headings, str)
    assert groups == {
        "": ["index"], "Translation": ["bleu", "chrf"], "Summaries": ["rouge"], OTHER: ["mine"],
    }  # fmt: skip
    assert list(groups) == ["", "Translation", "Summaries", OTHER]


def listed(items):
    """List the paths of a navigation, at any depth."""
    for entry in items:
        inner = next(iter(entry.values())) if isinstance(entry, dict) else entry
        if isinstance(inner, list):
            yield from listed(inner)
        elif isinstance(inner, str):
            yield inner


def test_every_guide_is_in_a_group():
    """The order of pages lists each guide once, and no other."""
    nav = yaml.safe_load((ROOT / "docs" / ".nav.yml").read_text(encoding="utf-8"))["nav"]
    guides = {path.name for path in (ROOT / "docs").glob("*.md")} - {"front.md"}
    names = list(listed(nav))
    assert len(set(names)) == len(names)
    assert guides <= set(names)
    (group,) = (section["Guides"] for section in nav if "Guides" in section)
    assert len(list(listed(group))) > len(guides) - 5
    assert max(len(pages) for entry in group if isinstance(entry, dict) for pages in entry.values()
               if isinstance(pages, list)) <= 12  # fmt: skip


def test_no_generated_page_replaces_a_guide():
    """Generated pages have names of their own."""
    guides = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert not {*site_pages.made(), *NOTEBOOKS} & guides


@pytest.mark.parametrize(("title", "name"), [("Metrics", "bleu"), ("Corpora", "fabbri2020")])
def test_the_navigation(title, name):
    """A page of the section is in a section of its task, which knows its parent."""
    missing.module("mkdocs", "the navigation of the site")

    def page(stem):
        return SimpleNamespace(file=SimpleNamespace(src_uri=f"x/{stem}.md"), parent=None)

    section = SimpleNamespace(title=title, children=[page("index"), page(name)])
    grouped(SimpleNamespace(items=[section, SimpleNamespace(title="Start", children=None)]))
    index, task = section.children
    assert index.file.src_uri == "x/index.md"
    assert task.parent is section
    (child,) = task.children
    assert child.parent is task
    assert task.title not in {"", OTHER}
