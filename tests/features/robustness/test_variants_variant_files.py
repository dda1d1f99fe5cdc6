"""Both files of robustness: variants are systems of their own, and are paired by name."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.robustness.variants import Compared, VariantSource, pair
from support.variant_outputs import records, write


def read(tmp_path, originals, variants):
    files = write(tmp_path / "o.jsonl", originals), write(tmp_path / "p.jsonl", variants)
    compared = Compared()
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
    compared = Compared()
    with pytest.raises(InputError, match="system 'a' is in one of the two files only"):
        pair(compared, ["a", "b"])


@pytest.mark.parametrize("n", [1, 3])
def test_there_are_two_files(n):
    """One file, or three, are refused."""
    source = VariantSource(paths=("x",) * n, perturbed="input", compared=Compared())
    with pytest.raises(UsageError, match=f"two files, and {n} were given"):
        list(source.batches())
