"""The kernels of sets beside the definitions of their metrics, which they equal to the last bit."""

from random import Random

import pytest
from random_texts import instance

from sacreval import native
from sacreval.core.contract.leave_one_out import rows_with_leave_one_out
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
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
    made = [instance(draw) for _ in range(size)]
    return [Instance(prediction=p, references=own or [p[::-1]]) for p, own in made]


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
