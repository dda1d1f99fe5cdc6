"""The check of records."""

import pytest

from sacreval.errors import InputError, InputNotice
from sacreval.features.check.record_check import MOST, WrongRecordsError, check
from sacreval.scoring.inputs.source import Source
from support.lm_eval_logs import row, write

GOOD = '{"instance_id": "%s", "prediction": "a", "references": ["a"]}\n'


def checked(tmp_path, text, **more):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    return check(Source((str(path),), **more))


def test_counts(tmp_path):
    """Records, instances, systems, types and missing outputs are counted."""
    found = checked(
        tmp_path,
        GOOD % 1
        + '{"instance_id": "1", "system_id": "s", "system_type": "reference", "prediction": ""}\n'
        + '{"instance_id": "2", "system_id": "s", "error": "refused: no"}\n',
    )
    assert (found.records, found.instances) == (3, 2)
    systems = [(s.system_id, s.system_type, s.n, s.without_output) for s in found.systems]
    assert systems == [("x", "peer", 1, 0), ("s", "reference", 1, 0), ("s", "peer", 1, 1)]
    assert found.missing_outputs == {"refused": 1}
    assert {one.field: one.empty for one in found.fields}["prediction"] == 1


def test_every_wrong_line(tmp_path):
    """All wrong lines are found, and one alone is the error itself."""
    bad = '{"predict": 1}\n'
    with pytest.raises(InputError, match=r"x.jsonl:2: unknown field 'predict'") as caught:
        checked(tmp_path, GOOD % 1 + bad + GOOD % 2)
    assert not isinstance(caught.value, WrongRecordsError)
    wrong = [bad, "{\n", '{"judgments": [1]}\n', '{"prediction": 1, "prediction": 2}\n', "\xff\n"]
    with pytest.raises(WrongRecordsError, match="^5 records are wrong; correct them") as caught:
        checked(tmp_path, "".join(GOOD % i + one for i, one in enumerate(wrong)))
    places = [fault.split(": ")[0].rsplit(":", 1)[1] for fault in caught.value.faults]
    assert places == ["2", "4", "6", "8", "10"]
    each = "".join(f'{{"field_{i}": 1}}\n' for i in range(99))
    with pytest.raises(WrongRecordsError, match=f"^99 records .* first {MOST} are above") as caught:
        checked(tmp_path, each)
    assert len(caught.value.faults) == MOST


def test_a_sentence_is_told_once(tmp_path):
    """It names the other lines that it is about, as far as they fit."""
    with pytest.raises(WrongRecordsError, match="^15 records are wrong; correct them") as caught:
        checked(tmp_path, '{"predict": 1}\n' * 14 + "[1\n")
    first, second = caught.value.faults
    assert first.endswith("(also lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 1 more)")
    assert "x.jsonl:15: " in second
    with pytest.raises(WrongRecordsError) as caught:
        checked(tmp_path, '{"predict": 1}\n' * 2)
    assert caught.value.faults[0].endswith("predict (also line 2)")


def test_mapped_lines(tmp_path):
    """With --map, lines are checked as they are mapped."""
    fields = {"prediction": "out", "references": "gold"}
    text = '{"out": "a", "gold": "a"}\n' * 2
    assert checked(tmp_path, text, fields=fields).records == 2
    with pytest.raises(WrongRecordsError, match="^2 records"):
        checked(tmp_path, text + '[1]\n{"out": "a", "gold": "a", "input": 3}\n', fields=fields)


def test_instances_twice(tmp_path):
    """A system that has an instance twice is an error, as in a run."""
    with pytest.raises(InputError, match=r"x.jsonl:2: system 'x' has instance '1' already, at .*1"):
        checked(tmp_path, GOOD % 1 * 2)
    with pytest.raises(WrongRecordsError, match="^2 records are wrong") as caught:
        checked(tmp_path, GOOD % 1 * 3)
    assert ["`samples`" in one for one in caught.value.faults] == [True, False]


def test_other_formats(tmp_path):
    """The first wrong record of other formats is the error."""
    path = tmp_path / "x.csv"
    path.write_text("prediction,groups\na,b\n")
    with pytest.raises(InputError, match=r"x\.csv"):
        check(Source((str(path),)))


def test_notices_are_given_once(tmp_path):
    """What is noticed as inputs are found is not noticed again where lines are then looked at."""
    write(tmp_path / "run", row())
    (tmp_path / "run" / "other.txt").write_text("x")
    samples = next((tmp_path / "run").glob("samples_*"))
    samples.write_text(samples.read_text() + "{damaged\n")
    with pytest.warns(InputNotice) as seen, pytest.raises(InputError):
        check(Source((str(tmp_path / "run"),)))
    assert len([one for one in seen if "1 other file is no log" in str(one.message)]) == 1
