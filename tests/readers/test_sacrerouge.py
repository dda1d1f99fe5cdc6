"""The reader of SacreROUGE's folders and files."""

import json

import pytest

from sacreval.errors import InputError

pytestmark = pytest.mark.usefixtures("alone")


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
