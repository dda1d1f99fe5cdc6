"""The readers of BARTScore's pickles, QAGS, SQuAD, SacreROUGE and pyramids of DUC and TAC."""

import json
import pickle

import pytest

from sacreval.core.records import Batch
from sacreval.errors import InputError, UsageError
from sacreval.metrics.texts.pyramid import Pyramid
from sacreval.readers._plain_text import columns, format_error, is_record, other_format
from sacreval.readers.pyramid import PyramidReader
from support.pyramids import LINES, TEXT, pan, pyr, unit

pytestmark = pytest.mark.usefixtures("alone")

UNITS = [
    {"scu_id": "1", "label": "unit 1", "contributors": [0, 1]},
    {"scu_id": "2", "label": "unit 2", "contributors": [1]},
]


def test_repeated_references(corpora, lines, read, mirror):
    """SFRES lists 34,086 references of which 3,705 are distinct, SFHOT 111,696 and 7,324."""
    for name, listed, distinct in (("sfres", 34086, 3705), ("sfhot", 111696, 7324)):
        rows = lines(corpora(name) / "records.jsonl")
        assert sum(len(row["references"]) for row in rows) == distinct
        path = next(mirror.glob(f"*/neulab/BARTScore/*/D2T/{name.upper()}/data.pkl"))
        assert sum(len(r.references) for r in read("bartscore", path)) == listed


def test_pairs_of_one_segment(read, tmp_path):
    """A segment in many pairs is an input in each, and the better one has rank 1."""
    side = {"sys_name": "A", "sys": "a", "scores": {}}
    pair = {"src": "s", "ref": "r", "better": side, "worse": {**side, "sys_name": "B", "sys": "b"}}
    (tmp_path / "x.pkl").write_bytes(pickle.dumps({0: pair, 1: pair}))
    rows = read("bartscore", tmp_path / "x.pkl")
    records = [(r.instance_id, r.system_id, r.judgments, r.references) for r in rows]
    assert records == [
        ("0", "A", {"better": 1}, ["r"]),
        ("0", "B", {"better": 0}, ["r"]),
        ("1", "A", {"better": 1}, ["r"]),
        ("1", "B", {"better": 0}, ["r"]),
    ]


def test_misdecoded_pounds(read, mirror):
    """QAGS's 45 mis-decoded pound signs are kept, or mended on request."""
    path = next(mirror.glob("*/W4ngatang/qags/*/data/mturk_xsum.jsonl"))

    def count(spec, text):
        return sum((r.prediction + r.sources[0]).count(text) for r in read(spec, path))

    assert count("qags", "\u00e2\u00a3") == 45
    assert count("qags", "\u00a3") == 127
    assert count('qags{"mend_pounds": true}', "\u00e2\u00a3") == 0
    assert count('qags{"mend_pounds": true}', "\u00a3") == 127


def test_no_id_matches(read, tmp_path):
    """Predictions of another test set are no predictions."""
    gold = '{"data": [{"paragraphs": [{"context": "c", "qas": [{"id": "1", "question": "q", '
    (tmp_path / "gold.json").write_text(gold + '"answers": [{"text": "a"}]}]}]}]}')
    (tmp_path / "p.json").write_text('{"2": "a"}')
    with pytest.raises(InputError, match="none of its ids"):
        read(f'squad{{"predictions": {{"x": "{tmp_path / "p.json"}"}}}}', tmp_path / "gold.json")


def test_impossible_questions(read, tmp_path):
    """A question without answer has the empty text as its reference; equal golds stand once."""
    qas = (
        '[{"id": "1", "question": "q", "is_impossible": true, "answers": []}, {"id": "2", '
        '"question": "q", "is_impossible": false, "answers": [{"text": "a"}, {"text": "a"}, '
        '{"text": "b"}]}]'
    )
    text = '{"data": [{"title": "t", "paragraphs": [{"context": "c", "qas": ' + qas + "}]}]}"
    (tmp_path / "gold.json").write_text(text)
    first, second = read("squad", tmp_path / "gold.json")
    assert (first.references, first.groups) == ([""], {"title": "t", "impossible": True})
    assert second.references == ["a", "b"]


@pytest.fixture
def multiling(mirror):
    """Give SacreROUGE's own sample of MultiLing 2011."""
    return next(mirror.glob("*/danieldeutsch/*/*/sacrerouge/tests/fixtures/data/multiling2011"))


def test_sacrerouge_folder(read, multiling):
    """A folder joins summaries, metrics and documents; people have one reference less."""
    rows = {(r.instance_id, r.system_id): r for r in read("sacrerouge", multiling)}
    assert len(rows) == 12
    peer, person = rows["M000", "1"], rows["M000", "A"]
    assert (peer.system_type, person.system_type) == ("peer", "reference")
    assert (len(peer.references), len(person.references)) == (3, 2)
    assert peer.judgments == {"grade": [2, 3, 3], "length_aware_grade": [2, 3, 3]}
    assert peer.meta["scores"] == {"rouge-1_precision": 0.4, "rouge-1_jk_precision": 0.2}
    assert person.meta["scores"] == {"rouge-1_jk_precision": 0.8}
    assert len(peer.sources) == 10
    assert "\n" in peer.prediction


def test_sacrerouge_bleu(read, multiling):
    """The sample's texts have the BLEU and chrF that SacreROUGE's tests hold, row by row."""
    from sacrebleu import sentence_bleu, sentence_chrf

    rows = read('sacrerouge{"sentences": "space"}', multiling)
    bleu = [20.387579, 32.896773, 18.547567, 10.143111, 12.741076, 13.419295, 22.182580, 19.000050,
            19.967095, 34.597558, 27.126338, 18.630200]  # fmt: skip
    chrf = [43.853882, 52.609887, 49.658553, 41.434226, 42.534778, 41.914335, 49.917293, 49.630898,
            43.484464, 56.073961, 48.944456, 46.857199]  # fmt: skip
    assert [sentence_bleu(r.prediction, r.references).score for r in rows] == pytest.approx(
        bleu, abs=1e-4
    )
    assert [sentence_chrf(r.prediction, r.references).score for r in rows] == pytest.approx(
        chrf, abs=1e-4
    )


def test_sacrerouge_single_files(read, multiling, mirror):
    """Summaries, metrics, and summaries that are bare lists can be read alone."""
    assert read("sacrerouge", multiling / "summaries.jsonl")[0].judgments is None
    metrics = read('sacrerouge{"judgments": ["rouge-1"]}', multiling / "metrics.jsonl")
    assert metrics[0].judgments["rouge-1_precision"] == 0.4
    gold = next(mirror.glob("*/danieldeutsch/*/*/sacrerouge/tests/*/*/chen2018/gold.jsonl"))
    with pytest.raises(InputError, match="no `instance_id`"):
        read("sacrerouge", gold)


def test_sacrerouge_rows_without_summary(read, tmp_path):
    """Metrics of outputs that nobody wrote are an error, not dropped."""
    row = {"instance_id": "1", "summarizer_id": "a", "summarizer_type": "peer"}
    (tmp_path / "summaries.jsonl").write_text(json.dumps({**row, "summary": {"text": ["x"]}}))
    (tmp_path / "metrics.jsonl").write_text(
        json.dumps({**row, "summarizer_id": "b", "metrics": {}})
    )
    with pytest.raises(InputError, match="1 rows belong to no summary, first instance 1 of b"):
        read("sacrerouge", tmp_path)


def test_recognised(sacreval, tmp_path, multiling):
    """Files and folders of SacreROUGE need no --reader, for every verb."""
    from sacreval.readers._by_content import by_content

    row = {"instance_id": "1", "summarizer_id": "s", "summary": "a b c", "reference": "a b d"}
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(row) + "\n")
    code, out, _ = sacreval("score", "rouge", path)
    assert code == 0
    assert json.loads(out)["scores"]["rouge1_f1"] == pytest.approx(2 / 3)
    assert by_content(str(multiling)) == by_content(str(multiling / "metrics.jsonl"))
    assert by_content(str(multiling)) == "sacrerouge"
    assert by_content(str(multiling / "documents.jsonl")) is None
    words = ["correlate", "rouge", multiling, "--human", "grade", "--format", "json"]
    assert sacreval(*words)[0] == 0


def test_ambiguous(tmp_path, monkeypatch):
    """A file that may be of another tool too is refused, as a log is."""
    from sacreval.errors import UsageError
    from sacreval.readers import _by_content
    from sacreval.readers.sacrerouge import SacrerougeReader

    path = tmp_path / "x.jsonl"
    path.write_text('{"instance_id": "1", "summarizer_id": "s"}\n')
    both = [("sacrerouge", SacrerougeReader), ("other", SacrerougeReader)]
    monkeypatch.setattr(_by_content, "_recognising", lambda: both)
    with pytest.raises(UsageError, match="a file of sacrerouge or of other; name its reader"):
        _by_content.by_content(str(path))


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
    (record,) = rows("D0721-B.M.100.E.12.pan", pan())
    assert (record.instance_id, record.system_id, record.system_type) == ("D0721-B", "12", "peer")
    assert record.prediction == "It rained.\nAnd then."
    assert record.references == ["Rain fell.", "Snow and rain fell."]
    assert (record.scus, record.pyramid) == (["1"], {"summaries": 2, "scus": UNITS})


def test_a_file_with_another_name(rows):
    """An annotation whose file has no summary's name has the set of its pyramid."""
    (record,) = rows("mine.pan", pan())
    assert (record.instance_id, record.system_id) == ("D0721-B", "mine")


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
    records = [(x.instance_id, x.system_id, x.groups) for x in read("sgml", tmp_path / "out.sgm")]
    assert records == [(f"d1:{i}", "good", {"document": "d1"}) for i in (1, 2)]


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
    records = [(r.instance_id, r.sources, r.references, r.prediction) for r in rows]
    assert records == [("d:1", ["a & b"], ["c < d"], "e"), ("e:1", ["f"], None, "g")]
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
