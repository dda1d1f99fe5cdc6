"""Files of a resource are built from those that were fetched."""

import gzip
from typing import get_args, get_type_hints

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes.install import BUILDERS, build, build_table
from sacreval.features.setup.recipes.place import Place
from sacreval.features.setup.recipes.schema import Build
from sacreval.metrics.ngrams._meteor15.paraphrase_table import ParaphraseTable
from support.meteor_home import packed

ENTRIES = [("red hat", "blue")]


def test_member_of_a_member(tmp_path, zipped):
    """A file of an archive in an archive is taken out by two builds."""
    inner = zipped({"stem/x.txt": "stems"})
    (tmp_path / "outer.whl").write_bytes(zipped({"a/inner.jar": inner}))
    for source, member, output in (
        ("outer.whl", "a/inner.jar", "inner.jar"),
        ("inner.jar", "stem/x.txt", "out/stem/x.txt"),
    ):
        build(Build(build="member", input=source, member=member, output=output), Place(tmp_path))
    assert (tmp_path / "out/stem/x.txt").read_text() == "stems"


def test_paraphrases(tmp_path):
    """A table of paraphrases is written with its folder, and can be read by everybody."""
    packed(tmp_path / "x.gz", ENTRIES)
    build(Build(build="paraphrases", input="x.gz", output="deep/x.table"), Place(tmp_path))
    path = tmp_path / "deep" / "x.table"
    assert ParaphraseTable(path)(["red", "hat"]) == [("blue",)]
    (tmp_path / "plain").touch()
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_count(tmp_path):
    """The number of paraphrases is returned."""
    assert build_table(packed(tmp_path / "x.gz", ENTRIES * 3), tmp_path / "x.table") == 3


def test_a_failed_table_leaves_the_old_one(tmp_path):
    """A wrong file leaves the table of an earlier build as it was."""
    build_table(packed(tmp_path / "x.gz", ENTRIES), tmp_path / "x.table")
    before = (tmp_path / "x.table").read_bytes()
    (tmp_path / "x.gz").write_bytes(gzip.compress(b"1\nred\n"))
    with pytest.raises(InputError, match=":2: this line is the last"):
        build_table(tmp_path / "x.gz", tmp_path / "x.table")
    assert (tmp_path / "x.table").read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_in_place_of_the_folder(tmp_path):
    """A folder that cannot be created is named."""
    packed(tmp_path / "x.gz", ENTRIES)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="file: cannot be created"):
        build_table(tmp_path / "x.gz", tmp_path / "file" / "x.table")


def test_every_build_has_a_function():
    """The schema and the functions have the same names."""
    assert set(get_args(get_type_hints(Build)["build"])) == set(BUILDERS)
