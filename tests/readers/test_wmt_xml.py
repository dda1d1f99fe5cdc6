"""The reader of WMT's XML."""

import pytest

from sacreval.errors import InputError

pytestmark = pytest.mark.usefixtures("alone")


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


DOCUMENT = (
    '<dataset><doc id="d"><src lang="is"><seg id="1">a</seg></src>'
    '<hyp system="S"><seg id="1">b</seg></hyp></doc></dataset>'
)


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
