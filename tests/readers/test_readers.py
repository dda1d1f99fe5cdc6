"""The readers of BARTScore's pickles, QAGS, SQuAD, SacreROUGE and pyramids of DUC and TAC."""

import json
import pickle

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
    found = [(r.instance_id, r.system_id, r.judgments, r.references) for r in rows]
    assert found == [
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
    one, two = read("squad", tmp_path / "gold.json")
    assert (one.references, one.groups) == ([""], {"title": "t", "impossible": True})
    assert two.references == ["a", "b"]


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
