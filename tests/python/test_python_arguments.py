"""Arguments that the functions share."""

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


def test_bad_records_and_metrics():
    """An unknown field is named with its place, an unknown metric with the nearest."""
    with pytest.raises(InputError, match=r"outputs:2: unknown field 'prediktion'"):
        sacreval.evaluate([{"prediction": "a"}, {"prediktion": "a"}], metrics="length")
    with pytest.raises(UsageError, match="did you mean 'bleu'"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="blue")
    with pytest.raises(UsageError, match="there is no metric"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics=[])


def test_one_name_stands_for_a_list_of_one(records):
    """A system, or a kind of systems, may be named without a list."""
    found = sacreval.evaluate(records, metrics="chrf", systems="a")
    assert [r.system_id for r in found.report.results] == ["a"]
    rest = sacreval.evaluate(records, metrics="chrf", exclude="a", systems="peer")
    assert [r.system_id for r in rest.report.results] == ["b"]
    assert {one.system_id for one in sacreval.score(records, metrics="chrf", systems="b")} == {"b"}


@pytest.mark.parametrize(
    "options", [{"resamples": 1}, {"confidence": 95}, {"confidence": 0}, {"resamples": -3}]
)
def test_ranges(options):
    """What the command's options refuse is refused here too."""
    with pytest.raises(UsageError, match=f"{next(iter(options))} is"):
        sacreval.evaluate(OUTPUTS, REFERENCES, metrics="chrf", ci=True, **options)
    with pytest.raises(UsageError, match="trials is 3"):
        sacreval.compare({"a": OUTPUTS, "b": OUTPUTS}, REFERENCES, metrics="chrf", trials=3)
