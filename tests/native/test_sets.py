"""The kernels of sets beside the definitions of their metrics, which they equal to the last bit."""

import random
from random import Random

import numpy as np
import pytest
from random_texts import instance, near, text

from sacreval import native
from sacreval.core.contract.metric_records import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.metrics.ngrams.autosummeng import AutoSummENG
from support.program import ends
from support.sizes import few, long

SIZES = (1, 2, 3, 40)

OPTIONS = {
    "self-bleu": (
        {},
        {"max_ngram_order": 1},
        {"max_ngram_order": 6},
        {"tokenize": "char"},
        {"tokenize": "none"},
        {"tokenize": "ptb"},
    ),
    "distinct-n": (
        {},
        {"unit": "character"},
        {"unit": "word", "lowercase": True},
        {"unit": "character", "lowercase": True, "orders": (5, 1)},
        {"orders": (900,)},
    ),
    "cider": (
        {},
        {"lowercase": True},
        {"sigma": 0.5},
        {"tokenize": "13a", "lowercase": True},
        {"tokenize": "char"},
        {"tokenize": "ptb"},
    ),
}

CASES = [(name, options) for name, every in OPTIONS.items() for options in every]


def records(seed, size):
    draw = Random(seed)
    pairs = [instance(draw) for _ in range(size)]
    return [Instance(prediction=p, references=refs or [p[::-1]]) for p, refs in pairs]


@few(
    3,
    ("name", "options"),
    [case if "ptb" not in case[1].values() else long(*case) for case in CASES],
    ids=str,
)
def test_as_defined(name, options):
    """Sets of random Unicode, some of whose outputs are equal, score as by the official engine."""
    metric = metrics.get(name)(**options)
    for seed, size in enumerate(SIZES):
        some = records(seed, size)
        some += some[: size // 4]
        ours = metric.with_engine("native").measure(Batch(some, workers=2))
        assert ours == metric.with_engine("official").measure(Batch(some))


@pytest.mark.parametrize("options", OPTIONS["cider"], ids=str)
def test_every_record_of_cider(options):
    """Each record of a set has the score of the definition, whatever its number of references."""
    metric, some = metrics.get("cider")(**options), records(9, 60)
    ours = metric.with_engine("native").each(Batch(some))
    assert ours == metric.with_engine("official").each(Batch(some))
    assert len(set(ours)) > 10


def test_rows_of_sets():
    """Rows of a set's records are counts of 1, also without each reference, on both engines."""
    metric, some = (
        metrics.get("cider")(),
        Batch([r for r in records(2, 9) if len(r.references) > 1]),
    )
    for engine in ("native", "official"):
        rows, leave_one_out = rows_with_leave_one_out(metric.with_engine(engine), some)
        assert rows.tolist() == [[1.0]] * len(some)
        assert leave_one_out.tolist() == [[1.0]] * sum(len(r.references) for r in some)


def test_a_large_set():
    """The rows of 3,000 outputs are those of BLEU with all others as references."""
    draw = Random(4)
    outputs = [" ".join(draw.choices("abcdefgh", k=draw.randrange(9))) for _ in range(3000)]
    first, *others = outputs
    options = {"tokenize": "none", "lowercase": False, "max_ngram_order": 4}
    rows = native.bleu_of_others(native.Texts([first], [others]), **options)
    for i in (0, 1, 1234, 2999):
        rest = outputs[:i] + outputs[i + 1 :]
        alone = native.bleu(native.Texts([outputs[i]], [rest]), **options)
        assert rows[i].tolist() == alone[0].tolist()


@pytest.mark.parametrize(
    "call",
    [
        lambda texts: native.bleu_of_others(
            texts, tokenize="none", lowercase=False, max_ngram_order=4
        ),
        lambda texts: native.distinct_ngrams(texts, unit="token", lowercase=False, orders=(1,)),
        lambda texts: native.distinct_ngrams(texts, unit="character", lowercase=True, orders=(1,)),
        lambda texts: native.cider(texts, [2, 2], tokenize="none", lowercase=False, sigma=6.0),
    ],
)
def test_several_instances(call):
    """The texts of a set are those of one instance; several instances are an error."""
    with pytest.raises(ValueError, match="one instance"):
        call(native.Texts(["a", "b"], [["a"], ["b"]]))


@pytest.mark.parametrize("sizes", [[2, 2, 2], [2], [1, 3], [5], [3, 0], [2, -2, 4], []])
def test_sizes_of_records(sizes):
    """Sizes that do not add up to the texts, or leave a record without a reference, are errors."""
    texts = native.Texts(["a"], [["b", "c", "d"]])
    with pytest.raises(ValueError, match="record"):
        native.cider(texts, sizes, tokenize="none", lowercase=False, sigma=6.0)


@pytest.mark.parametrize("orders", [(), (0,), (1001,)])
def test_orders_out_of_range(orders):
    """No order, and orders out of range, are errors."""
    with pytest.raises(ValueError, match="order"):
        native.distinct_ngrams(
            native.Texts(["a"], [[]]), unit="token", lowercase=False, orders=orders
        )


ALPHABETS = ("ab", "abc \n", "abcdefgh ", "a\u00e9\u6f22\U0001f600 \r\n", "\ud800a")

NGRAM_GRAPHS_SIZES = (0, 1, 2, 3, 5, 20, 80)


def ngram_graphs_text(draw):
    alphabet = draw.choice(ALPHABETS)
    return "".join(draw.choice(alphabet) for _ in range(draw.choice(NGRAM_GRAPHS_SIZES)))


@pytest.mark.parametrize("released", [True, False])
def test_as_defined_of_ngram_graphs(released):
    """Random texts, n-gram lengths and windows score as in Python, also with one left out."""
    draw = random.Random(1)
    for _ in range(60):
        records = [
            Instance(
                prediction=ngram_graphs_text(draw),
                references=[ngram_graphs_text(draw) for _ in range(2 + i % 3)],
            )
            for i in range(4)
        ]
        n, window = draw.randint(1, 3), draw.randint(1, 4)
        metric = AutoSummENG(
            min_n=n, max_n=n + draw.randint(0, 2), window=window, released=released
        )
        batch = Batch(records)
        compiled = rows_with_leave_one_out(metric.with_engine("native"), batch)
        for ours, defined in zip(compiled, rows_with_leave_one_out(metric, batch), strict=True):
            assert ours == pytest.approx(defined, abs=1e-12)


@pytest.mark.parametrize(("references", "leave_one_out"), [([], False), (["a"], True)])
def test_too_few_references(references, leave_one_out):
    """An instance without a reference, or with one to leave out, is an error."""
    texts = native.Texts(["a"], [references])
    with pytest.raises(ValueError, match="too few references"):
        native.graph_similarities(
            texts, min_n=3, max_n=3, window=3, released=True, leave_one_out=leave_one_out
        )


@pytest.mark.parametrize("options", [(0, 3, 3), (3, 2000, 3), (3, 3, 0)])
def test_options_out_of_range(options):
    """Lengths of n-grams and windows outside their range are errors."""
    texts = native.Texts(["a"], [["a"]])
    min_n, max_n, window = options
    with pytest.raises(ValueError, match="out of range|at least 1"):
        native.graph_similarities(texts, min_n=min_n, max_n=max_n, window=window, released=True)


OUTPUTS_OPTIONS = {
    "sari": (
        {},
        {"lowercase": False},
        {"tokenize": "char"},
        {"tokenize": "none"},
        {"tokenize": "intl"},
        {"tokenize": "ptb"},
    ),
    "d-sari": ({}, {"lowercase": False}, {"tokenize": "none"}, {"tokenize": "intl"}),
    "repetition": (
        {},
        {"unit": "character"},
        {"unit": "word"},
        {"orders": (7, 2)},
        {"orders": (1000,)},
    ),
    "extractiveness": ({}, {"unit": "token"}, {"unit": "character"}, {"lowercase": False}),
}

OUTPUTS_CASES = [(name, options) for name, every in OUTPUTS_OPTIONS.items() for options in every]


def outputs_records(seed, size):
    draw = Random(seed)
    instances = []
    for _ in range(size):
        output, refs = instance(draw)
        sources = [near(draw, output), text(draw)][: draw.randint(1, 2)]
        instances.append(
            Instance(prediction=output, references=["", *refs, output], sources=sources)
        )
    return Batch(instances, workers=2)


@few(10, ("name", "options"), OUTPUTS_CASES, ids=str)
def test_as_defined_of_outputs(name, options):
    """Random Unicode with one source or two and several references has the definition's rows."""
    metric, some = metrics.get(name)(**options), outputs_records(5, 60)
    ours = metric.with_engine("native").rows(some)
    np.testing.assert_array_equal(ours, metric.with_engine("official").rows(some))


@few(5, ("name", "options"), [case for case in OUTPUTS_CASES if case[0].endswith("sari")], ids=str)
def test_references_left_out(name, options):
    """SARI without each reference is computed in the same pass, as by the definition."""
    metric, some = metrics.get(name)(**options), outputs_records(6, 20)
    ours = metric.with_engine("native")
    both = rows_with_leave_one_out(ours, some)
    for mine, defined in zip(both, rows_with_leave_one_out(metric, some), strict=True):
        np.testing.assert_array_equal(mine, defined)
    np.testing.assert_array_equal(ours.leave_one_out_rows(some), both[1])


@pytest.mark.parametrize("references", [[], ["source"]])
def test_sari_without_references(references):
    """An instance without a source or without a reference is an error."""
    with pytest.raises(ValueError, match="too few references"):
        native.sari(native.Texts(["a"], [references]), tokenize="none", lowercase=False)


def test_fragments_by_hand():
    """Of `a b x b c` the source `b c a b` has `a b` and `b c`: 4 tokens, with squares 8."""
    rows = native.fragment_pairs(native.Texts(["a b x b c", ""], [["b c a b", ""], ["a"]]))
    assert rows.tolist() == [[4, 8, 5, 4], [0, 0, 5, 0], [0, 0, 0, 1]]


@pytest.mark.long
def test_fragments_of_many_sources():
    """Time grows with the words of an instance, not with their product with the sources."""
    texts = native.Texts(["w0 w0 w99999"], [[f"w{k}" for k in range(300_000)]])
    with ends():
        rows = native.fragment_pairs(texts)
    assert rows[[0, 1, 99_999]].tolist() == [[2, 2, 3, 1], [0, 0, 3, 1], [1, 1, 3, 1]]
    assert rows.sum(axis=0).tolist() == [3, 3, 900_000, 300_000]


def test_repetition_by_hand():
    """`a b a b a` has three repeated words of five and two repeated bigrams of four."""
    texts = native.Texts(["a b a b a", ""], [["a"], []])
    rows = native.repeated_ngrams(texts, unit="token", lowercase=False, orders=(2, 1))
    assert rows.tolist() == [[2, 4, 3, 5], [0, 0, 0, 0]]
