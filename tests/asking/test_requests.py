"""Requests: their ids and files, and the templates that they are written from."""

import gzip
import json

import pytest

from sacreval.asking import request_file
from sacreval.asking.request_file import (
    batch_lines,
    read_requests,
    request_line,
    write_batch,
    write_requests,
)
from sacreval.asking.requests import Message, Place, id_of, request
from sacreval.asking.templates import Template
from sacreval.errors import InputError, UsageError
from support.asking import chats
from support.program import write_jsonl

ASKED = {"messages": (Message("user", "x"),), "params": {"temperature": 0, "seed": 1}}


def test_id_does_not_depend_on_places():
    """Equal prompts have equal ids, whatever records they are about, and in any order of keys."""
    first = request(**ASKED, places=(Place(instance_id="1"),))
    other = {**ASKED, "params": {"seed": 1, "temperature": 0}}
    assert first.id == request(**other, places=(Place(instance_id="2"),)).id
    assert len(first.id) == 32
    assert id_of(first) == first.id


@pytest.mark.parametrize(
    "change",
    [
        {"messages": (Message("system", "x"),)},
        {"messages": (Message("user", "y"),)},
        {"params": {"temperature": 0}},
        {"repeat": 1},
        {"kind": "completion"},
        {"prompt": "x"},
        {"continuation": "x"},
    ],
)
def test_id_depends_on_all_that_the_model_sees(change):
    """Another prompt, role, kind, parameter or repetition has another id."""
    assert request(**{**ASKED, **change}).id != request(**ASKED).id


PLACE = Place(instance_id="1", system_id="a", ask="j", variant="ab")

ALL = [
    *chats(2, temperature=0.5, stop=["\n"]),
    request(kind="completion", prompt="Ünïcode\u2028", places=(PLACE,)),
    request(kind="loglikelihood", prompt="", continuation=" b", repeat=3),
]


@pytest.mark.parametrize("name", ["r.jsonl", "r.jsonl.gz"])
def test_round_trip(tmp_path, name):
    """Requests of all kinds are read as they were written, also compressed."""
    path = tmp_path / "r.jsonl"
    assert write_requests(ALL, path) == 4
    if name.endswith(".gz"):
        (tmp_path / name).write_bytes(gzip.compress(path.read_bytes()))
    assert list(read_requests(str(tmp_path / name))) == ALL


def test_places_are_named_for():
    """The places of a request are the field `for`, and empty fields are left out."""
    line = request_line(ALL[2])
    assert b'"for":[{"instance_id":"1","system_id":"a","ask":"j","variant":"ab"}]' in line
    assert b"messages" not in line


def problem(tmp_path, *records):
    path = write_jsonl(tmp_path / "r.jsonl", records)
    with pytest.raises(InputError) as raised:
        list(read_requests(str(path)))
    return str(raised.value).removeprefix(f"{path}:")


def test_repeated_id(tmp_path):
    """A request that is there twice is an error with the second line."""
    path = tmp_path / "r.jsonl"
    path.write_bytes(request_line(ALL[0]) * 2)
    with pytest.raises(InputError, match=rf":2: the id {ALL[0].id} is repeated; keep one"):
        list(read_requests(str(path)))


def test_wrong_id(tmp_path):
    """An id that is not the hash of the fields is an error that names the right one."""
    text = request_line(ALL[0]).replace(b"question 0", b"question 9")
    path = tmp_path / "r.jsonl"
    path.write_bytes(text)
    right = chats(10, temperature=0.5, stop=["\n"])[9].id
    with pytest.raises(InputError, match=f":1: the id '{ALL[0].id}' is not .* which is {right}"):
        list(read_requests(str(path)))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "1: `messages` is missing or empty"),
        ({"kind": "completion"}, "1: `prompt` is missing or empty"),
        ({"kind": "loglikelihood", "prompt": "a"}, "1: `continuation` is missing or empty"),
        ({"kind": "completion", "prompt": "a", "continuation": "b"}, "has no `continuation`"),
        ({"kind": "chat", "prompt": "a"}, "has no `prompt`; remove it"),
    ],
)
def test_fields_of_another_kind(tmp_path, fields, words):
    """The fields of a request fit its kind."""
    assert words in problem(tmp_path, {"id": "a"} | fields)


HELLO = Message("user", "Hello")

REQUEST_FILE_ASKED = request(
    messages=(Message("system", "Be brief."), HELLO),
    params={"max_tokens": 5, "temperature": 0, "stop": "\n"},
)


def lines(*asked, form, model="m"):
    """Write requests, and decode the lines."""
    return [json.loads(x) for x in batch_lines(asked, form=form, model=model)]


def test_openai():
    """A line has the id, the method, the path and the body."""
    (line,) = lines(REQUEST_FILE_ASKED, form="openai-batch")
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}]
    assert line == {
        "custom_id": REQUEST_FILE_ASKED.id,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": "m", "messages": messages} | REQUEST_FILE_ASKED.params,
    }
    (line,) = lines(request(kind="completion", prompt="a"), form="openai-batch")
    assert line["url"] == "/v1/completions"


def test_anthropic():
    """The messages of the system are a field, and the parameters have Anthropic's names."""
    (line,) = lines(REQUEST_FILE_ASKED, form="anthropic-batch")
    assert line == {
        "custom_id": REQUEST_FILE_ASKED.id,
        "params": {
            "model": "m", "max_tokens": 5, "temperature": 0, "stop_sequences": ["\n"],
            "system": "Be brief.", "messages": [{"role": "user", "content": "Hello"}],
        },
    }  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (request(kind="completion", prompt="a"), "chats only"),
        (request(messages=(HELLO,)), "`max_tokens` is needed"),
        (request(messages=(HELLO,), params={"seed": 1, "max_tokens": 1}), "no parameter 'seed'"),
        (
            request(messages=(HELLO, REQUEST_FILE_ASKED.messages[0]), params={"max_tokens": 1}),
            "before all",
        ),
        (
            request(messages=REQUEST_FILE_ASKED.messages[:1], params={"max_tokens": 1}),
            "at least one",
        ),
    ],
)
def test_what_anthropic_has_not(asked, words):
    """What Anthropic's format cannot hold is refused by name, not left out."""
    with pytest.raises(UsageError, match=words):
        lines(asked, form="anthropic-batch")


def test_limits(monkeypatch):
    """A batch that is larger than Anthropic takes is refused."""
    monkeypatch.setattr(request_file, "_ANTHROPIC", request_file._Limits(2, 256))
    assert len(lines(*chats(2), form="anthropic-batch")) == 2
    with pytest.raises(UsageError, match="at most 2 requests and 256 MB"):
        lines(*chats(3), form="anthropic-batch")


def test_one_path():
    """A file with chats and completions is refused: a batch goes to one path."""
    with pytest.raises(UsageError, match="write chats and completions to separate files"):
        lines(REQUEST_FILE_ASKED, request(kind="completion", prompt="a"), form="openai-batch")


def test_model():
    """The model is named in each line, so it must be known."""
    with pytest.raises(UsageError, match="give --model NAME"):
        lines(REQUEST_FILE_ASKED, form="openai-batch", model=" ")


def test_file(tmp_path):
    """Nothing remains of a batch file that cannot be written in full."""
    path = tmp_path / "b.jsonl"
    assert write_batch(chats(3), path, form="openai-batch", model="m") == 3
    assert path.read_bytes().count(b"\n") == 3
    path.unlink()
    with pytest.raises(UsageError):
        write_batch([*chats(1), request(kind="completion", prompt="a")], path,
                    form="anthropic-batch", model="m")  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def rendered(text: str, **values: object) -> str:
    return Template.parse(text, "p.yaml").render(values)


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("plain", {}, "plain"),
        ("", {}, ""),
        ("Q: {{input}}\nA:", {"input": "why"}, "Q: why\nA:"),
        ("{{ sources[0] }}|{{sources[1]}}", {"sources": ["a", "b"]}, "a|b"),
        ("{{meta.year}}", {"meta": {"year": 2026}}, "2026"),
        ("{{meta}}", {"meta": {"b": True, "a": "é"}}, '{"a":"é","b":true}'),
        ("{{join(', ', references)}}", {"references": ["a", "b"]}, "a, b"),
        ("{{'{{'}}input}}", {}, "{{input}}"),
        ("{{{a: input}}}", {"input": "x"}, '{"a":"x"}'),
        ("{a} } {{input}}", {"input": ""}, "{a} } "),
        (r"{{'it\'s }}'}}", {}, "it's }}"),
    ],
)
def test_each_expression_is_replaced_by_what_it_finds(text, values, expected):
    """Texts are inserted as they are, other values as JSON; quotes may contain braces."""
    assert rendered(text, **values) == expected


def test_values_are_never_templates():
    """A value with braces is inserted as it is."""
    assert rendered("{{prediction}}", prediction="{{input}}", input="no") == "{{input}}"


@pytest.mark.parametrize("values", [{}, {"input": None}])
def test_a_missing_value_is_an_error(values):
    """The error names the expression and the template."""
    with pytest.raises(InputError, match=r"\{\{input\}\} of p\.yaml finds nothing"):
        rendered("{{input}}", **values)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{{input", "not closed"),
        ("{{ }}", "is empty"),
        ("{{a b}}", "not a JMESPath expression"),
        ("{{'a}}", "not closed"),
        ("{{nothing(a)}}", "no function"),
    ],
)
def test_wrong_templates_are_refused_when_read(text, why):
    """The error names where the template stands."""
    with pytest.raises(UsageError, match=f"^p.yaml: .*{why}"):
        Template.parse(text, "p.yaml")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("none", ()),
        ("{{b}}{{a}}{{b}}", ("b", "a")),
        ("{{sources[0].text}}", ("sources",)),
        ("{{meta.a || input}}", ("meta", "input")),
        ("{{samples[?x == `1`].y | [0]}}", ("samples",)),
        ("{{@.input}}", ("input",)),
        ("{{join(', ', references)}} {{{k: gold}}}", ("references", "gold")),
        ("{{sort_by(choices, &p)[0]}}", ("choices",)),
    ],
)
def test_fields_are_those_of_the_record(text, names):
    """Names inside of values are not fields."""
    assert Template.parse(text, "p.yaml").fields == names
