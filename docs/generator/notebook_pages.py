"""Pages from notebooks, which are executed when the site is built: tables and plots are inline."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = "docs/notebooks"
PAGES = {"notebook.md": f"{FOLDER}/tour.ipynb"}
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
# Figures as SVG without dates and random names, so that a page is the same each time.
_SETUP = (
    "%config InlineBackend.figure_formats = ['svg']\n"
    "import matplotlib\n"
    "matplotlib.rcParams['svg.hashsalt'] = 'sacreval'"
)


def pages(root: Path) -> dict[str, str]:
    """Execute the notebooks, and return their pages: name in the site to Markdown.

    Args:
        root: Root folder of the repository.

    Raises:
        nbclient.exceptions.CellExecutionError: If a cell fails.
    """
    return {name: page(executed(root / path, root)) for name, path in PAGES.items()}


def executed(path: Path, root: Path) -> Mapping[str, Any]:
    """Execute a notebook in the root folder, and return it with its outputs.

    Args:
        path: The notebook.
        root: Root folder of the repository.
    """
    nbformat: Any = import_module("nbformat")
    kernels: Any = import_module("jupyter_client")
    client: Any = import_module("nbclient").NotebookClient
    found = nbformat.read(path, as_version=4)
    found.cells.insert(0, nbformat.v4.new_code_cell(_SETUP))
    with TemporaryDirectory() as folder:  # of the sockets: no port is opened
        kernel = kernels.AsyncKernelManager(transport="ipc", ip=f"{folder}/kernel")
        where = {"metadata": {"path": str(root)}}
        try:
            client(found, km=kernel, timeout=600, resources=where).execute()
        finally:
            import_module("jupyter_client.utils").run_sync(kernel.shutdown_kernel)(now=True)
    found.cells.pop(0)
    made: Mapping[str, Any] = json.loads(nbformat.writes(found))
    return made


def page(notebook: Mapping[str, Any]) -> str:
    """Return an executed notebook as Markdown.

    Args:
        notebook: The notebook, as its file has it.
    """
    return "\n\n".join(part for cell in notebook["cells"] for part in _cell(cell)) + "\n"


def _cell(cell: Mapping[str, Any]) -> Iterator[str]:
    source = _text(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        yield _output(output)


def _output(output: Mapping[str, Any]) -> str:
    """Return an output: a table as HTML, a figure as an image, or text."""
    data = output.get("data", {})
    if "text/html" in data:
        return _table(re.sub(r"\n\s*\n", "\n", _text(data["text/html"]).strip()))
    if "image/svg+xml" in data:
        encoded = b64encode(_text(data["image/svg+xml"]).encode()).decode()
        source = f"data:image/svg+xml;base64,{encoded}"
        return f'<img alt="The figure that the cell above draws" src="{source}">'
    text = _text(output.get("text") or data.get("text/plain", ""))
    return f"```text\n{_COLOURS.sub('', text).rstrip()}\n```"


def _table(html: str) -> str:
    """Return a table as those of the site look: without the borders and classes of pandas."""
    plain = re.sub(r"<style scoped>.*?</style>\s*", "", html, flags=re.DOTALL)
    return re.sub(r"<table\b[^>]*>", "<table>", plain).replace(' style="text-align: right;"', "")


def _text(parts: Any) -> str:
    return parts if isinstance(parts, str) else "".join(parts)
