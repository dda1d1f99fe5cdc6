"""What NIST's summarization corpora share."""

from pathlib import Path

import pytest

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.convert import nist_corpora as nist


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("D0801-A.M.100.A.1", ("d0801-A", "M", "100", "1", "")),
        ("d061j.P.100.J.B.AP880911-0016.html", ("d061", "P", "100", "B", "AP880911-0016")),
        ("readme.txt", None),
        ("x.M.100.A.1", None),
    ],
)
def test_names(name, expected):
    """The name of a summary has its set, length and summarizer; other files are none."""
    assert nist.named(Path(name)) == expected


@pytest.mark.parametrize(
    ("name", "instance"), [("D0801a-b", "d0801-B"), ("D061j", "d061"), ("Other", "other")]
)
def test_instances(name, instance):
    """The letter of the selector is dropped, that of the part is kept."""
    assert nist.instance_of(name) == instance


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("<a name=1 id=1>[1] One &amp; two.</a>\n<a id=2>[2] Three.</a>", "One & two.\nThree."),
        ("<s docid=x num=1> One.</s><s num=2>Two.</s>", "One.\nTwo."),
        ("<html>One\n\n  Two   words\n</html>", "One\nTwo words"),
    ],
)
def test_sentences(text, lines):
    """Marked sentences are lines, without numbers, tags and entities."""
    assert nist.sentences_of(text) == lines


def test_documents(tmp_path):
    """The text between TEXT tags is the document, whatever its bytes."""
    path = tmp_path / "D061j" / "ap1"
    path.parent.mkdir()
    path.write_bytes(b"<DOC><HEAD>No</HEAD><TEXT>\n<P>A caf\xe9\n</P>b</TEXT></DOC>")
    assert nist.documents_below(tmp_path) == {"d061": ["A caf\ufffd b"]}


def test_joined():
    """A human text is not its own reference; scores and judgments find their summary."""
    found = nist.Summaries(
        {"d1-A": {"A": "human a", "B": "human b", "1": "peer"}, "d1-B": {"1": "x"}}
    )
    found.judge("d1-A", "1", pyramid=0.5)
    found.score(iter([Instance(instance_id="D1-A", system_id="1", meta={"scores": {"r": 1}})]))
    peer, a, b = found.instances("A")
    assert (peer.system_type, peer.references) == ("peer", ["human a", "human b"])
    assert (peer.judgments, peer.meta) == ({"pyramid": 0.5}, {"scores": {"r": 1}})
    assert (a.system_type, a.references, b.references) == ("reference", ["human b"], ["human a"])


def test_tables(tmp_path):
    """Cells are separated by blanks; a dash is missing."""
    path = tmp_path / "t"
    path.write_text("heading\n1 2.5\n\n2 -\n")
    assert [nist.cell(row, 1, path) for row in nist.table(path, begin=2)] == [2.5, None]
