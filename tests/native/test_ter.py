"""TER equals sacrebleu's, edit by edit."""

import signal
import threading
from random import Random

import mirror
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from official_alignment import CASES
from random_alignment import shifts
from sacrebleu.metrics.lib_ter import translation_edit_rate
from sacrebleu.metrics.ter import TER
from test_native_parity import check

from sacreval import native
from sacreval.native import Texts
from support.program import ends
from support.sizes import few, long

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
    made = [shifts(random) for _ in range(size)]
    check(PLAIN, [p for p, _ in made], [r for _, r in made], workers=2)


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
