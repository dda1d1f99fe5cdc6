"""The kernel of ROUGE-1.5.5 beyond its equality with the definition."""

import pytest

from sacreval import native

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
    assert found[0].tolist() == [260, 260, 260, 130 * 4, (130 * 4) ** 2, 260**2]


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
