"""Checks for all records, from options and YAML files."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.metrics.structures._instructions import files
from sacreval.metrics.structures.instruction_checks import PREDICATES


def test_files(tmp_path):
    """A file lists names, with arguments where they have any; what is resolved stays."""
    path = tmp_path / "checks.yaml"
    path.write_text(
        "- punctuation:no_comma\n"
        "- length_constraints:number_words: {num_words: 2, relation: at least}\n"
        "- keywords:existence: {keywords: [cat, 'a: b']}\n"
    )
    found = files.resolved([f"@{path}", "startend:quotation"])
    assert len(found) == 4
    assert found[::3] == ("punctuation:no_comma", "startend:quotation")
    assert files.resolved(found) == found
    checks = [files.of_spec(spec, PREDICATES) for spec in found]
    assert [check.holds("a: b cat") for check in checks] == [True, True, True, False]


@pytest.mark.parametrize(
    "text", ["a: 1", "[]", "- [a]", "- {a: {}, b: {}}", "- a: 3", "- a: {b: .inf}"]
)
def test_bad_files(tmp_path, text):
    """A file with something else is refused with its name."""
    path = tmp_path / "checks.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"checks\.yaml"):
        files.resolved([f"@{path}"])


def test_bad_specs():
    """Unknown names and wrong arguments are refused."""
    for spec in ("no_comma", 'punctuation:no_comma{"a": 1}', "punctuation:no_comma{"):
        with pytest.raises(UsageError):
            files.of_spec(spec, PREDICATES)
