"""What the functions take as outputs and references."""

import pytest

import sacreval
from sacreval.errors import InputError, UsageError

OUTPUTS = ["The cat sat on the mat.", "Rain falls in the north.", "Frost."]
REFERENCES = ["The cat sat on a mat.", "It rains in the north.", "Frost at night."]


@pytest.fixture
def records():
    """Give the same data as records of two systems."""
    return [
        {"instance_id": i, "system_id": system, "prediction": text, "references": [reference]}
        for system in ("a", "b")
        for i, (text, reference) in enumerate(zip(OUTPUTS, REFERENCES, strict=True))
    ]


def test_kinds_of_outputs(records, tmp_path):
    """Lists, mappings, records, instances and files give the same numbers."""
    one = sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf")["chrf"]
    lists = sacreval.evaluate(OUTPUTS, [[r] for r in REFERENCES], metrics="chrf")["chrf"]
    (tmp_path / "out.txt").write_text("\n".join(OUTPUTS) + "\n")
    (tmp_path / "ref.txt").write_text("\n".join(REFERENCES) + "\n")
    files = sacreval.evaluate(tmp_path / "out.txt", tmp_path / "ref.txt", metrics="chrf")["chrf"]
    several = sacreval.evaluate({"a": OUTPUTS, "b": OUTPUTS}, REFERENCES, metrics="chrf")
    mapped = sacreval.evaluate(records, metrics="chrf")
    instances = sacreval.evaluate([sacreval.Instance(**r) for r in records], metrics="chrf")
    values = [r.value for found in (several, mapped, instances) for r in found.report.results]
    assert [lists, files, *values] == [one] * 8


@pytest.mark.parametrize(
    ("outputs", "references", "sentence"),
    [
        (OUTPUTS, REFERENCES[:2], "3 outputs of 'system' but 2 references"),
        ({"a b", "c"}, None, "`outputs` is a set, which has no order; give a list"),
        (42, None, "`outputs` is of type int; give a list"),
        ([], None, "there are no outputs"),
        ([{"prediction": "a", "reference": "a"}], ["a"], "records contain their references"),
        ("no-such-file.txt", None, "no-such-file.txt: there is no such file"),
    ],
)
def test_bad_input(outputs, references, sentence):
    """What cannot be meant is one sentence."""
    with pytest.raises((UsageError, InputError), match=sentence):
        sacreval.evaluate(outputs, references, metrics="chrf")


def test_references_of_files(tmp_path):
    """Beside files of outputs, references are files too; texts are never dropped in silence."""
    (tmp_path / "out.txt").write_text("\n".join(OUTPUTS) + "\n")
    (tmp_path / "ref.txt").write_text("\n".join(REFERENCES) + "\n")
    out, ref = tmp_path / "out.txt", str(tmp_path / "ref.txt")
    one = sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf")["chrf"]
    assert sacreval.evaluate(out, [ref], metrics="chrf")["chrf"] == one
    with pytest.raises(UsageError, match="references must be files too"):
        sacreval.evaluate(out, [REFERENCES], metrics="chrf")
    with pytest.raises(InputError, match="there is no such file"):
        sacreval.evaluate(out, REFERENCES, metrics="chrf")


def test_fields_of_mappings_are_found():
    """`map` finds fields in mappings and frames, and is refused where it would find nothing."""
    rows = [{"answer": {"text": "a"}, "gold": "a"}]
    fields = {"prediction": "answer.text", "references": "gold"}
    assert sacreval.evaluate(rows, metrics="exact-match", map=fields)["exact_match"] == 1
    for outputs in (["a"], {"x": ["a"]}, [sacreval.Instance(prediction="a", references=["a"])]):
        with pytest.raises(UsageError, match="`map` finds fields in mappings"):
            sacreval.evaluate(outputs, metrics="exact-match", map=fields)
