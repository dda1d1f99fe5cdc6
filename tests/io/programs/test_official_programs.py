"""Programs of others: scripts by their checksums, and Pythons with original libraries."""

import hashlib

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io.programs.official_programs import (
    PROGRAMS,
    Python,
    checked,
    python_at,
    registered_program,
    registered_python,
    store,
)

pytestmark = pytest.mark.usefixtures("alone")


@pytest.fixture
def script(tmp_path):
    """A program with the usual name and an unknown content."""
    path = tmp_path / "ROUGE-1.5.5.pl"
    path.write_text("print 1;\n")
    return path


def test_a_known_program(script, monkeypatch):
    """A program with a known checksum is found in its folder, and stored by its path."""
    known = PROGRAMS["rouge-1.5.5"]
    checksum = hashlib.sha256(script.read_bytes()).hexdigest()
    monkeypatch.setitem(PROGRAMS, "rouge-1.5.5", type(known)(known.file, (checksum,)))
    place = checked("rouge-1.5.5", str(script.parent))
    assert place == checked("rouge-1.5.5", str(script))
    assert registered_program("rouge-1.5.5") is None
    store("rouge-1.5.5", place)
    assert registered_program("rouge-1.5.5") == script


def test_an_unknown_program(script):
    """Any other is refused, with the option that confirms it; a wrong checksum confirms nothing."""
    checksum = hashlib.sha256(script.read_bytes()).hexdigest()
    with pytest.raises(UsageError, match=f"unknown program, .* add --sha256 {checksum}"):
        checked("rouge-1.5.5", str(script))
    with pytest.raises(UsageError, match=f"has the checksum {checksum}; check both"):
        checked("rouge-1.5.5", str(script), confirmed="0" * 64)
    assert checked("rouge-1.5.5", str(script), confirmed=checksum.upper()).sha256 == checksum


def test_changes_are_noticed(script):
    """A program that has changed or gone since is not run."""
    checksum = hashlib.sha256(script.read_bytes()).hexdigest()
    store("rouge-1.5.5", checked("rouge-1.5.5", str(script), confirmed=checksum))
    script.write_text("unlink glob '*';\n")
    with pytest.raises(NotSetUpError, match="has changed since it was set up; set it up again"):
        registered_program("rouge-1.5.5")
    script.unlink()
    with pytest.raises(NotSetUpError, match="No such file .* setup-metric rouge-1.5.5 --official"):
        registered_program("rouge-1.5.5")


def test_names(script, tmp_path):
    """A resource without a program, and a folder without it, are errors."""
    with pytest.raises(UsageError, match=r"punkt has no program; give it for rouge-1.5.5 or met"):
        checked("punkt", str(script))
    with pytest.raises(InputError, match=r"the folder .* has no meteor-1.5.jar; give the path"):
        checked("meteor-1.5", str(tmp_path))
    with pytest.raises(InputError, match=r"nowhere: No such file"):
        checked("meteor-1.5", str(tmp_path / "nowhere"))


def test_a_damaged_record(tmp_path):
    """A record that is not JSON is an error that names the command."""
    (tmp_path / "home" / "official").mkdir(parents=True)
    (tmp_path / "home" / "official" / "meteor-1.5.json").write_text("{")
    with pytest.raises(NotSetUpError, match="meteor-1.5.json: .* setup-metric meteor-1.5"):
        registered_program("meteor-1.5")


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
    assert python_at(str(environment)) == python_at(str(python)) == python


def test_no_python(environment, tmp_path):
    """A folder without one, and a file that cannot be run, are refused."""
    (tmp_path / "text").write_text("")
    for path in (environment / "bin", tmp_path / "text", tmp_path / "missing"):
        with pytest.raises(UsageError, match="is no Python; name the interpreter, or the folder"):
            python_at(str(path))


def test_it_is_stored(environment, tmp_path):
    """What was stored is found again, until the environment is removed or the record damaged."""
    assert registered_python("bertscore") is None
    python = Python(str(environment / "bin" / "python"), {"bert-score": "0.3.13"})
    store("bertscore", python)
    assert registered_python("bertscore") == python
    (environment / "bin" / "python").unlink()
    with pytest.raises(NotSetUpError, match="not there any more; set it up again: sacreval setup"):
        registered_python("bertscore")
    (record,) = (tmp_path / "home" / "official").iterdir()
    record.write_text("{")
    with pytest.raises(NotSetUpError, match="python.json: .* bertscore --official PYTHON"):
        registered_python("bertscore")
