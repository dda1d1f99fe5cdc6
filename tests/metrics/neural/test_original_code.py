"""The code of originals that are no packages is known by its SHA-256."""

from types import SimpleNamespace

import pytest

from sacreval.errors import UsageError
from sacreval.io.files import sha256
from sacreval.metrics.neural._original_code import checked_code, code_version


@pytest.fixture
def script(tmp_path):
    """A script of an original that consists of one file, and that file."""
    path = tmp_path / "score.py"
    path.write_text("print('a')\n")
    files = {path.name: sha256(path)}
    return SimpleNamespace(REPOSITORY="owner/Name", COMMIT="0123456789", FILES=files)


def test_known_code(script, tmp_path):
    """A folder with the files is accepted; signatures state repository and commit."""
    assert checked_code("m", script, str(tmp_path)) == str(tmp_path.resolve())
    assert code_version(script) == {"Name": "0123456"}
    assert checked_code("m", SimpleNamespace(), "") == ""
    assert code_version(SimpleNamespace()) == {}


def test_code_that_is_not_known(script, tmp_path):
    """No folder, a folder without the file, another file, and one too many are refused."""
    with pytest.raises(UsageError, match="m is no package; name a checkout of .* too: --code"):
        checked_code("m", script, "")
    with pytest.raises(
        UsageError, match=r"missing has no score.py; name a checkout of github.com/owner/Name"
    ):
        checked_code("m", script, str(tmp_path / "missing"))
    (tmp_path / "score.py").write_text("print('b')\n")
    with pytest.raises(UsageError, match=r"score.py is not that of commit 0123456, whose numbers"):
        checked_code("m", script, str(tmp_path))
    with pytest.raises(
        UsageError, match="--code: the original of m is a package of the Python; drop it"
    ):
        checked_code("m", SimpleNamespace(), str(tmp_path))
