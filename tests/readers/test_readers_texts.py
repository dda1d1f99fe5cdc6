"""The readers of plain and line-parallel text, of mteval's SGML and of WMT's XML."""

import json

import pytest

from sacreval.errors import InputError
from sacreval.readers._plain_text import columns, format_error, is_record, other_format

pytestmark = pytest.mark.usefixtures("alone")

LINE = "<doc {0} {1}><seg {2}>the cat</seg><seg {3}>a dog</seg></doc>"
DOCUMENT = (
    '<dataset><doc id="d"><src lang="is"><seg id="1">a</seg></src>'
    '<hyp system="S"><seg id="1">b</seg></hyp></doc></dataset>'
)


@pytest.mark.parametrize(
    ("start", "remedy"),
    [
        (b'\xef\xbb\xbf{"id": 1, "prediction": "a"}\n', "--reader jsonl"),
        (b'[{"reference": "a"}]', "--reader json"),
        (b'<?xml?><srcset setid="x">', "--reader sgml"),
        (b"<dataset id='x'><doc>", "--reader wmt-xml"),
        (b"prediction,reference_1\na,b\n", "--reader 'table'"),
        (b"prediction\tjudgments.h\na\t1\n", "delimiter"),
    ],
)
def test_other_formats(start, remedy):
    """Records, tables and markup are named with the option that reads them."""
    assert remedy in other_format(start)


@pytest.mark.parametrize(
    "start",
    [b"A sentence.\n", b"{curly} text", b"<b>bold</b>", b"input,output\n", b"prediction\n",
     b"Well, reference, they said\n", b""],
)  # fmt: skip
def test_plain_text(start):
    """Sentences with braces, tags or commas are plain text."""
    assert other_format(start) is None
    assert not is_record(start)


@pytest.mark.parametrize(
    ("start", "number"),
    [(b"a\tb\nc\td\ne", 2), (b"a\nb\n", 1), (b"a\tb\nc\n", 1), (b"a\tb\tc", 3)],
)
def test_columns(start, number):
    """Columns count where all whole lines have as many."""
    assert columns(start) == number


def test_what_was_read_as_json():
    """The message begins with the place, and says how to read it; a broken record has none."""
    assert format_error(b"a\tb\nc\td\n", "f:1").startswith("f:1: ")
    assert "2 columns" in format_error(b"a\tb\nc\td\n", "f:1")
    assert format_error(b"just text\n", "f:1") is None
    assert format_error(b'{"prediction": "a\n', "f:1") is None


def test_parallel_text_with_sources_and_judgments(read, tmp_path):
    """Sources and human scores may lie in files of as many lines."""
    for name, text in {"hyp": "a\nb\n", "src": "s\nt\n", "da": "0.5\nNone\n"}.items():
        (tmp_path / name).write_text(text)
    options = {"sources": str(tmp_path / "src"), "judgments": {"da": str(tmp_path / "da")}}
    rows = read(f"parallel-text{json.dumps(options)}", tmp_path / "hyp")
    assert [(r.sources, r.judgments) for r in rows] == [(["s"], {"da": 0.5}), (["t"], {"da": None})]
    (tmp_path / "src").write_text("s\n")
    with pytest.raises(InputError, match="src: this file ends after line 1"):
        read(f"parallel-text{json.dumps(options)}", tmp_path / "hyp")


def test_parallel_text_with_several_sources(read, tmp_path):
    """Sources are one file or several, of which each has a document of every input."""
    for name in ("one", "two"):
        (tmp_path / name).write_text(f"{name} a\n{name} b\n")
    (tmp_path / "p.txt").write_text("x\ny\n")
    both = json.dumps({"sources": [str(tmp_path / name) for name in ("one", "two")]})
    rows = read(f"parallel-text{both}", tmp_path / "p.txt")
    assert [row.sources for row in rows] == [["one a", "two a"], ["one b", "two b"]]


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
