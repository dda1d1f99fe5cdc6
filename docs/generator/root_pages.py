"""Pages of the site from files in the root folder of the repository."""

from pathlib import Path

PAGES = {
    "index.md": "docs/front.md",
    "readme.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
}


def root_pages(root: Path) -> dict[str, str]:
    """Read the files; `links` rewrites their links."""
    return {name: (root / path).read_text(encoding="utf-8") for name, path in PAGES.items()}
