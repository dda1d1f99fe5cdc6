"""Scores of records by both engines."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacreval import native
from sacreval.commands.app import run
from sacreval.core.contract.metric_records import for_instances, settle
from sacreval.core.metric import metrics, without_one
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.readers._base import convert
from sacreval.scoring.inputs.selected_records import add_references
from sacreval.scoring.pair_scores import own_text_among_references, score
from support.mirror import CHECKOUT
from support.products import Products, peer, scores_of
from support.program import write_jsonl
from support.variants import of_texts, variants

SAMPLE = str(CHECKOUT / "configs" / "sample" / "outputs.jsonl")


def test_both_engines_write_the_same_scores(tmp_path):
    """The scores of the kernels and of the official library are the same bytes."""
    files = []
    for engine in ("native", "official"):
        out = tmp_path / f"{engine}.jsonl"
        code = run(["score", "chrf", SAMPLE, "-o", str(out), "--engine", engine])
        if code == 2 and engine == "native":
            pytest.skip("the kernels are not built here")
        files.append(out.read_bytes())
    assert files[0] == files[1]


KERNELS = pytest.mark.skipif(not native.available(), reason="the kernels are not built here")


def test_people_and_machines_are_scored_against_equally_many():
    """Peers get plain and jackknifed scores, references jackknifed ones only, by exact numbers."""
    humans = ["10", "100", "1000"]
    batch = Batch([peer("p", "1", humans), peer("q", "2", humans)])
    scores = scores_of([*batch, *list(add_references([batch]))[1]])
    assert scores["1", "p"] == {"test": 1110.0, "test_jk": 740.0}
    assert scores["1", "q"] == {"test": 2220.0, "test_jk": 1480.0}
    assert scores["1", "reference-1"] == {"test_jk": 11000.0}
    assert scores["1", "reference-2"] == {"test_jk": 101000.0}
    assert scores["1", "reference-3"] == {"test_jk": 110000.0}


def test_one_reference_gives_no_jackknifed_score_and_is_counted():
    """A peer with a single reference has no `_jk`, and the run counts it."""
    evaluated = score([Batch([peer("p", "1", ["10"]), peer("q", "2", ["10", "20"])])], Products())
    assert [sorted(r.scores) for r in evaluated.records] == [["test"], ["test", "test_jk"]]
    assert evaluated.single_reference == 1


def test_it_can_be_switched_off():
    """Without jackknifing there are plain scores only, for references too."""
    human = convert(
        {"system_type": "reference", "prediction": "3", "references": ["10", "100"]}, "here"
    )
    assert scores_of([human], jackknife=False) == {("1", "system"): {"test": 330.0}}


def test_the_order_of_records_does_not_matter():
    """Shuffled records in other batches give the same scores in the same order."""
    instances = [peer(s, str(i), ["1", "2"], str(i)) for s in "ab" for i in range(30)]
    shuffled = [instances[i] for i in np.random.default_rng(1).permutation(60)]
    single = score([Batch(instances)], Products())
    many = score([Batch(shuffled[:7]), Batch(shuffled[7:])], Products())
    assert single.records == many.records
    assert single.signature(single.entries[0]) == many.signature(many.entries[0])


def test_a_human_text_is_not_scored_against_itself():
    """A human text among its own references is refused, or mended on request."""
    human = Instance(system_type="reference", prediction="a", references=["a", "b"])
    with pytest.raises(InputError, match="own references.*--drop-own-text"):
        own_text_among_references(Batch([human]), drop=False)
    mended = own_text_among_references(Batch([human]), drop=True)
    assert mended.references == [["b"]]
    alone = Instance(system_type="reference", prediction="a", references=["a"])
    with pytest.raises(InputError, match="no reference other than itself"):
        own_text_among_references(Batch([alone]), drop=True)


TEXT = st.text(alphabet="ab cdé.,\n\u3042", max_size=25)

COVERED = sorted({metric.name for metric in of_texts(variants()[0]) if metric.covers_native()})


@KERNELS
@pytest.mark.parametrize("name", COVERED)
@settings(deadline=None, max_examples=40)
@given(records=st.lists(st.tuples(TEXT, st.lists(TEXT, min_size=2, max_size=5)), min_size=1))
@pytest.mark.long
def test_one_pass_equals_the_naive_loop(name, records):
    """Leaving references out with the kernels equals scoring every shortened set officially."""
    sources = ["a b."] if "sources" in metrics.get(name)().needs else None
    batch = Batch([Instance(prediction=p, references=r, sources=sources) for p, r in records])
    metric = for_instances(settle(metrics.get(name)(), [batch]))
    shortened = Batch([short for instance in batch for short in without_one(instance)])
    fast = metric.reduce(metric.with_engine("native").leave_one_out_rows(batch))
    slow = metric.reduce(metric.rows(shortened))
    for output, values in slow.items():
        np.testing.assert_allclose(fast[output], values, rtol=0, atol=1e-12)


# SacreROUGE 0.2.5 regression values on its MultiLing 2011 sample (sacrebleu 2.0.0, file order);
# a reference's score is against the others, hence _jk.
BLEU = [20.387579, 32.896773, 18.547567, 10.143111, 12.741076, 13.419295,
        22.182580, 19.000050, 19.967095, 34.597558, 27.126338, 18.630200]  # fmt: skip

CHRF = [43.853882, 52.609887, 49.658553, 41.434226, 42.534778, 41.914335,
        49.917293, 49.630898, 43.484464, 56.073961, 48.944456, 46.857199]  # fmt: skip

FIRST_JACKKNIFED = {"bleu": 14.827976, "chrf": 42.925030}


@pytest.mark.parametrize(("name", "expected"), [("bleu", BLEU), ("chrf", CHRF)])
def test_the_multiling_sample_gives_the_known_numbers(name, expected, multiling):
    """Scores of SacreROUGE's sample equal the values that its own tests hold."""
    scores = scores_of(multiling, metrics.get(name)())
    rows = [scores[i.instance_id, i.system_id] for i in multiling]
    plain = [row.get(name, row[f"{name}_jk"]) for row in rows]
    np.testing.assert_allclose(plain, expected, atol=1e-5)
    assert rows[0][f"{name}_jk"] == pytest.approx(FIRST_JACKKNIFED[name], abs=1e-5)


@pytest.fixture
def multiling(mirror) -> list[Instance]:
    pattern = "danieldeutsch/sacrerouge/*/sacrerouge/tests/fixtures/data/multiling2011"
    [folder] = (mirror / "raw.githubusercontent.com").glob(pattern)
    return [_instance(json.loads(line)) for line in _lines(folder / "summaries.jsonl")]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _instance(row: dict) -> Instance:
    return Instance(
        instance_id=row["instance_id"],
        system_id=row["summarizer_id"],
        system_type=row["summarizer_type"],
        prediction=" ".join(row["summary"]["text"]),
        references=[" ".join(reference["text"]) for reference in row["references"]],
    )


def test_a_record_that_fails_without_a_reference_is_one_failure(tmp_path, monkeypatch, capsys):
    """A metric that cannot score without one of the references fails on that record alone."""
    (tmp_path / "fussy.py").write_text(
        "def fussy(prediction, references):\n"
        "    if references == ['odd']:\n"
        "        raise ValueError('odd alone')\n"
        "    return float(prediction in references)\n"
    )
    (tmp_path / "a.jsonl").write_text(
        '{"prediction": "x", "references": ["x", "odd"]}\n'
        '{"prediction": "x", "references": ["x", "y"]}\n'
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run(["score", "py:fussy:fussy", "a.jsonl"]) == 3
    printed = capsys.readouterr()
    first, second = map(json.loads, printed.out.splitlines())
    assert first["scores"]["fussy"] is None
    assert "a.jsonl:1" in first["error"]
    assert "with a reference left out" in first["error"]
    assert second["scores"] == {"fussy": 1.0, "fussy_jk": 0.5}


def test_human_texts_alone(cli, tmp_path):
    """--no-jackknife-peers leaves systems without _jk scores, as SacreROUGE's flag does.

    In sacrerouge/commands/score.py, --disable-peer-jackknifing skips the left-out references of
    peers; the scores of references keep their names, which end in _jk.
    """
    records = [
        {"instance_id": 1, "system_id": "a", "prediction": "the cat", "references": ["a cat", "x"]},
        {"instance_id": 1, "system_id": "human", "system_type": "reference",
         "prediction": "a cat", "references": ["the cat", "x"]},
    ]  # fmt: skip
    path = write_jsonl(tmp_path / "x.jsonl", records)
    both = cli("score", "bleu", path).out.splitlines()
    done = cli("score", "bleu", path, "--no-jackknife-peers", "-o", "s.jsonl")
    assert done.code == 0, done.err
    alone = (tmp_path / "s.jsonl").read_text().splitlines()
    names = [list(json.loads(line)["scores"]) for line in (*both, *alone)]
    assert names == [["bleu", "bleu_jk"], ["bleu_jk"], ["bleu"], ["bleu_jk"]]
    assert json.loads((tmp_path / "s.manifest.json").read_text())["jackknife_peers"] is False
    wrong = cli("score", "bleu", path, "--no-jackknife-peers", "-o", "t.jsonl", "--pairs", "p.csv")
    assert wrong.code == 2
