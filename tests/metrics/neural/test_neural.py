"""What metrics on models share: frequencies, classes, pairs, sentences, cuts, notices."""

import json

import numpy as np
import pytest

from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.neural import _joint, _text_pairs
from sacreval.metrics.neural._classes import (
    CONTRADICTION,
    ENTAILMENT,
    _word,
    classes,
    place,
)
from sacreval.metrics.neural._joint import Grid
from sacreval.metrics.neural._sentences import files, split, split_each
from sacreval.models.encoder import encoder
from sacreval.models.weights.store import Store
from sacreval.models.weights.weights import checkpoint
from support import tiny_classifiers, tiny_models, tiny_punkt, tiny_seq2seq


def test_inputs_of_a_grid():
    """Each first text is joined with each second one, as a pair or as one text."""
    assert Grid(("a", "b"), ("c", "d")).inputs() == [
        ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]  # fmt: skip
    assert Grid(("a",), ("c", "d"), "|").inputs() == [("a|c",), ("a|d",)]
    assert Grid(("a",), None).inputs() == [("a",)]
    assert Grid(("a",), None).shape == (1, 1)
    assert Grid(("a",), ()).shape == (1, 0)


def test_parts(monkeypatch):
    """Records are split so that a part has few inputs; one with more is a part alone."""
    monkeypatch.setattr(_joint, "AT_ONCE", 3)
    grids = [Grid(("a",) * n, ("b",)) for n in (1, 2, 1, 5, 0)]
    assert [[grid.shape[0] for grid in part] for part in _joint._parts(grids)] == [
        [1, 2],
        [1],
        [5],
        [0],
    ]


def test_a_million_characters(sacreval, tmp_path):
    """An output and a source of a million characters, in sentences, end in one sentence."""
    tiny_models.needed()
    record = {"prediction": "the cat sat. " * 77_000, "sources": ["the cat sat on it. " * 53_000]}
    (tmp_path / "a.jsonl").write_text(json.dumps(record))
    model = str(tiny_classifiers.build("bert", tiny_classifiers.NLI))
    words = ("summac-zs", tmp_path / "a.jsonl", "--model", model, "--splitting", "rule")
    code, out, err = sacreval("evaluate", *words)
    assert (code, out) == (2, "")
    assert "summac-zs would read 100 parts of the sources with each of 77000 parts" in err


def test_unknown_text():
    """A text in a script without tokens is unknown, an English one is not, an empty one neither."""
    unknown = text_pairs().tokenization().unknown
    assert (unknown("मौसम आज"), unknown("the cat"), unknown("")) == (1, 0, 0)


RECORD = Instance(prediction="the cat sat " * 9, sources=["a dog barked. four boys."])


def minicheck_t5(**options):
    """Create a metric of the kind on the tiny T5."""
    tiny_models.needed()
    model = str(tiny_seq2seq.build("t5"))
    return metrics.get("minicheck-t5")(model=model, sentences="rule", **options)


def test_inputs_that_are_cut():
    """Inputs beyond the largest number of tokens are cut and counted; a score needs two tokens."""
    metric = minicheck_t5(max_tokens=12)
    watch = metric.watch()
    watch.add(Batch([RECORD]))
    assert "minicheck-t5 cuts 1 of 1 texts after 12 tokens" in watch.notices()[0]
    assert np.isfinite(metric.rows(Batch([RECORD]))).all()
    with pytest.raises(UsageError, match="max_tokens must be 2 or more; correct it"):
        minicheck_t5(max_tokens=1)


def test_the_rows_of_no_input():
    """A record without any input has a row, alone and beside others."""
    none = Instance(prediction="a", sources=[""])
    metric = minicheck_t5()
    alone = metric.rows(Batch([none]))
    beside = metric.rows(Batch([RECORD, none, RECORD]))
    assert alone.tolist() == beside[1:2].tolist() == [[0.0, 1.0]]


def test_more_tokens_than_the_tokenizer_states(tmp_path):
    """Inputs longer than the tokenizer's own limit are read up to --max-tokens, as in originals."""
    tiny_models.needed()
    folder = tiny_seq2seq.copied("t5", tmp_path)
    whole = minicheck_t5().rows(Batch([RECORD]))
    config = folder / "tokenizer_config.json"
    stated = json.loads(config.read_text()) | {"model_max_length": 8}
    config.write_text(json.dumps(stated))
    metric = metrics.get("minicheck-t5")(model=str(folder), sentences="rule")
    np.testing.assert_allclose(metric.rows(Batch([RECORD])), whole, atol=1e-6)


TEXT = "Mr. Fox sat.\n\nOn a mat"


def test_ways_of_splitting(monkeypatch, tmp_path):
    """Punkt knows abbreviations, the rule does not; lines end where the text has line breaks."""
    english = tiny_punkt.set_up(monkeypatch, tmp_path)
    assert split(TEXT, "punkt") == ("Mr. Fox sat.", "On a mat")
    assert split(TEXT, "rule") == ("Mr.", "Fox sat.", "On a mat")
    assert split(TEXT, "lines") == ("Mr. Fox sat.", "On a mat")
    assert split_each(["a. b", "", "c"], "rule") == ("a.", "b", "c")
    assert files("punkt") == (english,)
    assert files("rule") == files("lines") == ()


RECORDS = [
    Instance(instance_id=str(i), prediction=f"the cat {'sat ' * i}", references=references)
    for i, references in enumerate(
        [["the cat"], ["a cat sat", "the dog barked", ""], ["four boys", "the cat sat sat"]]
    )
]


def text_pairs(kind="bert", **options):
    """Create BERTScore on a tiny model."""
    tiny_models.needed()
    return metrics.get("bertscore")(model=str(tiny_models.build(kind)), layer=2, **options)


def fresh(monkeypatch):
    """Forget all states and scores of pairs."""
    encoder.cache_clear()
    monkeypatch.setattr(_text_pairs, "SCORES", Store())


def test_the_memory_of_a_part(monkeypatch):
    """Batches whose states do not fit at once are split by records, with equal rows."""
    metric = text_pairs()
    whole = metric.rows(Batch(RECORDS))
    monkeypatch.setattr(_text_pairs, "AT_ONCE", 5)
    fresh(monkeypatch)
    assert [len(part) for part in metric._parts(Batch(RECORDS))] == [1, 1, 1]
    assert metric.rows(Batch(RECORDS)).tobytes() == whole.tobytes()


def test_each_pair_once(monkeypatch):
    """Rows and jackknife rows of the same records compare each of six pairs once."""
    fresh(monkeypatch)
    metric = text_pairs()
    metric.rows(Batch(RECORDS))
    rows_with_leave_one_out(metric, Batch(RECORDS[1:]))
    assert _text_pairs.SCORES.computed == 6


@pytest.fixture
def eleven_classes(tmp_path):
    """A checkpoint of eleven classes, whose configuration lists them out of order."""
    tiny_models.needed()
    folder = tiny_models.copied("bert", tmp_path)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config["id2label"] = {str(i): f"c{i}" for i in (10, *range(10))}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return checkpoint(str(folder))


def test_the_order_is_that_of_the_logits(eleven_classes):
    """Classes are sorted by number, not by letters."""
    assert classes(eleven_classes, ()) == tuple(f"c{i}" for i in range(11))


@pytest.mark.parametrize(
    ("names", "wanted", "index"),
    [(("neutral", "ENTAILMENT"), ENTAILMENT, 1), (("Supports", "x"), ENTAILMENT, 0),
     (("not_entailment", "entailment"), ENTAILMENT, 1), (("x", "REFUTES"), CONTRADICTION, 1)],
)  # fmt: skip
def test_a_class_is_found(eleven_classes, names, wanted, index):
    """Case and punctuation do not matter, but `not_entailment` is another class."""
    assert place(eleven_classes, names, wanted) == index


def test_a_class_that_is_not_there(eleven_classes):
    """Without such a class the message lists those that there are."""
    with pytest.raises(UsageError, match="config.json: none of the labels a, b is entailment"):
        place(eleven_classes, ("a", "b"), ENTAILMENT)


@pytest.mark.parametrize(
    ("label", "name"),
    [("Severe Toxic", "severe_toxic"), ("LABEL_0", "label_0"), (" non-toxic ", "non_toxic"),
     ("безопасно", "безопасно"), ("!", "label")],
)  # fmt: skip
def test_names_of_outputs(label, name):
    """Blanks and punctuation become underscores."""
    assert _word(label) == name
