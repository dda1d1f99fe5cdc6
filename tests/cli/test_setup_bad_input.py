"""Bad input: one clear sentence, exit code 2, nothing left behind."""

import errno
import hashlib
import pickle

import pytest

from sacreval.features.setup.recipes import corpus_files

pytestmark = pytest.mark.usefixtures("alone")

BODY = '{"instance_id": "1", "system_id": "a", "prediction": "x", "reference": "y"}\n'
RECIPE = """
name: own
title: a corpus of one's own
licence: mine
citation: me
sources:
  - base: https://example.org/files/
    files:
      {file}: {{bytes: {bytes}, sha256: {sha}{unpack}}}
steps:
  - reader: {reader}
    inputs: [{inputs}]
    expect: {{records: {records}}}
"""


@pytest.fixture
def recipe_words(tmp_path):
    """Write a user's own recipe with its file on a mirror, and give the words of the command."""

    def make(content=BODY, *, file="x.jsonl", records=1, reader="jsonl", unpack=False, served=None):
        data = content.encode() if isinstance(content, str) else content
        place = tmp_path / "mirror" / "example.org" / "files" / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data if served is None else served)
        text = RECIPE.format(
            file=file,
            bytes=len(data),
            sha=hashlib.sha256(data).hexdigest(),
            unpack=", unpack: true" if unpack else "",
            reader=reader,
            inputs=file,
            records=records,
        )
        (tmp_path / "own.yaml").write_text(text)
        out = tmp_path / "work" / "out"
        out.parent.mkdir()
        return ("setup-dataset", tmp_path / "own.yaml", out, "--mirror", tmp_path / "mirror")

    return make


@pytest.fixture
def refused(sacreval, tmp_path):
    """Run words that must fail: exit 2, one sentence, nothing in the folder of work."""

    def call(words, *parts: str):
        code, out, err = sacreval(*words)
        *terms, last = err.splitlines()
        assert code == 2
        assert out == ""
        assert last.startswith("sacreval: error: ")
        assert all(line.startswith("sacreval: ") for line in terms)
        for part in parts:
            assert part in last
        assert list((tmp_path / "work").iterdir()) == []
        return last

    return call


def test_an_own_recipe_works(recipe_words, sacreval):
    """A user's own recipe is a path to a YAML file."""
    words = recipe_words()
    code, out, err = sacreval(*words)
    assert code == 0, err
    assert "1 records" in out
    assert "licence: mine" in err
    assert "citation: me" in err
    assert sorted(path.name for path in words[2].iterdir()) == ["manifest.json", "records.jsonl"]


def test_a_truncated_file(recipe_words, refused):
    """A file that came short is named with both sizes."""
    refused(recipe_words(served=b"short"), "x.jsonl", "5 bytes instead of", "try again")


def test_a_wrong_checksum(recipe_words, refused):
    """A file of the right size and the wrong content is not kept."""
    refused(
        recipe_words(served=BODY.replace("x", "z").encode()),
        "SHA-256 checksum is",
        "it was not kept",
    )


def test_no_file_on_the_mirror(recipe_words, refused, tmp_path):
    """What the mirror lacks is named with its path there."""
    words = recipe_words()
    (tmp_path / "mirror/example.org/files/x.jsonl").unlink()
    refused(words, "the mirror does not have this file")


def test_offline_without_mirror(recipe_words, refused):
    """--offline says what it would have to fetch."""
    refused(
        (*recipe_words()[:3], "--offline"),
        "--offline does not allow fetching https://example.org/files/x",
    )


def test_no_network(recipe_words, refused):
    """Without network the address and the reason are named."""
    words = (*recipe_words()[:3], "--mirror", "http://127.0.0.1:1/")
    from sacreval.features.setup.recipes import download

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(download.time, "sleep", lambda _: None)
        refused(words, "http://127.0.0.1:1/example.org/files/x.jsonl", "Connection refused")


def test_changed_counts(recipe_words, refused):
    """A corpus with other counts than its recipe's is not written."""
    refused(recipe_words(records=3), "records.jsonl: 1 records instead of 3")


def test_a_full_disk(recipe_words, refused, monkeypatch):
    """A full disk is one sentence, and the half-written file is gone."""
    words = recipe_words()

    def full(*_: object):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(corpus_files.msgspec.json, "encode", full)
    monkeypatch.setattr("sacreval.features.setup.recipes.corpus_files.earlier", lambda *_: None)
    refused(words, "No space left on device", "free space, or choose another place")


def test_an_archive_that_leads_out(recipe_words, refused, tar, tmp_path):
    """An archive with ../ is refused, and nothing is outside."""
    data = tar({"../../../evil": "evil"})
    refused(
        recipe_words(data, file="x.tar.gz", unpack=True), "../../../evil leads out of the folder"
    )
    assert list(tmp_path.rglob("evil")) == []


class Evil:
    """What an attacker would put into a pickle."""

    def __reduce__(self) -> object:
        """Run a command when read."""
        import os

        return os.system, ("true",)


def test_a_forbidden_pickle(recipe_words, refused):
    """A pickle that wants to run something is refused by name."""
    data = pickle.dumps({"a": Evil()})
    refused(recipe_words(data, file="x.pkl", reader="bartscore"), "would run", "system")


def test_a_licensed_folder_names_all_missing_files(sacreval, tmp_path):
    """A licensed folder with files missing names all of them at once."""
    (tmp_path / "from-nist").mkdir()
    (tmp_path / "from-nist/DUC2002_Summarization_Documents.tgz").write_bytes(b"")
    code, _, err = sacreval("setup-dataset", "duc2002", tmp_path / "out", "--path", tmp_path)
    assert code == 2
    last = err.splitlines()[-1]
    assert last.count("peers.tar.gz") == 5
    assert "short.results.table" in last
    assert "DUC2002_Summarization_Documents" not in last
    assert not (tmp_path / "out").exists()


def test_a_licensed_corpus_without_path(sacreval, tmp_path):
    """A licensed corpus says which paths it needs and where one asks for it."""
    code, _, err = sacreval("setup-dataset", "tac2011", tmp_path / "out")
    assert code == 2
    assert "--path data-root=PATH" in err
    assert "--path gigaword-root=PATH" in err
    assert "LDC2011T07" in err


def test_a_path_that_nobody_asked_for(sacreval, tmp_path):
    """--path for what a recipe does not ask for is an error."""
    code, _, err = sacreval("setup-dataset", "tac2008", tmp_path / "o", "--path", "dataroot=/x")
    assert code == 2
    assert "did you mean 'data-root'?" in err
    code, _, err = sacreval("setup-dataset", "qags", tmp_path / "o", "--path", "/x")
    assert code == 2
    assert "needs no files from you" in err


def test_a_folder_that_is_not_empty(recipe_words, sacreval):
    """Other files in the folder are not touched without --force, nor with it."""
    words = recipe_words()
    words[2].mkdir()
    (words[2] / "mine.txt").write_text("mine")
    code, _, err = sacreval(*words)
    assert code == 2
    assert "not empty" in err
    code, _, _ = sacreval(*words, "--force")
    assert code == 0
    assert (words[2] / "mine.txt").read_text() == "mine"
    assert (words[2] / "records.jsonl").exists()


def test_a_harmed_folder_is_not_taken_for_whole(recipe_words, sacreval):
    """Files that changed since are noticed."""
    words = recipe_words()
    sacreval(*words)
    (words[2] / "records.jsonl").write_text("")
    code, _, err = sacreval(*words)
    assert code == 2
    assert "not empty" in err


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("name: [", "not YAML"),
        ("name: own", "missing required field"),
        ("- a\n- b", "expected `object`"),
    ],
)
def test_a_recipe_that_is_none(sacreval, tmp_path, text, part):
    """A recipe that cannot be read says where and why."""
    (tmp_path / "own.yaml").write_text(text)
    code, _, err = sacreval("setup-dataset", tmp_path / "own.yaml", tmp_path / "out")
    assert code == 2
    assert str(tmp_path / "own.yaml") in err
    assert part in err


def test_a_misspelt_key(recipe_words, sacreval, tmp_path):
    """A key that recipes do not have is named with its place."""
    words = recipe_words()
    text = (tmp_path / "own.yaml").read_text().replace("citation", "citaton")
    (tmp_path / "own.yaml").write_text(text)
    code, _, err = sacreval(*words)
    assert code == 2
    assert "citaton" in err


def test_unknown_names(sacreval, tmp_path):
    """A name that is nearly right is guessed."""
    code, _, err = sacreval("setup-dataset", "fabri2020", tmp_path / "out")
    assert code == 2
    assert "did you mean 'fabbri2020'?" in err
    code, _, err = sacreval("setup-metric", "meteorr")
    assert code == 2
    assert "did you mean 'meteor'?" in err


def test_a_reader_that_fails_says_where(recipe_words, refused):
    """What a reader finds wrong is told with file and line."""
    refused(recipe_words('{"prediction": "x"\n'), "x.jsonl:1", "not JSON")


def test_nothing_comes_out(recipe_words, refused):
    """A corpus from which no record comes is no success."""
    refused(recipe_words("\n", records="null"), "no records")


def test_a_home_that_cannot_be_written(cli, monkeypatch, mirror):
    """The place is named, with the variable that names another."""
    monkeypatch.setenv("SACREVAL_HOME", "/dev/null/home")
    done = cli("setup-metric", "punkt", "--mirror", mirror)
    assert done.code == 2
    assert "/dev/null/home" in done.err
    assert "set SACREVAL_HOME to a folder that can be" in done.err
