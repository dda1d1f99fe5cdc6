"""Rewrite links between files of the repository to links between pages of the site."""

import posixpath
import re
from collections.abc import Collection
from pathlib import Path

from generator.notebook_pages import PAGES as NOTEBOOKS
from generator.root_pages import PAGES

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
IMAGE = re.compile(r"(?<=!)\[([^\]]*)\]\(([^)\s#]+)()\)")
FOLDER = "docs/"
FOLDERS = {
    "sacreval/metrics": "metrics/index.md",
    "sacreval/readers": "readers.md",
    "datasets_setup": "datasets/index.md",
    "metric_setup": "resources.md",
    "sacreval/judges": "judge_files.md",
    "configs/evaluate": "suite_files.md",
}
"""Folders of the repository whose files have generated pages."""


def mend(markdown: str, name: str, site: Collection[str], root: Path) -> str:
    """Rewrite links to pages of the site; links to files without a page become plain text.

    A broken link is not changed, so that a strict build fails.

    Args:
        markdown: Text of a page.
        name: Path of the page in the site.
        site: Paths of all files of the site.
        root: Root folder of the repository.
    """
    here = posixpath.dirname(PAGES.get(name, FOLDER + name))
    names = FOLDERS | {path: page for page, path in (PAGES | NOTEBOOKS).items()}

    def led(match: re.Match[str]) -> str:
        words, target, anchor = match[1], match[2], match[3] or ""
        if ":" in target or target.startswith("/"):
            return match[0]
        path = posixpath.normpath(posixpath.join(here, target))
        page = names.get(path, path.removeprefix(FOLDER))
        if page in site:
            return f"[{words}]({posixpath.relpath(page, posixpath.dirname(name) or '.')}{anchor})"
        return words if (root / path).exists() else match[0]

    return IMAGE.sub(led, LINK.sub(led, markdown))
