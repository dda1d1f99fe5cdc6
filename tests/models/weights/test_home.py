"""Models that were set up are found by their names, and damaged records are told."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.models.weights import home

pytestmark = pytest.mark.usefixtures("alone")
ONE, TWO = "1" * 40, "2" * 40


def put(name, commit, **options):
    """Write the record of a model, without its files."""
    record = home.SetUp(**(
        {"name": name, "commit": commit, "licence": "MIT", "metrics": ("bertscore",),
         "files": {"config.json": 2, "model.safetensors": 5}} | options
    ))  # fmt: skip
    record.folder.mkdir(parents=True)
    home.write(record, record.folder)
    return record


@pytest.mark.parametrize(
    ("text", "name"),
    [("org/tiny", ("org/tiny", "")), (f"tiny@{ONE}", ("tiny", ONE)),
     ("a_b/c.d-e", ("a_b/c.d-e", "")),
     ("org/tiny@main", None), ("../x", None), ("a/..", None), ("a/b/c", None), (".a", None),
     ("a b", None), ("é/x", None), ("", None), ("a/b\n", None)],
)  # fmt: skip
def test_names(text, name):
    """A name has at most one slash, of ASCII letters, and no part begins with a dot."""
    assert home.parsed(text) == name


def test_what_is_set_up():
    """Records are read as they were written, sorted by name."""
    two, one = put("org/b", TWO), put("a", ONE)
    assert home.set_up() == [one, two]
    assert (one.bytes, one.pinned) == (7, f"a@{ONE}")
    assert home.read(two.folder) == two


def test_finding():
    """A model is found by its name, with or without the organisation and the commit."""
    one = put("org/b", ONE)
    for name in ("org/b", "b", f"org/b@{ONE}", f"b@{ONE}"):
        assert home.find(name, "bertscore") == one
    for name in ("c", f"b@{TWO}", "no name"):
        assert home.find(name, "bertscore") is None
    put("org/b", TWO)
    assert home.find(f"b@{ONE}", "bertscore") == one
    with pytest.raises(UsageError, match=f"one of 2 models; write org/b@{ONE} or org/b@{TWO}"):
        home.find("org/b", "bertscore")


@pytest.mark.parametrize("text", ["{", '{"name": 1}', "\udcff"])
def test_a_damaged_record(text):
    """A record that cannot be read is named with its remedy."""
    folder = put("a", ONE).folder
    (folder / home.RECORD).write_text(text, errors="surrogateescape")
    with pytest.raises(InputError, match=r"sacreval\.json: .*and set the model up again"):
        home.set_up()
