"""Instructions about words and forms, with verdicts of lm-evaluation-harness 0.4.13."""

import pytest

from sacreval.errors import InputError, RecordError, UsageError
from sacreval.metrics.structures import _instructions
from sacreval.metrics.structures._instructions import check_of, compared
from sacreval.metrics.structures.instruction_checks import PREDICATES
from support import missing, tiny_punkt
from support.sizes import few

WORDS = "length_constraints:number_words"
LESS, LEAST = "less than", "at least"
COUNT = "length_constraints:number_words"
PARAGRAPHS, FIRST = (
    "length_constraints:number_paragraphs",
    "length_constraints:nth_paragraph_first_word",
)
PLACES, POST = "detectable_content:number_placeholders", "detectable_content:postscript"
BULLETS, MARKED = (
    "detectable_format:number_bullet_lists",
    "detectable_format:number_highlighted_sections",
)
SECTIONS, TITLE = "detectable_format:multiple_sections", "detectable_format:title"
JSON, TWO = "detectable_format:json_format", "combination:two_responses"
END, QUOTED = "startend:end_checker", "startend:quotation"


def test_null_is_absent():
    """Arguments that are null, as all others are in the data set of IFEval, are not there."""
    arguments = {"num_words": 2, "relation": "at least", "keywords": None, "language": None}
    check = check_of(WORDS, arguments, PREDICATES)
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


def test_files(tmp_path):
    """A file lists names, with arguments where they have any; what is resolved stays."""
    path = tmp_path / "checks.yaml"
    path.write_text(
        "- punctuation:no_comma\n"
        "- length_constraints:number_words: {num_words: 2, relation: at least}\n"
        "- keywords:existence: {keywords: [cat, 'a: b']}\n"
    )
    specs = _instructions.resolved([f"@{path}", "startend:quotation"])
    assert len(specs) == 4
    assert specs[::3] == ("punctuation:no_comma", "startend:quotation")
    assert _instructions.resolved(specs) == specs
    checks = [_instructions.of_spec(spec, PREDICATES) for spec in specs]
    assert [check.holds("a: b cat") for check in checks] == [True, True, True, False]


@pytest.mark.parametrize(
    "text", ["a: 1", "[]", "- [a]", "- {a: {}, b: {}}", "- a: 3", "- a: {b: .inf}"]
)
def test_bad_files(tmp_path, text):
    """A file with something else is refused with its name."""
    path = tmp_path / "checks.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"checks\.yaml"):
        _instructions.resolved([f"@{path}"])


def test_bad_specs():
    """Unknown names and wrong arguments are refused."""
    for spec in ("no_comma", 'punctuation:no_comma{"a": 1}', "punctuation:no_comma{"):
        with pytest.raises(UsageError):
            _instructions.of_spec(spec, PREDICATES)


def test_case_does_not_matter():
    """Matches are counted whatever their case."""
    assert _instructions.count("cat", "Cat, CAT and cats") == 3
    assert _instructions.there("c.t", "a CUT")
    assert not _instructions.there(r"\bcat\b", "cats")


def test_wrong_patterns():
    """What is no regular expression is an error of the record."""
    with pytest.raises(RecordError, match="not a regular expression"):
        _instructions.there("(", "text")


def test_slow_patterns(monkeypatch):
    """A search that takes too long ends."""
    monkeypatch.setattr(_instructions, "SECONDS", 0.05)
    with pytest.raises(RecordError, match="without nested repetitions"):
        _instructions.count(r"(a|aa)+$", "a" * 100 + "c")


def holds(name, text, **values):
    return check_of(name, values, PREDICATES).holds(text)


@pytest.mark.parametrize(
    ("name", "text", "values", "verdict"),
    [
        ("keywords:existence", "The CAT sat", {"keywords": ["cat", "at"]}, True),
        ("keywords:existence", "The cat sat", {"keywords": ["cat", "dog"]}, False),
        ("keywords:frequency", "cat cats",
         {"keyword": " cat ", "frequency": 2, "relation": LEAST}, True),
        ("keywords:frequency", "cat cats",
         {"keyword": "cat", "frequency": 2, "relation": LESS}, False),
        ("keywords:forbidden_words", "concatenate", {"forbidden_words": ["cat"]}, True),
        ("keywords:forbidden_words", "A Cat.", {"forbidden_words": ["cat"]}, False),
        ("keywords:letter_frequency", "Aa b",
         {"letter": "A", "let_frequency": 2, "let_relation": LEAST}, True),
        ("keywords:letter_frequency", "Aa b",
         {"letter": "a", "let_frequency": 2, "let_relation": LESS}, False),
        (COUNT, "isn't it 3.5?", {"num_words": 5, "relation": LEAST}, True),
        (COUNT, "isn't it 3.5?", {"num_words": 5, "relation": LESS}, False),
    ],
)  # fmt: skip
def test_words(name, text, values, verdict):
    """Words and letters are counted as by the official code."""
    assert holds(name, text, **values) is verdict


def test_sentences(tmp_path, monkeypatch):
    """Sentences are those of punkt; words in capitals are tokens without a small letter."""
    tiny_punkt.set_up(monkeypatch, tmp_path)
    name = "length_constraints:number_sentences"
    assert holds(name, "Mr. Fox ran. He sat!", num_sentences=2, relation=LEAST)
    assert not holds(name, "Mr. Fox ran. He sat!", num_sentences=3, relation=LEAST)
    name = "change_case:capital_word_frequency"
    values = {"capital_frequency": 3, "capital_relation": LEAST}
    assert holds(name, "NASA and the U-2: I flew.", **values)
    assert not holds(name, "NASA and the Fox. I flew.", **values)


def test_languages():
    """The likeliest language counts; a text without letters has any."""
    missing.module("py3langid", "instructions about languages")
    name = "language:response_language"
    german = "Das ist ein kurzer Satz über das Wetter von heute."
    assert holds(name, german, language="de")
    assert not holds(name, german, language="en")
    assert holds(name, "1 + 2 = 3", language="kn")
    english = "This is a short sentence about the weather of today."
    assert holds("change_case:english_capital", english.upper())
    assert not holds("change_case:english_capital", german.upper())
    assert not holds("change_case:english_capital", english)
    assert holds("change_case:english_lowercase", english.lower())
    assert not holds("change_case:english_lowercase", english)


def first(word, place=1, count=1):
    return {"num_paragraphs": count, "nth_paragraph": place, "first_word": word}


@pytest.mark.parametrize(
    ("name", "text", "values", "verdict"),
    [
        (PARAGRAPHS, "a *** b\n***\nc", {"num_paragraphs": 3}, True),
        (PARAGRAPHS, "***\na\n***", {"num_paragraphs": 1}, True),
        (PARAGRAPHS, "a *** *** b", {"num_paragraphs": 2}, False),
        (PARAGRAPHS, "a\n\nb", {"num_paragraphs": 1}, True),
        (FIRST, "One.\n\n'Two, three", first("two", 2, 2), True),
        (FIRST, "One.\n\n'Two, three", first("two", 1, 2), False),
        (FIRST, "One.\n\n'Two, three", first("two", 2, 3), False),
        (FIRST, "\n\nOne", first("one"), False),  # a blank paragraph has a place
        (FIRST, "One\n\n", first("ONE"), True),
        (PLACES, "[a] [b\n] [[c]", {"num_placeholders": 2}, True),
        (PLACES, "[a] [b\n]", {"num_placeholders": 2}, False),
        (POST, "Bye.\np. s. more", {"postscript_marker": "P.S."}, True),
        (POST, "Bye.\nP.S more", {"postscript_marker": "P.S."}, False),
        (POST, "P.P.S more", {"postscript_marker": "P.P.S"}, True),
        (POST, "nota bene: x", {"postscript_marker": "Nota"}, True),
        (BULLETS, " * a\n- b\n** c\n*d*", {"num_bullets": 3}, True),
        (BULLETS, "* \n* x", {"num_bullets": 2}, True),
        (BULLETS, "*\n* x", {"num_bullets": 1}, True),  # whose mark is followed by a line end
        (BULLETS, "\n\n\n-a", {"num_bullets": 1}, True),
        (MARKED, "*a* **b**", {"num_highlights": 2}, True),
        (MARKED, "*a* ** **", {"num_highlights": 2}, False),
        (SECTIONS, "Section 1\na\nSection 2\nb",
         {"section_spliter": "Section", "num_sections": 2}, True),
        (SECTIONS, "section 1", {"section_spliter": "Section", "num_sections": 1}, False),
        (JSON, '```json\n{"a": 1}\n```', {}, True),
        (JSON, "{'a': 1}", {}, False),
        (JSON, "[" * 100_000, {}, False),
        (TITLE, "<<a>> b", {}, True),
        (TITLE, "<<\na>>", {}, False),
        (TITLE, "<< >>", {}, False),
        (TITLE, "<<>>", {}, False),
        (TITLE, "x >> <<a", {}, False),
        (TWO, "a ****** b", {}, True),
        (TWO, "******\na\n******\nb\n******", {}, True),
        (TWO, "a ****** a", {}, False),
        (TWO, "a ****** ****** b", {}, False),
        ("combination:repeat_prompt", " Say x. Yes", {"prompt_to_repeat": "say X. "}, True),
        ("combination:repeat_prompt", "Yes. Say x.", {"prompt_to_repeat": "Say x."}, False),
        (END, 'It ends "here now"', {"end_phrase": "Here now "}, True),
        (END, "It ends here now.", {"end_phrase": "here now"}, False),
        (QUOTED, ' "a" ', {}, True),
        (QUOTED, '"', {}, False),
        ("detectable_format:constrained_response", "So: My answer is maybe. Or", {}, True),
        ("detectable_format:constrained_response", "my answer is maybe.", {}, False),
        ("punctuation:no_comma", "a; b", {}, True),
        ("punctuation:no_comma", "a, b", {}, False),
    ],
)  # fmt: skip
def test_forms(name, text, values, verdict):
    """Parts and marks are found as by the official code."""
    assert check_of(name, values, PREDICATES).holds(text) is verdict


@few(1, "sign", ["[", "*", "<<", "\n", " ", "***", '"', "\n-", "a ****** "])
def test_long_texts(sign):
    """A million signs are checked without repeated searches."""
    values = {
        "num_paragraphs": 2, "num_placeholders": 3, "num_bullets": 2, "num_highlights": 2,
        "postscript_marker": "P.S.", "section_spliter": "Section", "num_sections": 2,
        "end_phrase": "a", "prompt_to_repeat": "a", "nth_paragraph": 1, "first_word": "a",
    }  # fmt: skip
    text = sign * (1_000_000 // len(sign)) + "x"
    for name, predicate in PREDICATES.items():
        if not predicate.needs and set(predicate.arguments) <= values.keys():
            arguments = {key: values[key] for key in predicate.arguments}
            assert check_of(name, arguments, PREDICATES).holds(text) in {True, False}
