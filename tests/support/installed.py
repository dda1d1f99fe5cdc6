"""sacreval as an installed package, for tools that look for entry points."""

import tomllib
from pathlib import Path

from support.mirror import CHECKOUT


def write_metadata(folder: Path) -> str:
    """Write what an editable installation leaves, and return the path to import both from."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / "sacreval-0.1.0.dist-info"
    info.mkdir(parents=True)
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in points.items())
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups))
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sacreval\nVersion: 0.1.0\n")
    (info / "top_level.txt").write_text("sacreval\n")
    (info / "direct_url.json").write_text(
        f'{{"url": "{CHECKOUT.as_uri()}", "dir_info": {{"editable": true}}}}'
    )
    return f"{folder}:{CHECKOUT}"
