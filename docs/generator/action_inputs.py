"""The inputs of the GitHub action, as a table where a page asks for it."""

from pathlib import Path

import yaml

from generator.markdown import code, prose, table

MARK = "<!-- inputs of action.yml -->"


def fill(markdown: str, root: Path) -> str:
    """Put the table in the place of its mark."""
    if MARK not in markdown:
        return markdown
    inputs = yaml.safe_load((root / "action.yml").read_text(encoding="utf-8"))["inputs"]
    rows = [
        [code(name), prose(about["description"]), code(about.get("default", ""))]
        for name, about in inputs.items()
    ]
    return markdown.replace(MARK, table(["input", "what it is", "default"], rows))
