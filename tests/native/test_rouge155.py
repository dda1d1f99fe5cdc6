"""The kernel of ROUGE-1.5.5."""

from random import Random

import numpy as np
import pytest

from sacreval import native
from sacreval.core.records import Batch
from sacreval.metrics.ngrams._rouge155.counts import count, read
from sacreval.metrics.ngrams._rouge155.options import Limit, Measures, Reading
from support import rouge155
from support.sizes import few

built = pytest.mark.skipif(not native.available(), reason="the kernels are not built")


@built
def test_by_hand():
    """Hits, units of the reference, units of the prediction, for each measure in turn."""
    texts = native.Texts(["a b c"], [["a c\nb"]])
    found = native.rouge155_pairs(
        texts, measures=4, max_ngram=2, rouge_l=True, skip_unigrams=True, gap=0
    )
    assert found.tolist() == [[3, 3, 3, 0, 2, 2, 3, 3, 3, 1, 4, 4]]


@built
def test_many_sentences():
    """More than 64 lines of a prediction are told apart."""
    lines = [f"w{i} x{i}" for i in range(130)]
    texts = native.Texts(["\n".join(lines)], [["\n".join(reversed(lines))]])
    found = native.rouge155_pairs(texts, measures=2, rouge_l=True, weight=2.0)
    assert found[0].tolist() == [260, 260, 260, 130 * 4, 130 * 4, 260**2]


@pytest.mark.long
@built
def test_large_inputs_are_forgotten():
    """Counts do not depend on what was read before, nor on how much of it."""
    texts = [" ".join(f"w{(i * k) % 1009}" for i in range(2000)) for k in range(1, 400)]
    once = native.rouge155_pairs(
        native.Texts(texts, [[texts[0]]] * len(texts)), measures=4, max_ngram=4
    )
    again = native.rouge155_pairs(
        native.Texts(texts[-3:], [[texts[0]]] * 3), measures=4, max_ngram=4
    )
    assert once[-3:].tolist() == again.tolist()
    assert once[0].tolist() == [c for n in range(4) for c in [2000 - n] * 3]


@built
@pytest.mark.parametrize("option", ["max_ngram", "max_words", "max_bytes"])
def test_wrong_options(option):
    """Options below 0 are refused."""
    with pytest.raises(ValueError, match="below 0"):
        native.rouge155_pairs(
            native.Texts(["a"], [["a"]]), measures=1, rouge_l=True, **{option: -1}
        )


@built
@few(10, "seed", range(40))
def test_is_the_definition(seed):
    """The kernel has the counts of the definition on random bytes, for random options."""
    random = Random(seed)
    measures, reading = _measures(random), _reading(random)
    make = rouge155.elements if measures.elements else rouge155.text
    batch = Batch([rouge155.record(random, i, make=make) for i in range(12)], workers=2)
    want = []
    for one in batch:
        peer = read(one.prediction, measures, reading, is_model=False)
        models = [read(text, measures, reading, is_model=True) for text in one.references]
        want += [np.ravel(count(peer, model, measures)) for model in models]
    found = native.rouge155_pairs(
        batch.texts,
        measures=len(measures.tags()),
        max_ngram=measures.max_ngram,
        rouge_l=measures.rouge_l,
        weight=measures.weight,
        skip=measures.gap is not None and measures.skip != "with-unigrams",
        skip_unigrams=measures.gap is not None and measures.skip != "skip",
        gap=-1 if measures.gap is None else measures.gap,
        elements=measures.elements,
        stems=reading.stems,
        max_words=reading.limit.words,
        max_bytes=reading.limit.bytes,
        stop=reading.stop_lines(),
        irregular=reading.irregular_lines(),
    )
    np.testing.assert_array_equal(found, want)


def _measures(random):
    return Measures(
        random.choice([1, 2, 4, 9]),
        random.random() < 0.6,
        random.choice([0.0, 0.5, 1.0, 1.2, 2.0]),
        random.choice([None, -1, 0, 1, 4]),
        random.choice(["skip", "with-unigrams", "both"]),
        random.choice([*[None] * 6, "H", "HM", "HMR", "HM1", "HMR1", "HMR2"]),
    )


def _reading(random):
    limit = random.choice([Limit(), Limit(words=random.choice([1, 2, 3, 12])),
                           Limit(bytes=random.choice([1, 2, 3, 12, 30]))])  # fmt: skip
    irregular = {"geese": "goose", "hopping": "a longer base"}
    stop = random.choice([frozenset(), frozenset({"the", "is", "geese"})])
    return Reading(random.choice(["none", "models", "all"]), limit, irregular, stop)
