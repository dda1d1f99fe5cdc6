"""Where databases are: a file, or folders by id."""

import pytest

from sacreval.errors import NotSetUpError, RecordError, UsageError
from sacreval.metrics.structures._sql import databases


def test_layouts(tmp_path):
    """An id is a folder with files, all of which count, or a file; other files do not count."""
    (tmp_path / "shop").mkdir()
    for name in ("shop/b.sqlite", "shop/a.sqlite", "shop/schema.sql", "club.db"):
        (tmp_path / name).touch()
    found = databases.of_id(str(tmp_path), "shop", "sqlite")
    assert found == (str(tmp_path / "shop/a.sqlite"), str(tmp_path / "shop/b.sqlite"))
    assert databases.of_id(str(tmp_path), "club", "sqlite") == (str(tmp_path / "club.db"),)


@pytest.mark.parametrize("name", ["", ".", "..", "../shop", "/etc", "shop\0", "a\\b", "C:x", "bar"])
def test_ids_stay_in_the_folder(tmp_path, name):
    """An id that is not there, or a path, is refused."""
    inside = tmp_path / "databases"
    inside.mkdir()
    for place in (tmp_path, inside):
        (place / "shop.sqlite").touch()
    with pytest.raises(RecordError, match="there is no database"):
        databases.of_id(str(inside), name, "sqlite")


def test_one_place():
    """A file or a folder is needed, and only one."""
    with pytest.raises(NotSetUpError, match="--database FILE"):
        databases.check("", "")
    with pytest.raises(UsageError, match="not both"):
        databases.check("a", "b")
    for places in (("nothing", ""), ("", "nothing")):
        with pytest.raises(UsageError, match="there is no such"):
            databases.check(*places)


def test_hash(tmp_path):
    """The hash of databases changes with a content or a name, and with nothing else."""
    (tmp_path / "a.sqlite").write_text("1")
    first = databases.content_hash(str(tmp_path))
    assert databases.content_hash(str(tmp_path)) == first
    (tmp_path / "a.sqlite").rename(tmp_path / "b.sqlite")
    second = databases.content_hash(str(tmp_path))
    (tmp_path / "b.sqlite").write_text("22")
    assert len({first, second, databases.content_hash(str(tmp_path))}) == 3
    assert len(databases.content_hash(str(tmp_path / "b.sqlite"))) == 32
