"""Readers of formats that people know: SacreROUGE's, ROUGE's, line-parallel text."""

import json

import pytest

from sacreval.errors import InputError, UsageError

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
    with pytest.raises(InputError, match="1 rows are of no summary, first instance 1 of b"):
        read("sacrerouge", tmp_path)


def test_rouge_averages(read, mirror):
    """ROUGE's self-test prints averages of 8 systems, with recall, precision and F."""
    name = "ROUGE-test-c95-2-1-U-r1000-n4-w1.2-a.out"
    path = next(mirror.glob(f"*/summanlp/*/*/*/sample-output/{name}"))
    rows = read('rouge-out{"rows": "average"}', path)
    assert [r.system_id for r in rows] == ["11", "12", "13", "14", "21", "22", "23", "24"]
    assert rows[0].meta["scores"]["rouge-1_recall"] == pytest.approx(19.191)
    assert rows[0].meta["scores"]["rouge-2_f1"] == pytest.approx(2.775)
    with pytest.raises(InputError, match="no eval rows"):
        read("rouge-out", path)


def test_rouge_rows(read, tmp_path):
    """Rows of single summaries: seven fields, letters are people, times 100, mean of several."""
    (tmp_path / "x.out").write_text(
        "A ROUGE-SU4 Eval D0801-A.M.100.A.A R:0.5 P:0.25 F:0.3\n"
        "12 ROUGE-SU4 Eval D0801-A.M.100.A.12 R:0.1 P:0.2 F:0.3\n"
        "12 ROUGE-SU4 Eval D0801-A.M.100.A.12 R:0.3 P:0.2 F:0.3\n"
        "12 ROUGE-SU4 Average_R: 0.9\n"
    )
    person, system = read('rouge-out{"suffix": "_jk"}', tmp_path / "x.out")
    assert (person.system_type, system.system_type) == ("reference", "peer")
    assert system.instance_id == "d0801-a"
    assert system.meta["scores"]["rouge-su4_jk_recall"] == pytest.approx(20)


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


def test_json_rows(read, tmp_path):
    """One JSON document holds a list somewhere; people are marked, inputs numbered."""
    rows = [{"who": "A", "ctx": "c", "out": "x"}, {"who": "Human", "ctx": "c", "out": "y"}]
    (tmp_path / "x.json").write_text(json.dumps({"data": {"rows": rows}}))
    spec = 'json{"rows": "data.rows", "number_by": "ctx", "people": ["Human"]}'
    one, two = read(spec, tmp_path / "x.json", {"prediction": "out", "system_id": "who"})
    assert (one.instance_id, two.instance_id) == ("1", "1")
    assert two.system_type == "reference"


@pytest.mark.parametrize(
    ("spec", "content", "part"),
    [
        ("json", "{", "this is not JSON"),
        ("squad", "{}", "not laid out as SQuAD"),
        ("qags", "{}", "not QAGS|not laid out as QAGS"),
        ("sgml", "text", "no segments"),
        ("wmt-xml", "text", "not XML"),
        ("mtme", "", "none: this is no folder"),
        ("sacrerouge", "[1]", "not a JSON object"),
        ("raters", b"\xff\xfe", "not UTF-8"),
    ],
)
def test_other_files(read, tmp_path, spec, content, part):
    """A file of another format is told from the right one, in a sentence."""
    data = content if isinstance(content, bytes) else content.encode()
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(InputError, match=part):
        read(spec, tmp_path / "x")


def test_options_are_checked(read, tmp_path):
    """Options that do not go together or are misspelt are errors before anything is read."""
    with pytest.raises(UsageError, match="did you mean 'literals'"):
        read('json{"literal": ["x"]}', tmp_path / "x")
    with pytest.raises(UsageError, match="say `by`"):
        read('raters{"rater": "w"}', tmp_path / "x")
    with pytest.raises(UsageError, match="there is no field"):
        read("json", tmp_path / "x", {"predicted": "x"})


def test_json_numbers_inputs(read, tmp_path):
    """`number_by` numbers inputs by what is equal; with `repeats` second answers count apart."""
    rows = [("a", "x"), ("a", "x"), ("b", "x"), ("b", "y"), ("b", "x")]
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"s": s, "c": c, "p": "p"} for s, c in rows]))
    fields = {"system_id": "s", "prediction": "p"}
    plain = read('json{"number_by": "c"}', path, fields)
    assert [one.instance_id for one in plain] == ["1", "1", "1", "2", "1"]
    apart = read('json{"number_by": "c", "repeats": true}', path, fields)
    assert [one.instance_id for one in apart] == ["1", "2", "1", "3", "2"]
