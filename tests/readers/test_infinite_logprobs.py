"""Log-probabilities of 0 in records: -Infinity, which Python writes, is read where one may be."""

import pytest

from sacreval.errors import InputError
from sacreval.readers._infinite_logprobs import decoded


def test_fields_that_may_have_it():
    """In choices, sequences and meta it is what servers write for a probability of 0."""
    line = b'{"choices": [{"text": "a", "logprob": -Infinity}], "meta": {"x": [-Infinity, 1]}}'
    assert decoded(line, "a:1") == {
        "choices": [{"text": "a", "logprob": -9999.0}], "meta": {"x": [-9999.0, 1]}
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"prediction": -Infinity}', "a:1: `prediction` is -Infinity, which only"),
        (b'{"meta": [-Infinity, NaN]}', "NaN is no number"),
        (b'{"meta": Infinity, "x": -Infinity}', "Infinity is no number"),
        (b"[-Infinity]", "each record must be an object"),
        (b'{"meta": -Infinity', "this is not JSON"),
    ],
)
def test_other_places_are_refused(line, said):
    """Elsewhere, and as other constants, it is refused with its place."""
    with pytest.raises(InputError, match=said):
        decoded(line, "a:1")


@pytest.mark.parametrize("options", [[], ["--map", "instance_id=name"]])
def test_choices_of_a_file(cli, tmp_path, options):
    """Records with it are scored, and a text that names it is a text."""
    lines = [
        ('{"name": "1", "choices": [{"text": "-Infinity", "logprob": -Infinity}, '
        '{"text": "b", "logprob": -1.0}], "gold": [1]}'),
        ('{"name": "2", "choices": [{"text": "a", "logprob": -2}, '
        '{"text": "b", "logprob": -1.0}], "gold": [1]}'),
    ]  # fmt: skip
    texts = lines if options else [line.replace('"name"', '"instance_id"') for line in lines]
    (tmp_path / "a.jsonl").write_text("\n".join(texts) + "\n")
    done = cli("evaluate", "multiple-choice", "a.jsonl", *options, "--format", "json")
    assert done.code == 0, done.err
    assert done.json()["results"][0]["value"] == 1
