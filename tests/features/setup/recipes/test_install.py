"""Resources of metrics are installed whole, or not at all."""

from types import SimpleNamespace

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes import install
from sacreval.features.setup.recipes.place import Place
from sacreval.features.setup.recipes.schema import Build
from sacreval.metrics.ngrams._meteor15.paraphrase_table import ParaphraseTable
from support.meteor_home import packed

RECIPE = SimpleNamespace(name="words", resource="words", take="inner", builds=[])


@pytest.fixture
def fetched(tmp_path, monkeypatch):
    """Install into a folder of its own, from a folder that stands for what was fetched."""
    there = tmp_path / "data" / "corpora" / "words"
    source = tmp_path / "source"
    (source / "inner").mkdir(parents=True)
    wanted = SimpleNamespace(place="corpora/words", proof="index")
    monkeypatch.setattr(install, "known", lambda _: wanted)
    monkeypatch.setattr(install, "data_folder", lambda: tmp_path / "data")
    monkeypatch.setattr(install, "find", lambda _: there if (there / "index").is_file() else None)
    monkeypatch.setattr(install, "remotes", lambda _: [])

    def gather(*_):
        import shutil

        shutil.copytree(source, tmp_path / "fetched", dirs_exist_ok=True)
        return Place(tmp_path / "fetched")

    monkeypatch.setattr(install, "gather", gather)
    return source / "inner"


def test_once(fetched):
    """What is installed is not fetched again, unless that is forced."""
    (fetched / "index").write_text("one")
    folder, new = install.install(RECIPE, None)
    assert (new, (folder / "index").read_text()) == (True, "one")
    (fetched / "index").write_text("two")
    assert install.install(RECIPE, None) == (folder, False)


def test_force_replaces_the_folder(fetched, tmp_path):
    """The new folder takes the place of the old one, of which nothing is left."""
    (fetched / "index").write_text("one")
    folder, _ = install.install(RECIPE, None)
    (folder / "old").touch()
    (fetched / "index").write_text("two")
    (tmp_path / "fetched" / "inner").mkdir(parents=True, exist_ok=True)
    folder, new = install.install(RECIPE, None, force=True)
    assert new
    assert [path.name for path in folder.iterdir()] == ["index"]
    assert [path.name for path in folder.parent.iterdir()] == ["words"]


def test_without_its_main_file_nothing_is_installed(fetched, tmp_path):
    """A resource that lacks the file that proves it is refused, and no folder is left."""
    assert fetched.is_dir()
    with pytest.raises(InputError, match="index"):
        install.install(RECIPE, None)
    assert not (tmp_path / "data" / "corpora" / "words").exists()


def test_builds_run_before_the_folder_is_moved(fetched):
    """What a recipe builds is part of the installed folder."""
    packed(fetched / "x.gz", [("red", "blue")])
    (fetched / "index").touch()
    step = Build(build="paraphrases", input="inner/x.gz", output="inner/x.table")
    recipe = SimpleNamespace(**{**vars(RECIPE), "builds": [step]})
    folder, _ = install.install(recipe, None)
    assert ParaphraseTable(folder / "x.table")(["red"]) == [("blue",)]
