"""Gates of an arena where battles are missing."""

import pytest

import sacreval
from sacreval.errors import UsageError
from support.battles import WIKIPEDIA, counted

pytestmark = pytest.mark.filterwarnings("ignore::sacreval.errors.ResultWarning")
MISSING = [{"instance_id": 90 + i, "a": "D", "b": "A", "error": "refused"} for i in range(3)]


def gates(**options):
    """Return the verdicts of an arena with three missing battles of D against A."""
    return sacreval.arena([*counted(WIKIPEDIA), *MISSING], **options).report.gates


def test_missing_battles_fail_every_gate():
    """Of the system, or of its pair with the base; those of other systems do not count."""
    (failed,) = gates(fail_under={"D": 0.1})
    assert not failed.passed
    assert failed.sentence.endswith(
        "; but 3 of 12 battles are missing; --max-missing SHARE allows them"
    )
    (failed,) = gates(fail_under={"D": 0.1}, base="A")
    assert "; but 3 of 8 battles are missing" in failed.sentence
    for other in ({"fail_under": {"B": 0.1}}, {"fail_under": {"D": 0.1}, "base": "C"}):
        assert [gate.passed for gate in gates(**other)] == [True]


def test_a_share_is_allowed():
    """It is a gate of its own, of every system, and below it the others hold."""
    verdicts = gates(max_missing=0.25, fail_under={"D": 0.1})
    assert [(verdict.gate, verdict.system_id, verdict.passed) for verdict in verdicts] == [
        *(("--max-missing 0.25", name, True) for name in "ABCD"), ("D >= 0.1", "D", True),
    ]  # fmt: skip
    verdicts = {gate.system_id: gate for gate in gates(max_missing=0.2)}
    assert {name: verdict.passed for name, verdict in verdicts.items()} == {
        "A": False, "B": True, "C": True, "D": False,
    }  # fmt: skip
    assert verdicts["D"].sentence == "3 of 12 battles of D are missing"
    with pytest.raises(UsageError, match="give a share from 0 to 1"):
        gates(max_missing=2)


def test_a_system_without_a_verdict():
    """It has no standing, which is said, and no share of missing battles but all passes it."""
    more = [{"instance_id": 99, "a": "E", "b": "A", "error": "refused"}]
    with pytest.warns(sacreval.errors.ResultWarning, match="E: no battle has a verdict"):
        report = sacreval.arena([*counted(WIKIPEDIA), *more], max_missing=0.9).report
    assert [gate.system_id for gate in report.gates if not gate.passed] == ["E"]


@pytest.mark.parametrize("wrong", [["--fail-under", "D=x"], ["--max-missing", "2"]])
def test_wrong_gates_are_found_before_anything_is_read(cli, wrong):
    """A judge that costs money is not asked, and no file is read, if a gate is wrong."""
    done = cli("arena", "absent.jsonl", *wrong)
    assert done.code == 2
    assert f"{wrong[0]} " in done.err
    assert "absent.jsonl" not in done.err
    name = wrong[0].strip("-").replace("-", "_")
    value = float("nan") if name == "max_missing" else {"D": "x"}
    with pytest.raises(UsageError, match=f"{name} (nan: give a share|D=x: 'x' is not)"):
        sacreval.arena("absent.jsonl", **{name: value})
