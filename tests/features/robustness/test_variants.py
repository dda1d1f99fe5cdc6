"""Variants: draws depend on seed, instance and number alone; fmeval's carry over."""

import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.features.robustness.perturbations._base import perturbations
from sacreval.features.robustness.variants import ComparedFiles, Variants, VariantSource, pair
from support.fmeval_perturbations import cases, expected
from support.variant_outputs import records, write

TEXTS = {"a": "A quick brown fox jumps over the lazy dog", "b": "The cat sat on the mat, twice."}


def variants_of(texts=None, **options):
    perturbation = perturbations.get(options.pop("type", "butter-finger"))()
    batch = Batch([Instance(instance_id=k, input=v) for k, v in (texts or TEXTS).items()])
    return list(Variants(perturbation=perturbation, **options).of([batch]))


def by_place(variants):
    return {(variant.instance_id, variant.groups["variant"]): variant.input for variant in variants}


def test_variants_do_not_depend_on_the_order_or_number_of_records():
    """The variants of a record are the same alone, among others, and with more variants."""
    everything = by_place(variants_of(n=3))
    backwards = by_place(variants_of(dict(reversed(TEXTS.items())), n=3))
    alone = by_place(variants_of({"b": TEXTS["b"]}, n=5))
    assert everything == backwards
    assert {key: alone[key] for key in everything if key[0] == "b"}.items() <= everything.items()
    assert by_place(variants_of(n=3, seed=6)) != everything


def test_variants_keep_their_record_and_are_numbered():
    """The instance and all other fields stay; groups name the perturbation and the number."""
    batch = Batch([Instance(input="some text", references=["x"], groups={"domain": "d"})])
    copies = list(Variants(perturbation=perturbations.get("random-upper-case")(), n=2).of([batch]))
    assert [variant.groups for variant in copies] == [
        {"domain": "d", "perturbation": "random-upper-case", "variant": i} for i in (1, 2)
    ]
    assert {variant.instance_id for variant in copies} == {"1"}
    assert {tuple(variant.references) for variant in copies} == {("x",)}
    assert {variant.system_id for variant in copies} == {None}


@pytest.mark.parametrize("kind", ["butter_finger", "random_upper_case", "whitespace_add_remove"])
def test_fmeval_carries_its_generator_over_all_records(kind):
    """Sequences of records equal fmeval's."""
    for case in cases(kind):
        if "inputs" in case:
            texts = {str(i): text for i, text in enumerate(case["inputs"])}
            n = case["num_perturbations"]
            options = {"type": kind.replace("_", "-"), "compatible": "fmeval", "n": n}
            inputs = [variant.input for variant in variants_of(texts, seed=case["seed"], **options)]
            assert inputs == [text for texts in expected(case) for text in texts]


def test_lists_of_texts_are_perturbed_text_by_text():
    """--field sources changes every source."""
    batch = Batch([Instance(sources=["one source", "another"])])
    how = Variants(perturbation=perturbations.get("random-upper-case")(share=1.0), field="sources")
    assert next(iter(how.of([batch]))).sources == ["ONE SOURCE", "ANOTHER"]


@pytest.mark.parametrize(
    ("instance", "field", "why"),
    [
        (Instance(prediction="x"), "input", "`input` is not a text"),
        (Instance(prediction=3), "prediction", "`prediction` is not a text"),
        (Instance(sources=[]), "sources", "`sources` is not a text"),
        (Instance(input="x", groups={"variant": 1}), "input", "group 'variant' already"),
    ],
)
def test_records_that_cannot_be_perturbed_are_named(instance, field, why):
    """The error has the place of the record."""
    how = Variants(perturbation=perturbations.get("butter-finger")(), field=field)
    with pytest.raises(InputError, match=f"^records:1: .*{why}"):
        list(how.of([Batch([instance])]))


def test_an_unknown_field_is_refused():
    """The nearest field is suggested."""
    with pytest.raises(UsageError, match="did you mean 'input'"):
        Variants(perturbation=perturbations.get("butter-finger")(), field="inputs")


@pytest.mark.parametrize("code", ["return 3", "return None", "raise KeyError(text)"])
def test_a_perturbation_that_fails_is_one_sentence(code, tmp_path, monkeypatch):
    """Whatever a plug-in returns or raises, the error says that its code is wrong."""
    name = f"wrong_{abs(hash(code))}"
    (tmp_path / f"{name}.py").write_text(f"def change(text, rng):\n    {code}\n")
    monkeypatch.syspath_prepend(tmp_path)
    perturbation = perturbations.get(f"py:{name}:change")()
    with pytest.raises(UsageError, match="correct its code"):
        list(Variants(perturbation=perturbation).of([Batch([Instance(input="x")])]))


def test_fmeval_has_no_perturbation_of_the_users(tmp_path, monkeypatch):
    """--compatible fmeval is for its own three."""
    (tmp_path / "mine_only.py").write_text("def change(text, rng):\n    return text\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UsageError, match="fmeval has no py:mine_only:change"):
        Variants(perturbation=perturbations.get("py:mine_only:change")(), compatible="fmeval")


def read(tmp_path, originals, variants):
    files = write(tmp_path / "o.jsonl", originals), write(tmp_path / "p.jsonl", variants)
    compared = ComparedFiles()
    source = VariantSource(paths=tuple(map(str, files)), perturbed="input", compared=compared)
    return compared, [name for batch in source.batches() for name in batch.system_ids]


def test_each_variant_is_a_system(tmp_path):
    """Its name has the perturbation and the number; texts are compared with those of originals."""
    compared, systems = read(tmp_path, *records())
    assert set(systems) == {"o", "p (butter-finger 1)", "p (butter-finger 2)"}
    assert pair(compared, sorted(set(systems))) == {
        "o": ["p (butter-finger 1)", "p (butter-finger 2)"]
    }
    assert compared.counts["p"] == {"all": 6, "inputs": 5, "outputs": 5}


def test_records_without_input_are_marked(tmp_path):
    """How far inputs were changed is then unknown, not zero."""
    originals, variants = records()
    del originals[0]["input"]
    compared, _ = read(tmp_path, originals, variants)
    assert compared.without_input == {"p"}


def test_a_system_in_one_file_only_is_named():
    """Several systems need the same names in both files."""
    compared = ComparedFiles()
    with pytest.raises(InputError, match="system 'a' is in one of the two files only"):
        pair(compared, ["a", "b"])


@pytest.mark.parametrize("n", [1, 3])
def test_there_are_two_files(n):
    """One file, or three, are refused."""
    source = VariantSource(paths=("x",) * n, perturbed="input", compared=ComparedFiles())
    with pytest.raises(UsageError, match=f"two files, and {n} were given"):
        list(source.batches())
