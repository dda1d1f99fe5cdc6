"""Pythons with original libraries: their paths and versions."""

import pytest

from sacreval.errors import NotSetUpError, UsageError
from sacreval.io.programs.official_pythons import Python, found, registered, store

pytestmark = pytest.mark.usefixtures("alone")


@pytest.fixture
def environment(tmp_path):
    """An environment, whose Python is a link."""
    (tmp_path / "real").write_text("")
    (tmp_path / "real").chmod(0o755)
    (tmp_path / "env" / "bin").mkdir(parents=True)
    (tmp_path / "env" / "bin" / "python").symlink_to(tmp_path / "real")
    return tmp_path / "env"


def test_links_are_kept(environment):
    """The Python of an environment is found by its folder, and its link is not followed."""
    python = environment / "bin" / "python"
    assert found(str(environment)) == found(str(python)) == python


def test_no_python(environment, tmp_path):
    """A folder without one, and a file that cannot be run, are refused."""
    (tmp_path / "text").write_text("")
    for path in (environment / "bin", tmp_path / "text", tmp_path / "missing"):
        with pytest.raises(UsageError, match="is no Python; name the interpreter, or the folder"):
            found(str(path))


def test_it_is_stored(environment, tmp_path):
    """What was stored is found again, until the environment is removed or the record damaged."""
    assert registered("bertscore") is None
    python = Python(str(environment / "bin" / "python"), {"bert-score": "0.3.13"})
    store("bertscore", python)
    assert registered("bertscore") == python
    (environment / "bin" / "python").unlink()
    with pytest.raises(NotSetUpError, match="not there any more; set it up again: sacreval setup"):
        registered("bertscore")
    (record,) = (tmp_path / "home" / "official").iterdir()
    record.write_text("{")
    with pytest.raises(NotSetUpError, match="python.json: .* bertscore --official PYTHON"):
        registered("bertscore")
