"""Normalisers of plain texts, which most texts are."""

from collections.abc import Callable

from sacreval.native.batch import extension


def squad_normalizer() -> Callable[[str], str | None]:
    """Return SQuAD's normaliser of plain texts: it drops punctuation, case and articles.

    Returns:
        A function of a text that returns its words, with one blank between them; None for a text
        with other characters than ASCII letters, digits, punctuation and white space.

    Source:
        normalize_answer of SQuAD's evaluate-v1.1.py.
    """
    normalizer: Callable[[str], str | None] = extension().squad_text
    return normalizer
