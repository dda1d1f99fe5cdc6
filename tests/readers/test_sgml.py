"""The readers of WMT's XML and of mteval's SGML."""

import pytest

from sacreval.errors import InputError

pytestmark = pytest.mark.usefixtures("alone")


LINE = "<doc {0} {1}><seg {2}>the cat</seg><seg {3}>a dog</seg></doc>"
DOCUMENT = (
    '<dataset><doc id="d"><src lang="is"><seg id="1">a</seg></src>'
    '<hyp system="S"><seg id="1">b</seg></hyp></doc></dataset>'
)


def test_mteval_sgml(read, mirror):
    """Mteval's files have bare ampersands and segments that are found by document."""
    folder = next(mirror.glob("*/cmu-mtlab/meteor/*/example"))
    rows = read(f'sgml{{"references": ["{folder / "ref.sgm"}"]}}', folder / "test.sgm")
    assert len(rows) == 2525
    assert {r.system_id for r in rows} == {"cmu-combo"}
    assert rows[0].instance_id == "ihned.cz/2008/09/30/36776:1"
    assert rows[0].references == [
        "Prague Stock Market falls to minus by the end of the trading day"
    ]


def test_a_segment_that_is_not_closed(read, tmp_path):
    """A segment that begins in another is refused, where both would be one text."""
    path = tmp_path / "x.sgm"
    path.write_text('<tstset><doc docid="d"><seg id="1">a<seg id="2">b</seg></doc></tstset>')
    with pytest.raises(InputError, match="segment 1 of d is not closed before the next"):
        read("sgml", path)


@pytest.mark.parametrize("quoted", ['{}="{}"', "{}='{}'", "{}={}", '{} = "{}"'])
def test_attributes(read, tmp_path, quoted):
    """Documents, systems and segments are named in double quotes, single quotes or none."""
    names = (("docid", "d1"), ("sysid", "good"), ("ID", "1"), ("id", "2"))
    text = LINE.format(*(quoted.format(*pair) for pair in names))
    (tmp_path / "out.sgm").write_text(f"<tstset>{text}</tstset>", encoding="utf-8")
    found = [(x.instance_id, x.system_id, x.groups) for x in read("sgml", tmp_path / "out.sgm")]
    assert found == [(f"d1:{i}", "good", {"document": "d1"}) for i in (1, 2)]


def test_entities(read, tmp_path):
    """Entities of XML and SGML become characters."""
    (tmp_path / "x.xml").write_text(
        '<dataset><doc id="d"><src lang="is"><p><seg id="1">a &amp; b</seg></p></src>'
        '<ref lang="en" translator="A"><p><seg id="1">c &lt; d</seg></p></ref>'
        '<hyp system="S" lang="en"><p><seg id="1">e</seg></p></hyp></doc>'
        '<doc id="e"><src lang="is"><p><seg id="1">f</seg></p></src>'
        '<hyp system="S" lang="en"><p><seg id="1">g</seg></p></hyp></doc></dataset>'
    )
    rows = read("wmt-xml", tmp_path / "x.xml")
    found = [(r.instance_id, r.sources, r.references, r.prediction) for r in rows]
    assert found == [("d:1", ["a & b"], ["c < d"], "e"), ("e:1", ["f"], None, "g")]
    (tmp_path / "y.xml").write_text('<!DOCTYPE x [<!ENTITY a "b">]><x/>')
    with pytest.raises(InputError, match="defines entities"):
        read("wmt-xml", tmp_path / "y.xml")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('<seg id="1">b</seg>', '<seg id="1">b</seg><seg id="1">c</seg>', "segment 1 of <hyp sys"),
        ('<seg id="1">a</seg>', '<seg id="1">a</seg><seg id="1">c</seg>', "segment 1 of <src lang"),
        ('<src lang="is"><seg id="1">a</seg></src>', "", "document d has no <src>"),
        ('<seg id="1">b</seg>', '<seg id="2">b</seg>', "segment 2 of system S has no source"),
        ("</hyp>", '</hyp><hyp system="S"><seg id="1">c</seg></hyp>', "is repeated"),
    ],
)
def test_documents_that_are_refused(read, tmp_path, old, new, said):
    """Repeated segments, documents without a source and outputs of other segments are refused."""
    path = tmp_path / "x.xml"
    path.write_text(DOCUMENT)
    assert len(read("wmt-xml", path)) == 1
    path.write_text(DOCUMENT.replace(old, new))
    with pytest.raises(InputError, match=said):
        read("wmt-xml", path)
