"""Pages that stand at the top of the repository, as pages of the site."""

from pathlib import Path

PAGES = {
    "index.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
}


def root_pages(root: Path) -> dict[str, str]:
    """Read them; their links are led right by `links`."""
    read = {name: (root / path).read_text(encoding="utf-8") for name, path in PAGES.items()}
    return read | {"index.md": f"---\nhide: [navigation]\n---\n\n{read['index.md']}"}
