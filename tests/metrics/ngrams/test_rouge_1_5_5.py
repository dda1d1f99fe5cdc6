"""rouge-1.5.5: the script's own output, its reading of several references, and its options."""

from random import Random

import numpy as np
import pytest

from sacreval.commands.app import run
from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.rows.field_checks import check
from support import rouge155
from support.tasks import scores_of

ROUGE = metrics.get("rouge-1.5.5")
PARTS = {"R": "recall", "P": "precision", "F": "f1"}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Set up the stop words and exceptions from the mirror."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    return rouge155.data_folder(tmp_path)


def scored(prediction, *references, **options):
    """Score one record; both engines agree."""
    record = {"prediction": prediction, "references": list(references)}
    scores = scores_of("rouge-1.5.5", [record], options)
    assert scores == scores_of("rouge-1.5.5", [record], options, engine="official")
    return scores


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "switches",
    [
        "-c 95 -r 1000 -p 0.5 -t 0 -d -a -n 4 -m -x",
        pytest.param(
            "-c 95 -r 1000 -p 0.5 -t 0 -d -a -n 4 -m -2 4 -u -w 1.2", marks=pytest.mark.long
        ),
    ],
)
def test_summeval(switches):
    """The 16 systems of SummEval have the averages and bounds that the script prints."""
    expected = rouge155.collection()["summeval_1600x11_averages"][switches]
    metric = ROUGE(**rouge155.metric_options(rouge155.switches(switches)))
    options = IntervalOptions(method="rouge-1.5.5")
    report = evaluate([Batch(rouge155.summeval())], metric.with_engine("native")).report(options)
    scores = {
        (r.system_id, r.output): f"{r.value:.5f} {r.interval.low:.5f} {r.interval.high:.5f}"
        for r in report.results
    }
    assert scores == dict(map(_printed, expected))


def _printed(line):
    """Return the system, the output, and the numbers of a line of averages."""
    system, name, part, value, _, low, _, high = line.split()
    tag = name.split("-")[1]
    key = system, f"rouge{tag}_{PARTS[part[len('Average_')]]}"
    return key, f"{value} {low} {high.rstrip(')')}"


def test_several_references():
    """Counts of all references are added up: 4 of 6 + 2 words; precision divides by 2 x 3."""
    scores = scored("a b c", "a b c d e f", "a x", max_ngram=1, rouge_l=False)
    assert scores == {"rouge1_precision": 0.66667, "rouge1_recall": 0.5, "rouge1_f1": 0.57143}


def test_best_reference():
    """With `best` the reference with the largest recall counts, the first of equals."""
    scores = scored("a b c", "a b c d", "a", max_ngram=1, rouge_l=False, scoring="best")
    assert scores == {"rouge1_precision": 0.33333, "rouge1_recall": 1.0, "rouge1_f1": 0.5}
    equal = scored("a b c", "a x", "b c y z", max_ngram=1, rouge_l=False, scoring="best")
    assert equal["rouge1_precision"] == 0.33333


def test_single_words_have_no_su():
    """ROUGE-SU counts all words but the last, so that a text of one word has none."""
    scores = scored("cat", "cat", max_ngram=0, rouge_l=False, skip_distance=4, unigrams="with")
    assert set(scores.values()) == {0.0}
    two = scored("cat sat", "cat sat", max_ngram=0, rouge_l=False, skip_distance=4, unigrams="with")
    assert set(two.values()) == {1.0}


def test_weighted_recall_of_several_sentences():
    """ROUGE-W of a text with itself is below 1: lengths are weighted by sentence, then again."""
    text = "a b c d\ne f g h"
    scores = scored(text, text, max_ngram=0, rouge_l=False, weight=2.0)
    base = 4**2 + 4**2
    assert scores["rougeW_recall"] == round((base / base**2) ** 0.5, 5)
    assert scores["rougeW_precision"] == round((base / 8**2) ** 0.5, 5)


def test_empty_reference_of_rouge_w():
    """Where the script divides by zero, ROUGE-W is 0."""
    assert set(scored("the cat", "", max_ngram=0, rouge_l=False, weight=1.2).values()) == {0.0}


def test_scores_are_rounded():
    """Precision and recall have five decimals, and F is computed from them; or all are exact."""
    scores = scored("a b c", "a x y z v w u", max_ngram=1, rouge_l=False)
    assert scores == {"rouge1_precision": 0.33333, "rouge1_recall": 0.14286, "rouge1_f1": 0.2}
    exact = scored("a b c", "a x y z v w u", max_ngram=1, rouge_l=False, rounded=False)
    assert exact == pytest.approx({"rouge1_precision": 1 / 3, "rouge1_recall": 1 / 7,
                                   "rouge1_f1": 1 / 5}, abs=1e-15)  # fmt: skip


@pytest.mark.usefixtures("home")
def test_python_rouge():
    """SacreROUGE's python-rouge averages unrounded scores; its regression values of MultiLing."""
    records = _multiling()
    options = {"stemmer": True, "rouge_l": False, "rounded": False, "bootstrap_samples": 0}
    scores = scores_of("rouge-1.5.5", records, options)
    assert {k: round(100 * v, 4) for k, v in scores.items()} == {
        "rouge1_precision": 47.2883, "rouge1_recall": 46.3641, "rouge1_f1": 46.7340,
        "rouge2_precision": 16.6260, "rouge2_recall": 16.3005, "rouge2_f1": 16.4303,
    }  # fmt: skip


@pytest.mark.usefixtures("home")
def test_sacrerouge():
    """SacreROUGE's rouge on its own fixture: the script's scores of the first summary."""
    scores = scores_of("rouge-1.5.5", _multiling()[:1], {"stemmer": True, "bootstrap_samples": 0})
    assert {k: round(100 * v, 3) for k, v in scores.items()} == {
        "rouge1_precision": 41.7, "rouge1_recall": 40.516, "rouge1_f1": 41.099,
        "rouge2_precision": 10.533, "rouge2_recall": 10.233, "rouge2_f1": 10.381,
        "rougeL_precision": 37.317, "rougeL_recall": 36.258, "rougeL_f1": 36.78,
    }  # fmt: skip


def _multiling():
    from sacreval.readers._base import readers
    from support.mirror import path

    file = path(
        "danieldeutsch/sacrerouge/0ca5202424aca64f0f27993638d6ac0078d9ded8/sacrerouge/tests/"
        "fixtures/data/multiling2011/summaries.jsonl"
    )
    records = [record for batch in readers.get("sacrerouge")().read(str(file)) for record in batch]
    return [
        {
            "instance_id": f"{record.instance_id}-{record.system_id}",
            "prediction": record.prediction,
            "references": record.references,
        }
        for record in records
    ]


def test_token_counting():
    """Counts of all outputs are added up before division; raw gives the counts."""
    records = [
        {"instance_id": 1, "prediction": "a b", "references": ["a x y"]},
        {"instance_id": 2, "prediction": "a b", "references": ["a b"]},
    ]
    options = {"max_ngram": 1, "rouge_l": False, "counting": "token", "bootstrap_samples": 0}
    assert scores_of("rouge-1.5.5", records, options) == {
        "rouge1_precision": 3 / 4, "rouge1_recall": 3 / 5, "rouge1_f1": pytest.approx(2 / 3),
    }  # fmt: skip
    assert scores_of("rouge-1.5.5", records, options | {"counting": "raw"}) == {
        "rouge1_hits": 3, "rouge1_model": 5, "rouge1_peer": 4,
    }  # fmt: skip


def test_basic_elements():
    """HM compares heads with their modifiers where there is one."""
    peer, model = "he|ate|subj\nate|nil|nil\nApples|red|mod", "he|ate|x\napples|green|mod"
    scores = scored(peer, model, basic_elements="HM")
    assert scores == {"rougeBE_precision": 0.5, "rougeBE_recall": 0.5, "rougeBE_f1": 0.5}


def test_basic_elements_are_checked():
    """A line that is no basic element is an error that names the format."""
    batch = Batch([Instance(prediction="he|ate", references=["he|ate|subj"])])
    with pytest.raises(InputError, match=r"records:1: 'he\|ate' is not a basic element"):
        check(batch, ROUGE(basic_elements="HM"), [])


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"max_ngram": -1}, "max_ngram is -1; give a number from 0 to 1000"),
        ({"max_ngram": 10**20}, "from 0 to 1000"),
        ({"max_bytes": 10**20}, "max_bytes is 1"),
        ({"bootstrap_samples": 10**12}, "from 0 to 1000000"),
        ({"weight": 1000.0}, "weight is 1000.0; give a number from 0 to 20"),
        ({"max_words": 3, "max_bytes": 3}, "give one of them"),
        ({"alpha": 1.5}, "from 0 to 1"),
        ({"weight": -1.0}, "weight"),
        ({"max_ngram": 0, "rouge_l": False}, "no measure"),
        ({"unigrams": "with"}, r"unigrams with .* give skip_distance \(-2\) too"),
        ({"unigrams": "both"}, r"unigrams both .* give skip_distance \(-2\) too"),
        ({"skip_distance": -2}, r"skip_distance \(-2\) is -2; .* -1 for any number"),
    ],
)
def test_wrong_options(options, why):
    """Wrong options are refused, as the script refuses them, with the reason."""
    with pytest.raises(UsageError, match=why):
        ROUGE(**options)


@pytest.mark.parametrize("option", ["--stemmer", "--stem-models-only", "--remove-stopwords"])
def test_missing_data(tmp_path, monkeypatch, capsys, option):
    """Options that need stop words or exceptions name the command that fetches them."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    (tmp_path / "a.jsonl").write_text('{"prediction": "a", "references": ["a"]}\n')
    assert run(["evaluate", "rouge-1.5.5", str(tmp_path / "a.jsonl"), option]) == 2
    said = capsys.readouterr().err
    assert "run: sacreval setup-metric rouge-1.5.5" in said
    assert said.count("\n") == 1


@pytest.mark.usefixtures("home")
def test_signature_names_the_data():
    """The signature of a result has a hash of the stop words and exceptions that were used."""
    batch = Batch([Instance(instance_id="1", prediction="a", references=["a"])])
    (first, *_) = evaluate([batch], ROUGE(stemmer=True)).report().results
    assert "|rouge-1.5.5-data:" in first.signature
    (plain, *_) = evaluate([batch], ROUGE()).report().results
    assert "rouge-1.5.5-data" not in plain.signature


@pytest.mark.usefixtures("home")
def test_jackknife_in_one_pass():
    """Leaving references out by folding the counts of pairs gives the rows of shorter records."""
    random = Random(7)
    batch = Batch([rouge155.record(random, i, most=5) for i in range(30)])
    batch = Batch([record for record in batch if len(record.references) > 1])
    options = {"skip_distance": 4, "unigrams": "both", "weight": 1.2, "stemmer": True}
    for scoring in ("average", "best"):
        metric = ROUGE(**options, scoring=scoring)
        whole, leave_one_out = rows_with_leave_one_out(metric.with_engine("native"), batch)
        np.testing.assert_array_equal(whole, metric.rows(batch))
        np.testing.assert_array_equal(leave_one_out, metric.leave_one_out_rows(batch))
