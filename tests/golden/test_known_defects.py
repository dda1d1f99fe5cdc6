"""fmeval's known defects T1 to T13, in the order of `docs/differences.md`: none of them is here."""

import pytest

from sacreval.core.options.specs import split_spec
from sacreval.errors import InputError
from sacreval.scoring.entries.run_metrics import entries
from support.mirror import CHECKOUT
from support.tasks import scores_of


def record(prediction, *references):
    return {"prediction": prediction, "references": list(references)}


def label_found(text, label, *others):
    """Say whether a text is taken for a label."""
    options = {"labels": [label, *others], "find": "first"}
    found = scores_of("classification", [record(text, label)], options)
    return found["accuracy"] == 1.0 and found["unknown"] == 0.0


def knows(text, *answers, **options):
    """Give whether a text names an answer, as written and normalised."""
    return scores_of("factual-knowledge", [record(text, *answers)], options)


def test_t1_punctuation_beside_a_label():
    """T1: `The answer is 2.` names the label 2."""
    assert label_found("The answer is 2.", "2", "1")
    assert label_found('"yes", of course!', "yes", "no")


@pytest.mark.parametrize(("text", "label"), [("yes", "Yes"), ("YES.", "Yes"), ("Yes", "yes")])
def test_t2_case_of_a_label(text, label):
    """T2: case is ignored on both sides: the target `Yes` can be right."""
    assert label_found(text, label, "No")


@pytest.mark.parametrize("text", ["It is very good.", "it was\nvery good\nindeed"])
def test_t3_labels_of_several_words(text):
    """T3: a label may have several words, and line ends separate words."""
    assert label_found(text, "very good", "good", "awful")


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", "per-class"])
def test_t4_every_average_can_be_had(average):
    """T4: every average is a number, and so are the scores of one label and of each record."""
    records = [record("yes", "yes"), record("no", "yes"), record("no", "no")]
    found = scores_of("classification", records, {"average": [average], "positive": "yes"})
    assert {"binary_precision", "binary_recall", "binary_f1"} <= found.keys()
    assert all(isinstance(value, float) for value in found.values())
    sets = [{"prediction": ["a"], "references": [["a", "b"]]}]
    assert scores_of("multi-label", sets)["samples_f1"] == pytest.approx(2 / 3)


def test_t5_balanced_accuracy_is_the_mean_recall():
    """T5: with two labels balanced accuracy is the mean recall, and no other name for accuracy."""
    records = [record("a", "a")] * 3 + [record("a", "b")]
    found = scores_of("classification", records)
    assert (found["accuracy"], found["balanced_accuracy"]) == (0.75, 0.5)


@pytest.mark.parametrize("count", [2, 500])
def test_t6_any_number_of_labels(count):
    """T6: few labels or many, all count and none is warned about."""
    records = [record(f"label {i}", f"label {i}") for i in range(count)]
    found = scores_of("classification", records, {"average": ["per-class"]})
    assert sum(name.startswith("f1_") for name in found) == count


def test_t7_labels_do_not_depend_on_a_sample():
    """T7: labels are read off all records, or named; a part is scored with the labels of all."""
    records = [record("a", "a"), record("b", "c"), record("c", "c")]
    whole = scores_of("classification", records, {"labels": ["a", "b", "c"]})
    assert scores_of("classification", records) == whole
    with pytest.raises(InputError, match="is not one of the labels a"):
        scores_of("classification", records, {"labels": ["a"]})


def test_t8_references_are_a_list():
    """T8: a reference is never cut at blanks or at a mark."""
    assert scores_of("exact-match", [record("York", "New York City")]) == {"exact_match": 0.0}
    assert scores_of("exact-match", [record("a", "a<OR>b")]) == {"exact_match": 0.0}
    assert scores_of("exact-match", [record("b", "a", "b")]) == {"exact_match": 1.0}


@pytest.mark.parametrize("answer", ["", "The", "?", " "])
def test_t9_empty_answers_are_not_named(answer):
    """T9: what is empty, or normalises to nothing, is not found in an output."""
    found = knows("I do not know", answer)
    assert found["factual_knowledge_quasi_exact"] == 0.0
    if not answer.strip():
        assert found["factual_knowledge"] == 0.0


def test_t10_whole_words():
    """T10: an answer is found as whole words unless one asks for less."""
    assert set(knows("I do not know", "no").values()) == {0.0}
    assert set(knows("No, never", "no").values()) == {1.0}
    assert set(knows("I do not know", "no", words=False).values()) == {1.0}


def qa_accuracy(*records):
    """Score with the suite qa-accuracy."""
    from sacreval.cli.config import config_extends, config_file

    path = CHECKOUT / "configs" / "evaluate" / "qa-accuracy.yaml"
    loaded = config_extends.load(str(path), {"metrics": "METRIC", "ci": None})
    specs = config_file.words(loaded, "metrics", many=True)
    assert len(entries(specs)) == len(specs)
    found = {}
    for spec in specs:
        name, options = split_spec(spec)
        alias = options.pop("as", None)
        for output, value in scores_of(name, records, options).items():
            found[f"{alias}_{output}" if alias else output] = value
    return found


def test_t11_two_empty_answers_agree():
    """T11: in qa-accuracy two empty answers are the same by every number."""
    assert set(qa_accuracy(record("", "")).values()) == {1.0}
    assert set(qa_accuracy(record("", "x")).values()) == {0.0}


def test_t12_repeated_words_count():
    """T12: saying a word over and over lowers precision."""
    found = qa_accuracy(record("Goethe Goethe Goethe Goethe", "Goethe"))
    assert found["token_f1_precision"] == 0.25
    assert found["token_f1_f1"] == pytest.approx(0.4)


def test_t13_languages_without_blanks():
    """T13: Chinese answers have partial credit by characters, and identical ones full credit."""
    partly, same = record("东京的北京大学", "北京大学"), record("北京大学", "北京大学")
    options = {"normalize": "multilingual-zh"}
    assert scores_of("token-f1", [same], options)["token_f1_f1"] == 1.0
    assert 0.5 < scores_of("token-f1", [partly], options)["token_f1_f1"] < 1.0
    for name in ("chrf", "bleu"):
        options = {"tokenize": "zh"} if name == "bleu" else {}
        assert scores_of(name, [same, same], options)[name] == pytest.approx(100.0)
