"""Benchmarks: each says what it does without starting, and every figure names the one behind it."""

import re
import runpy
import sys

import pytest

from support.mirror import CHECKOUT

FOLDER = CHECKOUT / "benchmarks"
PAGE = FOLDER / "README.md"
SCRIPTS = sorted(p for p in FOLDER.glob("*.py") if "__main__" in p.read_text(encoding="utf-8"))
PAGES = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", CHECKOUT / "CHANGELOG.md", PAGE]
PAGES += sorted((CHECKOUT / "docs").rglob("*.md"))
NAMED = re.compile(r"(?:benchmarks/)?\b([a-z_]+\.py)\b")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_help_starts_nothing(script, monkeypatch, capsys):
    """`--help` shows how a benchmark is run, and ends."""
    monkeypatch.setattr(sys, "argv", [str(script), "--help"])
    monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(script), run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: {script.name}")


def test_every_benchmark_is_listed():
    """The page names every script that can be run, and none that is not there."""
    listed = set(NAMED.findall(PAGE.read_text(encoding="utf-8")))
    assert {path.name for path in SCRIPTS} <= listed
    assert all((FOLDER / name).is_file() for name in listed)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_benchmarks_that_pages_name_are_there(page):
    """A page that sends readers to a benchmark names one that exists."""
    for name in re.findall(r"benchmarks/([a-z_]+\.\w+)", page.read_text(encoding="utf-8")):
        assert (FOLDER / name).is_file(), name


def test_every_section_of_figures_names_its_command():
    """No section of the page has figures without the script that makes them."""
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")
    assert len(sections) > 5
    for section in sections:
        if re.search(r"\d", section.split("\n", 1)[1]):
            assert NAMED.search(section), section.split("\n", 1)[0]
