"""The reader of DUC's and TAC's pyramids."""

import pytest

from sacreval.core.records import Batch
from sacreval.errors import InputError, UsageError
from sacreval.metrics.texts.pyramid import Pyramid
from sacreval.readers.pyramid import PyramidReader
from support.pyramids import LINES, TEXT, pan, pyr, unit

pytestmark = pytest.mark.usefixtures("alone")
UNITS = [
    {"scu_id": "1", "label": "unit 1", "contributors": [0, 1]},
    {"scu_id": "2", "label": "unit 2", "contributors": [1]},
]


@pytest.fixture
def rows(read, tmp_path):
    """Read the records of a file with a name and a text."""

    def write_and_read(name, text):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return list(read("pyramid", tmp_path / name))

    return write_and_read


def test_a_pyramid(rows):
    """A .pyr file has a record for each author, with the units of that author."""
    b, c = rows("d.pyr", pyr())
    assert (b.instance_id, b.system_id, b.system_type) == ("D0721-B", "B", "reference")
    assert (b.prediction, b.references, b.scus) == ("Rain fell.", ["Snow and rain fell."], ["1"])
    assert (c.system_id, c.references, c.scus) == ("C", ["Rain fell."], ["1", "2"])
    assert b.pyramid == {"summaries": 2, "scus": UNITS}


def test_an_annotation(rows):
    """A .pan file has the record of a peer: units with a contributor, but for unit 0."""
    (one,) = rows("D0721-B.M.100.E.12.pan", pan())
    assert (one.instance_id, one.system_id, one.system_type) == ("D0721-B", "12", "peer")
    assert one.prediction == "It rained.\nAnd then."
    assert one.references == ["Rain fell.", "Snow and rain fell."]
    assert (one.scus, one.pyramid) == (["1"], {"summaries": 2, "scus": UNITS})


def test_a_file_with_another_name(rows):
    """An annotation whose file has no summary's name has the set of its pyramid."""
    (one,) = rows("mine.pan", pan())
    assert (one.instance_id, one.system_id) == ("D0721-B", "mine")


def test_scores(rows):
    """The unit found has weight 2; the best attainable are two units of weight 2 and 1."""
    metric = Pyramid()
    batch = Batch(rows("D0721-B.M.100.E.12.pan", pan()))
    assert metric.reduce(metric.rows(batch))["modified_pyramid_score"] == pytest.approx(2 / 3)


def test_a_contributor_of_parts(rows):
    """A contributor belongs to the summary of its first part; two of one author count once."""
    rain, snow = TEXT.index("Rain"), TEXT.index("Snow")
    b, c = rows("d.pyr", pyr(unit("scu", 3, ("Rain", rain), ("fell", rain + 5)), unit("scu", 4)))
    assert b.pyramid["scus"][0]["contributors"] == [0]
    assert (b.scus, c.scus, snow > rain) == (["3"], [], True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<pyramid", "this is not XML"),
        ("<x/>", "has no <pyramid>"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><x/>', "defines entities"),
        (pyr(lines=["Rain."]), "has no header of a summary"),
        (pyr(unit("scu", 1, ("x", 0))), "starts before the first summary"),
        (pyr('<scu uid="1"><contributor/></scu>'), "has no part with a `start`"),
        (pyr('<scu uid="1"><contributor><part start="-1"/></contributor></scu>'), "has no part"),
        (pyr("<scu/>"), "has no uid"),
    ],
)
def test_bad_files(rows, text, says):
    """A file that is no pyramid is refused with the reason."""
    with pytest.raises(InputError, match=says):
        rows("d.pyr", text)


def test_no_expression_of_the_file_is_run(rows):
    """The file's own regular expression, which could run forever, is not used."""
    lines = [*LINES, "a" * 60]
    assert len(rows("d.pyr", pyr(lines=lines))) == 2


def test_no_map():
    """There are no fields to map."""
    with pytest.raises(UsageError, match="no fields to map"):
        PyramidReader(fields={"prediction": "x"})


@pytest.mark.parametrize(
    ("head", "encoding", "why"),
    [
        ('<!DOCTYPE x [<!ENTITY a "b">]>', "utf-16", "defines entities"),
        ('<?xml version="1.0" encoding="nothing"?>', "utf-8", "this is not XML"),
    ],
)
def test_encodings(tmp_path, head, encoding, why):
    """Entities are refused in UTF-16 too, and an unknown encoding is an error of the file."""
    path = tmp_path / "a.pyr"
    path.write_bytes(f"{head}<pyramid/>".encode(encoding))
    with pytest.raises(InputError, match=why):
        list(PyramidReader().read(str(path)))
