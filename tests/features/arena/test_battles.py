"""Battles: lines of a file, and those of a judge of pairs over all systems."""

import json
import re

import msgspec
import numpy as np
import pytest

from sacreval.commands.app import run
from sacreval.core.record_parts import RecordReply
from sacreval.errors import InputError, UsageError
from sacreval.features.arena.battles import (
    Battle,
    MissingBattles,
    Placed,
    failure,
    parts,
    read_battles,
    table_of,
    with_verdict,
)
from sacreval.features.arena.judged_battles import in_one_order, judged_battles, share
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.inputs.source import Source
from support.program import write_jsonl


def test_verdicts():
    """A winner is a score of 1, 0.5 or 0; without either there is no verdict."""

    def verdict(**more):
        return Battle(instance_id=1, a="x", b="y", **more).verdict()

    assert [verdict(winner=w) for w in ("a", "tie", "b")] == [1, 0.5, 0]
    assert verdict(score=0.3) == 0.3
    assert verdict() is None


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"b": "x", "score": 1}, "one system"),
        ({"b": "y", "score": 1.1}, "from 0 to 1"),
        ({"b": "y", "score": 1, "winner": "a"}, "both `score` and `winner`"),
        ({"b": "y", "winner": "c"}, "Invalid enum value"),
        ({"b": "y", "wins": 1}, "unknown field"),
    ],
)
def test_refused(fields, why):
    """A battle of one system, a score out of range, and two verdicts are refused."""
    with pytest.raises(msgspec.ValidationError, match=why):
        msgspec.convert({"instance_id": 1, "a": "x", **fields}, Battle)


GOOD = {"instance_id": 1, "a": "x", "b": "y", "winner": "a"}


def test_other_programs(tmp_path):
    """Fields of another program are found by expressions; what is not named is left out."""
    log = {"question_id": 7, "model_a": "x", "model_b": "y", "winner": "tie (bothbad)", "turn": 1,
           "language": "de"}  # fmt: skip
    path = write_jsonl(tmp_path / "log.jsonl", [log])
    (row,) = read_battles([str(path)], {
        "instance_id": "question_id", "a": "model_a", "b": "model_b", "groups.lang": "language",
        "winner": "winner == 'model_a' && 'a' || winner == 'model_b' && 'b' || 'tie'",
    })  # fmt: skip
    assert row.battle.verdict() == 0.5
    assert row.battle.groups == {"lang": "de"}
    assert row.place == f"{path}:1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "log.jsonl:1"),
        ("[]", "must be an object, not a list"),
        (json.dumps(GOOD | {"model": 1}), "there is no field 'model'.*; a battle has instance_id"),
        (json.dumps(GOOD | {"winner": "c"}), "`winner` cannot be 'c'"),
        (json.dumps({"a": "x", "b": "y"}), "missing required field `instance_id`"),
        (json.dumps(GOOD) + "\n" + json.dumps(GOOD), "is in .*log.jsonl:1 too"),
        ('{"instance_id": 1, "a": "x", "b": "y", "a": "z"}', "'a' is repeated"),
        ("", "there is no battle"),
    ],
)
def test_refused_of_battle_files(tmp_path, text, why):
    """What is no battle is refused with its place, and so is a verdict that is repeated."""
    path = tmp_path / "log.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=why):
        read_battles([str(path)])


def test_repetitions_and_orders_are_verdicts(tmp_path):
    """Repetitions with numbers, another judge and the other order are no repeated verdicts."""
    more = [{"repeat": 1}, {"judge": "j"}, {"a": "y", "b": "x"}]
    path = write_jsonl(tmp_path / "log.jsonl", [GOOD, *(GOOD | change for change in more)])
    assert len(read_battles([str(path)])) == 4


def test_bytes_that_are_not_utf8(tmp_path):
    """Bytes that are not UTF-8 are refused."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(json.dumps(GOOD).encode("utf-16"))
    with pytest.raises(InputError, match="not UTF-8"):
        read_battles([str(path)])


@pytest.mark.parametrize("name", ["modl", "groups", "a.b"])
def test_fields_that_are_none(tmp_path, name):
    """A field that battles do not have cannot be mapped."""
    path = write_jsonl(tmp_path / "log.jsonl", [GOOD])
    with pytest.raises(UsageError, match="no such field"):
        read_battles([str(path)], {name: "x"})


def placed(**fields):
    """Return a battle at a place."""
    record = {"instance_id": 1, "a": "x", "b": "y", "winner": "a"} | fields
    return Placed(Battle(**record), "f:1")


def test_the_order_of_files_is_irrelevant():
    """Battles in any order are one table, with instances sorted by number."""
    battles = [placed(instance_id=i, b=b) for i in (10, 9, 2) for b in ("z", "y")]
    table, other = table_of(battles), table_of(battles[::-1])
    assert table.names == other.names == ["x", "y", "z"]
    for first, second in zip(table.battles, other.battles, strict=True):
        np.testing.assert_array_equal(first, second)
    assert table.battles.cluster.tolist() == [0, 0, 1, 1, 2, 2]


def test_lengths():
    """The difference of lengths is that of the first less the second; NaN where one is missing."""
    table = table_of([placed(length_a=5, length_b=3), placed(instance_id=2, length_a=1)])
    np.testing.assert_array_equal(table.longer, [2, np.nan])


def test_groups():
    """Battles are split by a group, or by who judged; one without the group is refused."""
    battles = [placed(judge="j", groups={"domain": d}) for d in ("news", "law", "news")]
    assert {k: len(v) for k, v in parts(battles, "domain").items()} == {
        None: 3, "domain=law": 1, "domain=news": 2,
    }  # fmt: skip
    assert list(parts(battles, "judge")) == [None, "judge=j"]
    assert list(parts(battles, None)) == [None]
    with pytest.raises(UsageError, match="the battle at f:1 has no such group; did you mean"):
        parts(battles, "domian")


def test_missing_verdicts():
    """Battles without a verdict are told apart, with the reason where there is one."""
    judged, missing = with_verdict(
        [placed(), placed(winner=None), placed(winner=None, error="429")]
    )
    assert len(judged) == 1
    assert [failure(battle) for battle in missing] == [
        "f:1: instance 1, x against y: there is no verdict", "f:1: instance 1, x against y: 429",
    ]  # fmt: skip
    with pytest.raises(UsageError, match="no battle has a verdict"):
        table_of([])


def test_missing_battles_are_counted():
    """By system and by pair, whichever is first, and by group where a battle has it."""
    battles = [placed(groups={"domain": "law"}), placed(a="y", b="x"), placed(b="z")]
    counts = MissingBattles(battles, "domain")
    assert [counts.of(*pair) for pair in ("x", "y", "xy", "yx", "yz")] == [3, 2, 2, 2, 0]
    assert counts.of("x", group="domain=law") == counts.of("x", "y", group="domain=law") == 1


JUDGE = """
judge: better
about: Which is better
needs: [prediction]
messages: [{role: user, content: "1: {{prediction}} 2: {{opponent}}"}]
scale: {type: choices, values: {A: 3, B: 1, tie: 2}}
parse: [{pattern: '(A|B|tie)'}]
pair: {order: both, disagree: unparsed}
"""

TEXTS = {"x": ["long text", "aa"], "y": ["short", "bb"], "z": ["a", None]}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Write a judge, outputs of three systems and replies by length, the first where equal."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "better.yaml").write_text(JUDGE)
    for system, texts in TEXTS.items():
        write_jsonl(tmp_path / f"{system}.jsonl", [
            {"instance_id": i} | ({"error": "429"} if text is None else {"prediction": text})
            for i, text in enumerate(texts)
        ])  # fmt: skip
    replies = {}
    for system in "yz":
        words = ["ask", "better.yaml", "x.jsonl", "y.jsonl", "-q", "--force", "-o", "q.jsonl"]
        if system == "z":  # which has one output
            write_jsonl(tmp_path / "one.jsonl", [{"instance_id": 0, "prediction": "a"}])
            for name in "xy":
                first = (tmp_path / f"{name}.jsonl").read_text().splitlines()[0]
                (tmp_path / f"{name}0.jsonl").write_text(first)
            words[2:4] = ["x0.jsonl", "y0.jsonl"]
        opponent = {"y": "y.jsonl", "z": "one.jsonl"}[system]
        assert run([*words, "--opponent", opponent]) == 0
        for line in (tmp_path / "q.jsonl").read_text().splitlines():
            asked = json.loads(line)
            first, second = re.fullmatch(
                "1: (.*) 2: (.*)", asked["messages"][0]["content"]
            ).groups()
            replies[asked["id"]] = "A" if len(first) >= len(second) else "B"
    write_jsonl(tmp_path / "r.jsonl", [{"id": k, "text": v} for k, v in replies.items()])
    return tmp_path


def battles(*names):
    """Return the battles by instance and systems in order."""
    judged = judged_battles(
        Judge(judge="better.yaml", replies=("r.jsonl",)),
        list(Source(tuple(f"{name}.jsonl" for name in names)).batches()),
    )
    return {(battle.instance_id, battle.a, battle.b): battle for battle, _ in judged}


@pytest.mark.usefixtures("files")
def test_all_pairs_in_both_orders():
    """Every two systems of an instance have a battle for each order; scores are from 0 to 1."""
    judged = battles("x", "y", "z")
    first = {key[1:]: battle.score for key, battle in judged.items() if key[0] == "0"}
    assert first == {
        ("x", "y"): 1, ("y", "x"): 0, ("x", "z"): 1, ("z", "x"): 0, ("y", "z"): 1, ("z", "y"): 0,
    }  # fmt: skip
    assert judged["1", "x", "y"].score == judged["1", "y", "x"].score == 1  # the first wins
    assert (judged["0", "y", "x"].length_a, judged["0", "y", "x"].length_b) == (5, 9)
    assert {battle.judge for battle in judged.values()} == {"better"}


@pytest.mark.usefixtures("files")
def test_missing_outputs_are_battles_without_a_verdict():
    """A system with an error in place of an output has a battle with that error."""
    judged = battles("x", "y", "z")
    assert judged["1", "x", "z"].error == "an output is missing (429)"
    assert judged["1", "x", "z"].verdict() is None
    assert judged["1", "z", "x"].error == judged["1", "x", "z"].error  # in each order
    assert battles("z", "x").keys() == battles("x", "z").keys()


def test_absent_instances_are_battles_without_a_verdict(files):
    """An instance that one of two systems has takes its battles away, in each order."""
    write_jsonl(files / "y.jsonl", [{"instance_id": 0, "prediction": "short"}])
    judged = battles("x", "y", "z")
    for pair in (("x", "y"), ("y", "x")):
        assert judged["1", *pair].error == (
            "an output is missing (y has no record of this instance)"
        )
    assert judged["1", "z", "y"].verdict() is None
    assert len(judged) == 12


def test_missing_replies_have_a_reason(files):
    """A pair without a reply has a battle with the state and the reason."""
    write_jsonl(files / "r.jsonl", [{"id": "0" * 32, "text": "of another request"}])
    assert battles("x", "y")["0", "x", "y"].error == "not_asked (there is no reply)"


def test_one_order():
    """The verdict of an order is the score of the output that is shown first there."""
    judge = Judge(judge="preference").definition
    replies = [RecordReply(variant="ab", text="A", ask="preference"),
               RecordReply(variant="ba", text="B", ask="preference")]  # fmt: skip
    assert [share(judge, in_one_order(judge, replies, x)) for x in ("ab", "ba")] == [1, 0]
    assert share(judge, in_one_order(judge, replies[:1], "ba")) is None


@pytest.mark.usefixtures("files")
def test_refused_of_judged():
    """A judge of single outputs, and a single system, are refused."""
    with pytest.raises(UsageError, match="all outputs are of one system"):
        battles("x")
    with pytest.raises(UsageError, match="judges single outputs"):
        list(judged_battles(Judge(judge="coherence"), []))


def test_command(files, cli):
    """The command reads replies, or asks what they lack and keeps the answers."""
    done = cli("arena", "--judge", "better.yaml", "x.jsonl", "y.jsonl", "--replies", "r.jsonl")
    assert done.code == 0
    assert "better: 1 of 2 verdicts in both orders (50.0%) depend on the order" in done.out
    words = ["--with", "file:r.jsonl", "--replies", "new.jsonl", "-q"]
    again = cli("arena", "--judge", "better.yaml", "x.jsonl", "y.jsonl", *words)
    assert again.out == done.out
    assert len((files / "new.jsonl").read_text().splitlines()) == 4
    for words, said in (
        (["x.jsonl", "--replies", "r.jsonl"], "name it with --judge"),
        (["x.jsonl", "--max-requests", "1"], "name it with --judge"),
        (["x.jsonl", "--judge", "better.yaml"], "give its replies"),
        (["x.csv", "--judge", "better.yaml", "--replies", "r.jsonl"], "JSONL files of records"),
    ):
        done = cli("arena", *words)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert said in done.err
