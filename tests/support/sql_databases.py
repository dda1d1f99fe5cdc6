"""Small databases for tests of queries, in folders as Spider and BIRD have them."""

import sqlite3
import tempfile
from functools import cache
from pathlib import Path

from support.mirror import CHECKOUT

HOME = CHECKOUT / "build" / "databases" / "1"  # a new number where the script changes
SHOP = """
CREATE TABLE item (id INTEGER, name TEXT, price REAL);
INSERT INTO item VALUES (1, 'tea', 1.5), (2, 'milk', 2.0), (2, 'milk', 2.0), (3, NULL, NULL);
"""


@cache
def folder() -> str:
    """Create a folder with the database `shop`, once, and return its path."""
    path = HOME / "shop" / "shop.sqlite"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as aside:
            create(Path(aside) / "new.sqlite", SHOP).replace(path)
    return str(HOME)


def create(path: Path, script: str) -> Path:
    """Write an SQLite file.

    Args:
        path: The file.
        script: Statements that fill it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    connection.executescript(script)
    connection.close()
    return path
