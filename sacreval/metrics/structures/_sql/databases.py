"""Places of the databases of records: one file, or folders as Spider and BIRD have them."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b, file_digest
from pathlib import Path

from sacreval.errors import NotSetUpError, RecordError, UsageError, shortened
from sacreval.metrics.structures._sql.question import Dialect

ENDINGS: dict[Dialect, tuple[str, ...]] = {
    "sqlite": (".sqlite", ".sqlite3", ".db"),
    "duckdb": (".duckdb", ".ddb", ".db"),
}


def check(database: str, databases: str) -> None:
    """Check that one of the two places is named, and exists."""
    if not database and not databases:
        raise NotSetUpError(
            "sql-execution needs the databases of its queries; give --database FILE, or "
            "FOLDER/DB_ID/DB_ID.sqlite with --databases FOLDER"
        )
    if database and databases:
        raise UsageError("give either --database or --databases, not both")
    if database and not Path(database).is_file():
        raise UsageError(f"--database {shortened(database)}: there is no such file; correct it")
    if databases and not Path(databases).is_dir():
        raise UsageError(f"--databases {shortened(databases)}: there is no such folder; correct it")


def of_id(folder: str, name: str, dialect: Dialect) -> tuple[str, ...]:
    """Return the files of a database: all in the folder of its name, or the file of its name."""
    endings = ENDINGS[dialect]
    if name and not set(name) & {"/", "\\", "\0", ":"} and name not in {".", ".."}:
        inside = Path(folder) / name
        if inside.is_dir():
            files = sorted(str(p) for p in inside.iterdir() if p.suffix in endings and p.is_file())
        else:
            named = (Path(folder) / f"{name}{ending}" for ending in endings)
            files = [str(path) for path in named if path.is_file()][:1]
        if files:
            return tuple(files)
    raise RecordError(
        f"there is no database '{shortened(name)}' in {shortened(folder)}; correct the id, or name "
        f"another folder with {shortened(name)}/{shortened(name)}{endings[0]}"
    )


def content_hash(place: str) -> str:
    """Return a hash of a database file, or of all files of a folder and their names."""
    root = Path(place)
    files = [root] if root.is_file() else sorted(path for path in root.rglob("*") if path.is_file())
    whole = blake2b(digest_size=16)
    for path in files:
        stat = path.stat()
        whole.update(str(path.relative_to(root)).encode() + b"\0")
        whole.update(_file_hash(str(path), stat.st_mtime_ns, stat.st_size))
    return whole.hexdigest()


@lru_cache(maxsize=4096)
def _file_hash(path: str, _changed: int, _size: int) -> bytes:
    with Path(path).open("rb") as stream:
        return file_digest(stream, "blake2b").digest()
