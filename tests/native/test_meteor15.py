"""Kernels of METEOR 1.5, ROUGE-1.5.5 and TER equal their definitions."""

import signal
import threading
from random import Random

import mirror
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from official_alignment import CASES
from random_alignment import shifts
from sacrebleu.metrics.lib_ter import translation_edit_rate
from sacrebleu.metrics.ter import TER
from test_native_parity import check

from sacreval import native
from sacreval.core.records import Batch
from sacreval.metrics.ngrams._rouge155.counts import count, read
from sacreval.metrics.ngrams._rouge155.rouge_options import Limit, Measures, WordRules
from sacreval.native import Texts
from support import rouge155
from support.program import ends
from support.sizes import few, long

built = pytest.mark.skipif(not native.available(), reason="the kernels are not built")


@built
def test_by_hand():
    """Hits, units of the reference, units of the prediction, for each measure in turn."""
    texts = native.Texts(["a b c"], [["a c\nb"]])
    counts = native.rouge155_pairs(
        texts, measures=4, max_ngram=2, rouge_l=True, skip_unigrams=True, gap=0
    )
    assert counts.tolist() == [[3, 3, 3, 0, 2, 2, 3, 3, 3, 1, 4, 4]]


@built
def test_many_sentences():
    """More than 64 lines of a prediction are told apart."""
    lines = [f"w{i} x{i}" for i in range(130)]
    texts = native.Texts(["\n".join(lines)], [["\n".join(reversed(lines))]])
    counts = native.rouge155_pairs(texts, measures=2, rouge_l=True, weight=2.0)
    assert counts[0].tolist() == [260, 260, 260, 130 * 4, 130 * 4, 260**2]


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
    for instance in batch:
        peer = read(instance.prediction, measures, reading, is_model=False)
        models = [read(text, measures, reading, is_model=True) for text in instance.references]
        want += [np.ravel(count(peer, model, measures)) for model in models]
    counts = native.rouge155_pairs(
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
    np.testing.assert_array_equal(counts, want)


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
    return WordRules(random.choice(["none", "models", "all"]), limit, irregular, stop)


TER_CASES = [case for case in CASES if case.name.startswith("ter")]

PLAIN = TER_CASES[0]

FEW = mirror.some({
    "english": 150, "english_four": 20, "summaries": 2, "german": 8, "paragraphs": 2,
    "chinese": 4, "japanese": 64, "ragged": 100, "russian": 33,
})  # fmt: skip


@pytest.mark.parametrize(("seed", "size"), [(0, 3), long(0, 15), long(1, 40), long(2, 40)])
def test_shifts(seed, size):
    """Texts of few words, of which blocks moved, need the same shifts."""
    random = Random(seed)
    pairs = [shifts(random) for _ in range(size)]
    check(PLAIN, [p for p, _ in pairs], [r for _, r in pairs], workers=2)


@settings(max_examples=150, deadline=None)
@given(st.text("abc ", max_size=40), st.lists(st.text("abcd ", max_size=40), max_size=3))
def test_ties(prediction, references):
    """Whatever hypothesis makes of four words, ties fall the same way."""
    words = [" ".join(text) for text in (prediction, *references)]
    check(PLAIN, [words[0]], [words[1:]])


@few(
    10,
    ("hypothesis", "reference"),
    [(n, m) for n in (1, 2, 3, 7) for m in (48, 49, 50, 51, 100, 101, 150, 151, 250, 400)],
)
def test_unequal_lengths(hypothesis, reference):
    """Where the beam widens with the ratio of the lengths, it widens the same way."""
    random = Random(hypothesis * 1000 + reference)
    for kinds in (2, 60):
        a = [str(random.randrange(kinds)) for _ in range(hypothesis)]
        b = [str(random.randrange(kinds)) for _ in range(reference)]
        b[-hypothesis:] = sorted(a)
        check(PLAIN, [" ".join(a), " ".join(b)], [[" ".join(b)], [" ".join(a)]])


@pytest.mark.parametrize("corpus", sorted(FEW))
def test_real_texts(corpus):
    """Real texts of the mirror, in seven languages, under every option."""
    readers = mirror.available()
    if corpus not in readers:
        pytest.skip(f"corpus {corpus} is not in the mirror {mirror.ROOT}")
    predictions, references = readers[corpus]()
    places = sorted(Random(2).sample(range(len(predictions)), FEW[corpus]))
    for k, case in enumerate(TER_CASES):
        some = places[: len(places) // 2] if case is PLAIN else places[k :: len(TER_CASES)]
        check(case, [predictions[i] for i in some], [references[i] for i in some])


@pytest.mark.parametrize("step", [29, long(1)])
def test_tercom_table(step):
    """Every code point up to U+FFFF is split, removed or kept as sacrebleu's tokenizer has it."""
    every = [f"1{chr(c)}a" for c in [*range(0, 0x10000, step), *range(0x10000, 0x110000, 97)]]
    for options in ({"normalized": True, "asian_support": True}, {"no_punct": True}):
        official = TER(**options, case_sensitive=True).tokenizer
        got = native.ter_pairs(Texts([""] * len(every), [[e] for e in every]), **options)
        want = [len(official(text).split()) for text in every]
        assert got[:, 1].tolist() == want


@pytest.mark.parametrize("size", [45, long(100), long(150), long(220)])
def test_long_texts(size):
    """Many words, moved and changed, come out the same where shifts are sought."""
    random = Random(5)
    words = [f"w{int(random.paretovariate(0.8))}" for _ in range(size)]
    begin = size * 2 // 3
    moved = words[begin : begin + 30] + words[:begin] + words[begin + 30 :]
    for k in range(0, size, 9):
        moved[k] = f"x{k}"
    got = native.ter_pairs(Texts([" ".join(moved)], [[" ".join(words)]]))
    assert got.tolist() == [list(translation_edit_rate(moved, words))]


@pytest.mark.long
def test_interrupt():
    """Ctrl-C ends even TER of very long texts within a second."""
    random = Random(6)
    long = [[" ".join(str(random.randrange(10**6)) for _ in range(60_000)) for _ in range(2)]]
    texts = Texts([a for a, _ in long] * 400, [[b] for _, b in long] * 400)
    threading.Timer(0.7, signal.raise_signal, [signal.SIGINT]).start()
    with ends(), pytest.raises(KeyboardInterrupt):
        native.ter_pairs(texts)
