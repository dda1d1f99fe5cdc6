"""NIST: information of n-grams and rows, by hand and by NLTK."""

import gc
import pickle
import random
from collections import Counter
from math import log2

import pytest

import sacreval
from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.libraries import library_scores
from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics.ngrams._nist_counts import (
    Information,
    InformationKey,
    distinct_references,
    hashed,
    informed,
    leave_one_out_rows,
    match,
    recall,
    remember,
    row,
)
from support.tasks import pairs, scores_of

WORDS = "a b c d e f g 0".split()
DEFINITIONS = pytest.mark.parametrize("definition", ["nltk", "mteval"])
OUTPUT = "a b b c".split()
REFERENCES = ["a b".split(), "b b d d d d".split(), "c".split()]
BITS = {gram: 1.0 for n in (1, 2) for gram in informed(REFERENCES, n, perl=False).bits}
TEXTS = [["a", "b", "a", "c"], ["0", "b"]]


def test_by_hand():
    """Each of three words tells log2(3/1); a bigram adds log2(1/1) = 0: 3 log2(3) / 3."""
    assert scores_of("nist", pairs(["a b c"], ["a b c"])) == {"nist": pytest.approx(log2(3))}


def test_frequent_words_tell_less():
    """Of four words `a` occurs twice, log2(4/2), and `b` once, log2(4/1)."""
    scores = scores_of("nist", pairs(["a a b c"], ["a a b c"]), {"order": 1})
    assert scores == {"nist": pytest.approx((1 + 1 + 2 + 2) / 4)}


def test_empty_outputs():
    """A set of empty outputs scores 0."""
    assert scores_of("nist", pairs([""], ["a b"])) == {"nist": 0.0}


def drawn(records, references, seed):
    """Return records of random words, some of them empty."""
    rng = random.Random(seed)

    def text():
        return " ".join(rng.choices(WORDS, weights=range(1, 9), k=rng.randint(0, 12)))

    return [
        Instance(
            instance_id=str(i), prediction=text(), references=[text() for _ in range(references)]
        )
        for i in range(records)
    ]


@pytest.mark.parametrize("order", [1, 5, 20])
@pytest.mark.parametrize("references", [1, 4])
def test_nltk(order, references):
    """The score of a set is NLTK's, also with orders longer than all outputs."""
    batch = Batch(drawn(30, references, order))
    metric = metrics.get("nist")(order=order).settle([batch])
    official = library_scores(metric, batch)["nist"]
    assert metric.reduce(metric.rows(batch).sum(0))["nist"] == pytest.approx(official, rel=1e-12)


def test_other_references_than_nltks():
    """NLTK has no scores of a part of the records, whose own references are fewer."""
    records = drawn(4, 2, 1)
    metric = metrics.get("nist")().settle([Batch(records)])
    assert library_scores(metric, Batch(records[:2])) == {}
    mteval = metrics.get("nist")(definition="mteval").settle([Batch(records)])
    assert library_scores(mteval, Batch(records)) == {}


def test_groups_have_the_information_of_the_run():
    """A group's score differs from that of its records in a run of their own."""
    rows = [
        {"prediction": "a", "references": ["a b"], "groups": {"g": "1"}},
        {"prediction": "c", "references": ["c d"], "groups": {"g": "2"}},
    ]
    results = sacreval.evaluate(rows, metrics="nist", by="g").report.results
    penalty = results[0].value / 2  # of outputs of half the length
    assert [(r.group, r.value) for r in results] == [
        (None, pytest.approx(2 * penalty)),
        ("g=1", pytest.approx(2 * penalty)),
        ("g=2", pytest.approx(2 * penalty)),
    ]
    alone = sacreval.evaluate(rows[:1], metrics="nist").report.results
    assert alone[0].value == pytest.approx(penalty)


def test_several_systems_count_references_once():
    """A system has the same score and the same signature alone and beside another."""
    first = {"instance_id": "1", "system_id": "x", "prediction": "a b c", "references": ["a b d"]}
    other = {**first, "system_id": "y", "prediction": "d"}
    alone = sacreval.evaluate([first], metrics="nist").report.results[0]
    beside = sacreval.evaluate([first, other], metrics="nist").report.results[0]
    assert (alone.value, alone.signature) == (beside.value, beside.signature)
    assert "references_sha256:" in alone.signature


def test_other_references_are_refused():
    """A metric of a signature scores the references of its run only."""
    settled = metrics.get("nist")().settle([Batch(drawn(3, 1, 1))])
    rebuilt = from_signature(settled.signature())
    assert rebuilt.settle([Batch(drawn(3, 1, 1))]) == settled
    with pytest.raises(UsageError, match="The references are not those of the signature"):
        rebuilt.settle([Batch(drawn(3, 1, 2))])


def test_pickles_carry_the_information():
    """Another process, which has counted nothing, has the same rows."""
    batch = Batch(drawn(5, 2, 3))
    metric = metrics.get("nist")(definition="mteval").settle([batch])
    rows, pickled = metric.rows(batch), pickle.dumps(metric)
    del metric
    gc.collect()
    loaded = pickle.loads(pickled)  # noqa: S301 - our own
    assert loaded.is_settled()
    assert (loaded.rows(batch) == rows).all()


def test_rows_need_the_references():
    """A metric that has not seen the references refuses to score."""
    batch = Batch([Instance(prediction="never seen", references=["never seen"])])
    with pytest.raises(UsageError, match="no information on n-grams; settle it"):
        metrics.get("nist")().rows(batch)


def test_jackknife():
    """Scores without a reference keep the information of all references, log2(4/1) a word."""
    batch = Batch([Instance(prediction="a b", references=["a b", "c d"])])
    metric = metrics.get("nist")(order=1).settle([batch])
    scores = metric.reduce(metric.leave_one_out_rows(batch))["nist"]
    assert scores == pytest.approx([0.0, 2.0])


@pytest.mark.parametrize("definition", ["nltk", "mteval"])
def test_the_jackknife_matches_once(definition):
    """Rows of the jackknife's one pass are those of two passes."""
    batch = Batch(drawn(6, 3, 4))
    metric = metrics.get("nist")(definition=definition).settle([batch])
    whole, leave_one_out = rows_with_leave_one_out(metric, batch)
    assert (whole == metric.rows(batch)).all()
    assert (leave_one_out == metric.leave_one_out_rows(batch)).all()


def row_of(definition):
    """Return the row of the output if every n-gram has one bit."""
    table = informed(REFERENCES, 2, perl=False)
    object.__setattr__(table, "bits", BITS)
    return row(match(OUTPUT, REFERENCES, 2), table, definition)


def test_the_best_reference_by_order():
    """With nltk, the longest of the references that share most information is counted."""
    assert row_of("nltk") == [2.0, 1.0, 4, 3, 6, 6, 4]


def test_the_largest_counts():
    """With mteval, an n-gram counts as often as in any reference; lengths are means."""
    assert row_of("mteval") == [4.0, 2.0, 4, 3, 3.0, 3.0, 4]


@DEFINITIONS
@pytest.mark.parametrize("references", [2, 3, 4, 7])
def test_rows_without_each_reference(definition, references):
    """Leaving references out in turn has the rows of the others alone, to the last bit."""
    rng = random.Random(references)
    for length in (0, 1, 3, 12):
        texts = [rng.choices("abc0", k=rng.randint(0, 12)) for _ in range(references)]
        table = informed(texts, 4, perl=definition == "mteval")
        output = rng.choices("abc0d", k=length)
        shorter = [texts[:j] + texts[j + 1 :] for j in range(references)]
        alone = [row(match(output, rest, 4), table, definition) for rest in shorter]
        assert leave_one_out_rows(match(output, texts, 4), table, definition) == alone


@pytest.mark.parametrize(("perl", "after_zero"), [(False, log2(1 / 1)), (True, log2(6 / 1))])
def test_bits(perl, after_zero):
    """It is log2 of the count without the last word over the own, in Perl not after the word 0."""
    assert informed(TEXTS, 2, perl=perl).bits == {
        ("a",): log2(6 / 2),
        ("b",): log2(6 / 2),
        ("c",): log2(6 / 1),
        ("0",): log2(6 / 1),
        ("a", "b"): log2(2 / 1),
        ("b", "a"): log2(2 / 1),
        ("a", "c"): log2(2 / 1),
        ("0", "b"): after_zero,
    }


def test_longer_than_all_references():
    """Orders longer than every reference add nothing."""
    assert informed(TEXTS, 1000, perl=False) == informed(TEXTS, 4, perl=False)


def test_an_unknown_gram():
    """An n-gram that was not counted is an error, not 0."""
    with pytest.raises(UsageError, match="no information on 'x y'; settle it"):
        Information({}).of(Counter([("x", "y")]))


def test_references_of_an_input_are_counted_once():
    """Two systems share the references of an input; equal references of two inputs are two."""
    records = [
        Instance(instance_id=i, system_id=s, prediction="", references=["r", "q", "r"])
        for s in "ab"
        for i in "12"
    ]
    assert distinct_references([Batch(records[:3]), Batch(records[3:])]) == [*"qqrrrr"]
    assert distinct_references([Batch(records[::-1])]) == [*"qqrrrr"]


def test_hashes_tell_where_a_reference_ends():
    """Other references have another hash, even where their characters are the same."""
    assert len({hashed(texts) for texts in (["a", "b"], ["a b"], ["a,b"], ['a","b'])}) == 4


def test_a_table_is_computed_once_while_it_is_held():
    """A table is found by its key as long as something holds it."""
    key = InformationKey(hashed(["held"]), 2, ("nltk", "13a", False))
    first = remember(key, lambda: informed([["held"]], 2, perl=False))
    assert remember(key, lambda: Information({})) is first is recall(key)
    del first
    gc.collect()
    assert recall(key) is None


def test_references_in_another_order_are_the_same():
    """References of an input are counted once, however a system's file orders them."""
    instance = Instance(instance_id="1", system_id="a", prediction="x", references=["b", "a"])
    other = Instance(instance_id="1", system_id="b", prediction="y", references=["a", "b"])
    assert distinct_references([Batch([instance, other])]) == ["a", "b"]
