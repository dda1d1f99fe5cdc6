"""Where the input files of a recipe are."""

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import Place


@pytest.fixture
def place(tmp_path):
    """Return a folder of fetched files, and one that the user provides as `own`."""
    for name in ("fetched/b.txt", "fetched/a.txt", "mine/sub/c.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return Place(tmp_path / "fetched", {"own": tmp_path / "mine"})


def test_names(place, tmp_path):
    """A leading name of the user's files is replaced by their path."""
    assert place / "a.txt" == tmp_path / "fetched" / "a.txt"
    assert place / "own" == tmp_path / "mine"
    assert place / "own/sub/c.txt" == tmp_path / "mine" / "sub" / "c.txt"


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "own/../../x"])
def test_nothing_leads_out(place, path):
    """A path out of the folder is refused."""
    with pytest.raises(InputError, match="leads out"):
        place / path


def test_patterns(place):
    """Files are sorted, in the folder or among the user's; a pattern without any is an error."""
    assert [path.name for path in place.files("*.txt")] == ["a.txt", "b.txt"]
    assert [path.name for path in place.files("own/**/*.txt")] == ["c.txt"]
    assert [path.name for path in place.files("own")] == ["mine"]
    for pattern in ("*.json", "/*"):
        with pytest.raises(InputError):
            place.files(pattern)
