"""All generated pages of the site: name to Markdown."""

from pathlib import Path

from generator.command_pages import command_pages, suite_pages
from generator.judge_pages import judge_pages
from generator.metric_pages import metric_pages
from generator.reader_pages import reader_pages
from generator.recipe_pages import dataset_pages, resource_pages
from generator.root_pages import root_pages

ROOT = Path(__file__).resolve().parents[2]


def pages() -> dict[str, str]:
    """Return all generated pages."""
    return {
        **root_pages(ROOT),
        **metric_pages(),
        **dataset_pages(),
        **reader_pages(),
        **judge_pages(),
        **resource_pages(),
        **suite_pages(),
        **command_pages(),
    }
