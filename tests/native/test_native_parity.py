"""Every kernel under every option returns the official library's integers."""

from random import Random

import mirror
import pytest
from cases import all_cases, differences
from hypothesis import given, settings
from hypothesis import strategies as st
from random_texts import PIECES, WORDS, instance

from sacreval.native import Texts
from support.sizes import few, long

CASES = all_cases()
FEW = mirror.some({
    "english": 1000, "english_four": 120, "summaries": 25, "german": 100, "paragraphs": 60,
    "chinese": 60, "japanese": 400, "ragged": 250, "russian": 33,
})  # fmt: skip

odd_text = st.lists(
    st.one_of(
        st.sampled_from(WORDS).map(lambda word: word + " "),
        st.sampled_from(PIECES),
        st.text(st.characters(exclude_categories=()), max_size=6),
    ),
    max_size=12,
).map("".join)


def check(case, predictions, references, **options):
    wrong = list(differences(case, predictions, references, **options))
    assert not wrong, (case.name, wrong[0], predictions[wrong[0][0]], references[wrong[0][0]])


@few(30, "case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("size", [1, long(5)])
def test_random_texts(case, size):
    """Random Unicode with what trips tokenizers gives equal rows."""
    random = Random(20240)
    pairs = [instance(random) for _ in range(size * (30 if case.cheap else 8))]
    check(case, [p for p, _ in pairs], [r for _, r in pairs])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("size", [1, long(4)])
def test_many_references(case, size):
    """Up to 20 references, none included, give equal rows; so do two threads."""
    random = Random(7)
    pairs = [instance(random, 20) for _ in range(size * (3 if case.cheap else 1))]
    check(case, [p for p, _ in pairs], [r for _, r in pairs], workers=2)


@few(20, "case", [c for c in CASES if c.cheap], ids=lambda case: case.name)
def test_texts_of_several_machine_words(case):
    """Texts of over 128 words, some of whose stretches have no word in common, give equal rows."""
    random = Random(18)

    def stretch(kind):
        return (
            random.choices("abc", k=64) if kind == "shared" else [f"{kind}{i}" for i in range(64)]
        )

    shapes = [("shared", "p", "shared"), ("shared", "p", "q", "shared"), ("p", "shared", "shared")]
    texts = [" ".join(word for kind in shape for word in stretch(kind)) for shape in shapes]
    others = [" ".join(random.choices("abc", k=130)) for _ in shapes]
    check(case, [*texts, *others], [[other] for other in [*others, *texts]])


@pytest.mark.parametrize("most", [1, pytest.param(5, marks=pytest.mark.long)])
def test_kernels_share(most):
    """What kernels leave with a batch, such as BLEU for GLEU, changes no other's rows."""
    random = Random(most)
    pairs = [instance(random, most) for _ in range(200)]
    predictions, references = [p for p, _ in pairs], [r for _, r in pairs]
    alone = {case: case.native(Texts(predictions, references)).tolist() for case in CASES}
    for _ in range(4):
        texts = Texts(predictions, references)
        for case in random.sample(CASES, len(CASES)):
            assert case.native(texts).tolist() == alone[case], case.name


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(odd_text, st.lists(odd_text, max_size=4)), min_size=1, max_size=3))
def test_any_unicode(made):
    """Whatever hypothesis invents, lone surrogates included, gives equal rows."""
    predictions, references = [p for p, _ in made], [r for _, r in made]
    texts = Texts(predictions, references)
    for case in CASES:
        if case.cheap:
            check(case, predictions, references, texts=texts)


@pytest.mark.parametrize("corpus", sorted(FEW))
def test_real_texts(corpus):
    """Real texts of the mirror, in seven languages, give equal rows."""
    readers = mirror.available()
    if corpus not in readers:
        pytest.skip(f"corpus {corpus} is not in the mirror {mirror.ROOT}")
    predictions, references = readers[corpus]()
    some = sorted(Random(1).sample(range(len(predictions)), FEW[corpus]))
    predictions, references = [predictions[i] for i in some], [references[i] for i in some]
    texts = Texts(predictions, references)
    for case in CASES:
        if case.cheap:
            check(case, predictions, references, texts=texts)


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "alphabet"), [(3000, "abc é.\n"), long(3000, "ab"), long(9000, "étà z.,")]
)
def test_long_texts(size, alphabet):
    """Texts beyond 2,048 symbols, where rapidfuzz splits, give equal rows."""
    random = Random(3)
    a = "".join(random.choices(alphabet, k=size))
    b = "".join(c for c in a if random.random() > 0.2)[: size - 700]
    b += "".join(random.choices(alphabet, k=500))
    for case in CASES:
        if "rouge" not in case.name and case.cheap:  # rouge-score: one token, or hours
            check(case, [a], [[b, a]])


@pytest.mark.long
def test_long_texts_of_rouge():
    """Hundreds of words on many lines give ROUGE's rows too."""
    random = Random(3)
    words = [random.choice(["the", "cat", "sat", "\n", "x", "y"]) for _ in range(900)]
    other = [w for w in words if random.random() < 0.8]
    for case in CASES:
        if "rouge" in case.name:
            check(case, [" ".join(words)], [[" ".join(other)]])
