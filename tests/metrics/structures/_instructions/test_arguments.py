"""Arguments of instructions: which are accepted."""

import pytest

from sacreval.errors import UsageError
from sacreval.metrics.structures._instructions.arguments import check_of, compared
from sacreval.metrics.structures.instruction_checks import PREDICATES

WORDS = "length_constraints:number_words"


def test_null_is_absent():
    """Arguments that are null, as all others are in the data set of IFEval, are not there."""
    given = {"num_words": 2, "relation": "at least", "keywords": None, "language": None}
    check = check_of(WORDS, given, PREDICATES)
    assert (check.holds("two words"), check.holds("one")) == (True, False)
    assert check_of("punctuation:no_comma", None, PREDICATES).holds("x")


def test_blank_texts_follow_nothing():
    """A text without a visible character follows no instruction."""
    assert not check_of("punctuation:no_comma", {}, PREDICATES).holds(" \n")


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("punctuation:no_coma", {}, "did you mean 'punctuation:no_comma'"),
        (3, {}, "there is no instruction '3'"),
        (WORDS, {"num_words": 2}, "needs relation, `less than` or `at least`"),
        (WORDS, {"num_words": 2, "relation": "at most"}, "needs relation"),
        (WORDS, {"num_words": -1, "relation": "at least"}, "needs num_words, a whole number"),
        (WORDS, {"num_words": 2.5, "relation": "at least"}, "needs num_words"),
        (WORDS, {"num_words": True, "relation": "at least"}, "needs num_words"),
        (WORDS, {"num_word": 2}, "did you mean 'num_words'"),
        (WORDS, [1], "are no object"),
        ("keywords:existence", {"keywords": []}, "needs keywords, a list of texts"),
        ("keywords:letter_frequency",
         {"letter": "ab", "let_frequency": 1, "let_relation": "at least"}, "one character"),
    ],
)  # fmt: skip
def test_refused(name, values, why):
    """Unknown instructions, and missing, unknown or wrong arguments are refused with the name."""
    with pytest.raises(UsageError, match=why):
        check_of(name, values, PREDICATES)


def test_relations():
    """The two relations are each other's opposite."""
    assert [compared(n, "less than", 2) for n in (1, 2, 3)] == [True, False, False]
    assert [compared(n, "at least", 2) for n in (1, 2, 3)] == [False, True, True]


@pytest.mark.parametrize(
    ("name", "values"),
    [(WORDS, {"num_words": 2, "relation": ["x"]}), (WORDS, {"relation": {}}), ([WORDS], None)],
)
def test_lists_where_words_are(name, values):
    """A list or an object as a relation or a name is refused in a sentence."""
    with pytest.raises(UsageError, match=r"needs (relation|num_words)|no instruction"):
        check_of(name, values, PREDICATES)
