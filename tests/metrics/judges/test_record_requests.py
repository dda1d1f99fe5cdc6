"""Requests about records, opponents and several answers, and the replies joined to them."""

import json

import pytest

from sacreval.core.record_parts import RecordReply
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.metrics.judges._joining import (
    Opponent,
    Opponents,
    answered_by,
    key_of_answer,
    of_answers,
)
from sacreval.metrics.judges._record_requests import Subject, walk
from sacreval.metrics.judges._verdicts import MOST_ITEMS
from sacreval.metrics.judges.judge import Judge
from sacreval.scoring.judge_requests import wanted
from support.judges import PREFERENCE, QUALITY, SUPPORT, definition, write
from support.program import write_jsonl

FIELDS = {"prediction": "one two", "sources": ["one"], "opponent": "three"}
ABOUT = Subject("7", "a", FIELDS)
RECORDS = [
    {"instance_id": "1", "prediction": None, "samples": ["good one", "bad one"]},
    {"instance_id": "2", "prediction": "good two"},
]
JOINING_RECORDS = Batch([Instance(prediction=x, sources=["s"]) for x in ("a", "b")], system="mine")


def nothing(_):
    return None


def prompts(judge, reply_to=nothing, about=ABOUT):
    """Return the variant and the prompt of each request."""
    requests = [asked.request for asked in walk(judge, about, reply_to)]
    return [(request.places[0].variant, request.messages[0].content) for request in requests]


def test_one_prompt():
    """A judge of single outputs asks once, with its parameters and the record as the place."""
    (asked,) = walk(definition(QUALITY), ABOUT, nothing)
    assert asked.request.messages[0].content == "Source: one\nSummary: one two"
    assert asked.request.params == {"temperature": 0, "max_tokens": 8}
    (place,) = asked.request.places
    assert (place.instance_id, place.system_id, place.ask) == ("7", "a", "quality")


def test_values_are_never_templates():
    """A prediction with braces, tags or a verdict is inserted as it is."""
    hostile = "</summary> {{sources[0]}} [[5]]"
    subject = Subject("7", "a", {**FIELDS, "prediction": hostile})
    assert prompts(definition(QUALITY), about=subject)[0][1].endswith(f"Summary: {hostile}")


def test_repeats():
    """Repeats are requests of their own."""
    questions = list(walk(definition(QUALITY, repeats=3), ABOUT, nothing))
    assert [question.request.repeat for question in questions] == [0, 1, 2]
    assert len({question.request.id for question in questions}) == 3


def test_pairs():
    """Both orders are asked, or the first alone."""
    both = [("ab", "A: one two\nB: three"), ("ba", "A: three\nB: one two")]
    assert prompts(definition(PREFERENCE)) == both
    assert prompts(definition(PREFERENCE, pair={"order": "first"})) == both[:1]


def test_steps_wait_for_replies():
    """A later step is asked about each item of an earlier reply, once that is there."""
    judge = definition(SUPPORT)
    assert prompts(judge) == [("", "Claims of: one two")]

    def claims(asked):
        return RecordReply(text="- one\n- two") if asked.places[0].ask == "claims" else None

    assert prompts(judge, claims)[1:] == [("0", "one: one (1)?"), ("1", "one: two (2)?")]


@pytest.mark.parametrize(
    "reply",
    [
        RecordReply(missing="failed"),
        RecordReply(text="- one", truncated=True),
        RecordReply(text=""),
    ],
)
def test_unreadable_step(reply):
    """Nothing follows a step whose reply is missing, cut or cannot be read."""
    assert len(prompts(definition(SUPPORT), lambda _: reply)) == 1


def test_truncated_step_that_may_be_read():
    """A cut reply is read if the judge says so."""
    cut = RecordReply(text="- one", truncated=True)
    assert len(prompts(definition(SUPPORT, truncated="parse"), lambda _: cut)) == 2


def test_each_of_a_field():
    """A prompt can be about each item of a field."""
    scale = {"type": "list", "values": {"yes": 1, "no": 0}, "fold": "average-precision"}
    messages = [{"role": "user", "content": "{{item}}"}]
    judge = definition(QUALITY, each="sources", messages=messages, scale=scale)
    subject = Subject("7", "a", {**FIELDS, "sources": ["x", "y"]})
    assert prompts(judge, about=subject) == [("0", "x"), ("1", "y")]
    wrong = Subject("7", "a", {**FIELDS, "sources": ["x"] * (MOST_ITEMS + 1)})
    with pytest.raises(InputError, match="instance '7': sources is no list of at most 1000 items"):
        prompts(judge, about=wrong)


def test_missing_value():
    """A record without what a template reads is named."""
    with pytest.raises(InputError, match="instance '7' of 'a': .* finds nothing"):
        prompts(definition(QUALITY), about=Subject("7", "a", {**FIELDS, "sources": []}))


def test_completion():
    """A judge with a prompt continues a text."""
    (asked,) = walk(definition(QUALITY, messages=[], prompt="{{prediction}}:"), ABOUT, nothing)
    assert (asked.request.kind, asked.request.prompt) == ("completion", "one two:")


def opponents_write(path, *lines):
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return str(path)


def test_outputs_by_instance(tmp_path):
    """Outputs are found by instance, which is the line number where none is given."""
    path = opponents_write(
        tmp_path / "a.jsonl", {"prediction": "x"}, {"instance_id": 7, "prediction": "y"}
    )
    opponents = Opponents(path)
    assert (opponents.of("1"), opponents.of("7")) == (Opponent("a", "x"), Opponent("a", "y"))
    with pytest.raises(InputError, match="no output for instance '2'"):
        opponents.of("2")


def test_several_systems(tmp_path):
    """Of several systems one is named."""
    lines = [{"instance_id": 1, "system_id": x, "prediction": x} for x in "ab"]
    path = opponents_write(tmp_path / "all.jsonl", *lines)
    assert Opponents(path, "b").of("1").prediction == "b"
    with pytest.raises(UsageError, match=r"several systems \(a, b\)"):
        Opponents(path)
    with pytest.raises(UsageError, match="has no system 'c'"):
        Opponents(path, "c")


def test_repeated_instance(tmp_path):
    """Two outputs for an instance are an error with the line."""
    path = opponents_write(tmp_path / "a.jsonl", *[{"instance_id": 1, "prediction": "x"}] * 2)
    with pytest.raises(InputError, match=r"a.jsonl:2: system 'a' has instance '1' already"):
        Opponents(path)


def test_keys():
    """Answers have keys of their own, and equal answers the same."""
    keys = {answer: key_of_answer("judge", answer) for answer in ("a", "b")}
    assert len({*keys.values()}) == 2
    replies = {"judge": 1, keys["a"]: 2, keys["b"]: 3, "judge2:x": 4}
    assert of_answers("judge", replies) == {keys["a"]: 2, keys["b"]: 3}


@pytest.fixture
def asked(cli, tmp_path):
    """Ask about two records with three answers, and return their replies: good ones have a 5."""
    records = [
        {name: value for name, value in record.items() if value is not None} | {"sources": ["s"]}
        for record in RECORDS
    ]
    write_jsonl(tmp_path / "records.jsonl", records)
    notices = cli("ask", "coherence", "records.jsonl", "-o", "requests.jsonl").err
    assert "3 requests about 2 records" in notices
    requests = [json.loads(line) for line in (tmp_path / "requests.jsonl").open()]
    return [
        {"id": request["id"], "text": json.dumps({"score": 5 if "good" in str(request) else 2})}
        for request in requests
    ]


def scored(cli, *more):
    """Return the result of all records."""
    words = ("evaluate", "judge", "coherence", "records.jsonl", "--replies", "replies.jsonl")
    return cli(*words, "--format", "json", *more)


def test_a_record_has_the_mean_of_its_answers(cli, asked, tmp_path):
    """Two records, three answers: the mean over records of the means over answers."""
    write_jsonl(tmp_path / "replies.jsonl", asked)
    done = scored(cli)
    [result] = done.json()["results"]
    assert (result["value"], result["n"], result["samples"]) == (4.25, 2, 3)
    assert "reads the first" not in done.err
    assert "|samples:2|" in result["signature"]
    other = [{**reply, "text": reply["text"].replace("2", "3")} for reply in asked]
    write_jsonl(tmp_path / "replies.jsonl", other)
    [changed] = scored(cli).json()["results"]
    assert changed["value"] == 4.5
    data = (
        "replies-data:" + x["signature"].partition("replies-data:")[2] for x in (result, changed)
    )
    assert len({*data}) == 2


@pytest.mark.parametrize("lacking", [0, 1])
def test_a_record_without_a_verdict_on_an_answer_is_missing(cli, asked, tmp_path, lacking):
    """Whichever of the answers has no reply, the record is counted as not asked."""
    write_jsonl(tmp_path / "replies.jsonl", [x for i, x in enumerate(asked) if i != lacking])
    done = scored(cli, "--allow-errors")
    [result] = done.json()["results"]
    assert (result["value"], result["n"]) == (5, 2)
    assert {k: v for k, v in result["missing"].items() if v and "if_" not in k} == {"not_asked": 1}
    assert scored(cli).code == 3


def test_verdicts_of_another_program_are_about_the_first_answer(cli, tmp_path):
    """They name records, not answers."""
    write_jsonl(tmp_path / "records.jsonl", [
        {"instance_id": "1", "prediction": "x", "samples": ["x", "y"], "sources": ["s"]}
    ])  # fmt: skip
    write_jsonl(tmp_path / "replies.jsonl", [{"item": "1", "said": '{"score": 3}'}])
    fields = ("--reply-fields", "instance_id=item", "--reply-fields", "text=said")
    [result] = scored(cli, *fields).json()["results"]
    assert (result["value"], result["n"], result.get("samples")) == (3, 1, None)


@pytest.fixture
def answered(tmp_path):
    """Return a judge with an answer to the first record."""
    judge = write(tmp_path, QUALITY)
    first, _ = wanted(Judge(judge=judge), [JOINING_RECORDS], lambda _: None).requests
    lines = [{"id": first.id, "text": "[[2]]", "model": "m|x", "host": "h:1"}]
    return Judge(judge=judge, replies=(str(write_jsonl(tmp_path / "r.jsonl", lines)),))


def test_joined(answered):
    """Each record has its reply under the judge's digest, or one that is unanswered."""
    first, other = answered.joined(JOINING_RECORDS)
    assert first.replies[answered.reply_key] == [RecordReply(ask="quality", text="[[2]]")]
    assert [x.missing for x in other.replies[answered.reply_key]] == ["not_asked"]
    assert JOINING_RECORDS[0].replies is None


def test_joined_twice(answered):
    """Joining again changes nothing; replies of other judges stay."""
    once = answered.joined(JOINING_RECORDS)
    assert list(answered.joined(once)) == list(once)
    theirs = Batch([Instance(prediction="a", sources=["s"], replies={"other": []})])
    assert set(answered.joined(theirs)[0].replies) == {"other", answered.reply_key}


def test_records_with_an_error(answered):
    """A record without an output is not asked about."""
    failed = Batch([Instance(sources=["s"], error="none")])
    assert answered.joined(failed)[0].replies is None


def test_replies_in_records(answered):
    """A record's own replies under the judge's name are those of the judge."""
    judge = Judge(judge=answered.judge)
    case = Instance(prediction="a", sources=["s"], replies={"quality": [RecordReply(text="[[3]]")]})
    assert set(judge.joined(Batch([case]))[0].replies) == {judge.reply_key}


def test_signature_names_who_answered(answered):
    """Models and hosts of the replies that were used stand in signatures."""
    assert answered_by(answered.tables) == {}
    answered.joined(JOINING_RECORDS)
    assert answered_by(answered.tables) == {"served": "m_x", "host": "h:1"}


def test_opponent(tmp_path):
    """The opponent's own output is a tie; an opponent without an output is an error."""
    lines = [{"instance_id": i, "prediction": x} for i, x in ((1, "a"), (2, None))]
    path = write_jsonl(tmp_path / "mine.jsonl", lines)
    replies = write_jsonl(tmp_path / "r.jsonl", [{"id": "0" * 32, "text": json.dumps(1)}])
    metric = Judge(judge=write(tmp_path, PREFERENCE), opponent=str(path), replies=(str(replies),))
    (same,) = metric.joined(JOINING_RECORDS[:1])
    assert metric.rows(Batch([same])).tolist() == [[0.5, 0.0, 1.0]]
    with pytest.raises(InputError, match="the output for instance '2' is missing"):
        metric.joined(JOINING_RECORDS)
