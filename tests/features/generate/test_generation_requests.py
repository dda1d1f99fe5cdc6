"""Requests of `generate`, and the prompt files that they are written from."""

import pytest

from sacreval.asking.requests import Message, Place
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.features.generate.generation_requests import Pool, asked
from sacreval.features.generate.prompt_files import Examples, Prompt, prompt_path, read_prompt
from sacreval.io.resources import shipped
from support.variant_outputs import write


def requests(prompt, **fields):
    (record,) = asked([Batch([Instance(instance_id="7", **fields)])], prompt, None)
    return record.requests


def test_a_chat():
    """Messages are rendered, and the place is the record with its variant."""
    prompt = Prompt(messages=(Message("user", "{{input}}?"),), params={"temperature": 0})
    (request,) = requests(prompt, input="why", groups={"variant": 2})
    assert request.messages == (Message("user", "why?"),)
    assert request.places == (Place(instance_id="7", variant="2"),)
    assert (request.kind, request.params, request.repeat) == ("chat", {"temperature": 0}, 0)


def test_samples_are_requests_with_their_own_seeds():
    """Without a seed, they differ by their number alone."""
    seeded = requests(Prompt(prompt="{{input}}", samples=2, params={"seed": 5}), input="a")
    assert [(request.repeat, request.params["seed"]) for request in seeded] == [(0, 5), (1, 6)]
    seeded = requests(Prompt(prompt="{{input}}", samples=2), input="a")
    assert len({request.id for request in seeded}) == 2


def test_choices_are_continuations():
    """Texts and objects with a text; others are an error with the place."""
    prompt = Prompt(prompt="Q", choices=" {{text}}")
    both = requests(prompt, choices=["a", {"text": "b"}])
    assert [(x.prompt, x.continuation) for x in both] == [("Q", " a"), ("Q", " b")]
    for wrong in ([1], [{"logprob": 1}], [""], []):
        with pytest.raises(InputError, match="^records:1: "):
            requests(prompt, choices=wrong)


@pytest.fixture
def pool(tmp_path):
    """Ten records, of which three are drawn."""
    lines = [{"instance_id": str(i), "input": f"q{i}"} for i in range(10)]
    write(tmp_path / "train.jsonl", lines)
    examples = Examples(file="train.jsonl", n=3, seed=1, prompt="{{input}}")
    return Pool.read(examples, str(tmp_path / "p.yaml"))


def test_neither_the_id_nor_the_input_of_the_record(pool):
    """A variant, which has other texts, has the examples of its original."""
    for i in range(10):
        drawn = pool.drawn(Instance(input=f"q{i}"), str(i))
        assert f"q{i}" not in [shot.input for shot in drawn]
        assert pool.drawn(Instance(input="perturbed"), str(i)) == drawn
        assert f"q{i}" not in [shot.input for shot in pool.drawn(Instance(input=f"q{i}"), f"x{i}")]


def test_other_instances_have_other_examples(pool):
    """Not all records see the same examples in the same order."""
    drawn = {tuple(x.input for x in pool.drawn(Instance(input="?"), f"i{i}")) for i in range(10)}
    assert len(drawn) > 5


def test_a_repeated_record_is_an_error(tmp_path):
    """Which of the two is meant is unknown."""
    write(tmp_path / "train.jsonl", [{"instance_id": "1", "input": x} for x in "ab"])
    with pytest.raises(InputError, match="instance '1' is there twice"):
        Pool.read(Examples(file="train.jsonl", n=1, prompt="a"), str(tmp_path / "p.yaml"))


@pytest.fixture
def read(tmp_path):
    """Reads a prompt file of some text."""

    def call(text):
        path = tmp_path / "p.yaml"
        path.write_text(text)
        return read_prompt(str(path))

    return call


def test_a_prompt_and_messages(read):
    """Both kinds, with their templates and parameters."""
    prompt = read("prompt: '{{input}}'\nparams: {max_tokens: 5}\nsamples: 2\n")
    assert prompt.templates[0].fields == ("input",)
    assert (prompt.params, prompt.samples, prompt.truncated) == ({"max_tokens": 5}, 2, "error")
    prompt = read("messages: [{role: user, content: '{{sources[0]}}'}]\n")
    assert prompt.templates[0].render({"sources": ["x"]}) == "x"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "must be an object, not null"),
        ("[]", "must be an object"),
        ("prompt: a\nmessages: [{role: user, content: a}]\n", "either `messages` or `prompt`"),
        ("about: nothing\n", "either `messages` or `prompt`"),
        ("prompt: a\nsample: 2\n", "no key 'sample'; did you mean 'samples'"),
        ("prompt: a\nsamples: x\n", "p.yaml:2: `samples` must be a whole number"),
        ("prompt: a\nsamples: 0\n", "1 or more"),
        ("prompt: a\nsamples: 2\nparams: {temperature: 0}\n", "all the same"),
        ("prompt: a\nchoices: ' {{text}}'\nsamples: 2\n", "`choices` are scored after a `prompt`"),
        ("prompt: '{{input'\n", "is not closed"),
        ("prompt: a\n", "the prompt has no field of the record"),
        ("prompt: '{{input}}'\nparams: {temprature: 0}\n", "did you mean 'temperature'"),
        ("prompt: a\nchoices: '{{text'\n", "is not closed"),
        ("messages: [{role: me, content: a}]\n", "'me'"),
        ("prompt: a\ntruncated: drop\n", "'drop'"),
        ("prompt: a\nexamples: {file: x, n: 0, prompt: a}\n", "an `n` of 1 or more"),
        ("prompt: a\nexamples: {file: x, n: 1}\n", "have `prompt` too"),
        ("prompt: a\nexamples: {file: x, n: 1, prompts: a}\n", "did you mean 'prompt'"),
        ("prompt: a\nexamples: {n: 1, prompt: a}\n", "file"),
        ("prompt: !!python/name:os.system\n", "p.yaml"),
    ],
)
def test_wrong_files_are_one_sentence(read, text, why):
    """The error names the file, and the line of the key where it is known."""
    with pytest.raises(InputError, match=why) as error:
        read(text)
    assert "p.yaml" in str(error.value)
    assert len(str(error.value)) < 500


def test_prompts_by_name(tmp_path, monkeypatch):
    """A name is a prompt that comes with sacreval, unless a file has it; each can be read."""
    assert all(read_prompt(str(path)).about for path in shipped("prompts").values())
    assert prompt_path("short-answer") == str(shipped("prompts")["short-answer"])
    assert prompt_path("gone.yaml") == "gone.yaml"  # whose absence is reported when it is read
    with pytest.raises(UsageError, match="no prompt of that name; did you mean 'short-answer'"):
        prompt_path("short-answr")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "short-answer").write_text("prompt: '{{input}}'")
    assert prompt_path("short-answer") == "short-answer"
