"""Prompt files: strict keys, one kind of prompt, templates that are checked when read."""

import pytest

from sacreval.errors import InputError, UsageError
from sacreval.features.generate.prompt_files import prompt_path, read_prompt, shipped


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
    found = read("prompt: '{{input}}'\nparams: {max_tokens: 5}\nsamples: 2\n")
    assert found.templates[0].fields == ("input",)
    assert (found.params, found.samples, found.truncated) == ({"max_tokens": 5}, 2, "error")
    found = read("messages: [{role: user, content: '{{sources[0]}}'}]\n")
    assert found.templates[0].render({"sources": ["x"]}) == "x"


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
    assert all(read_prompt(str(path)).about for path in shipped().values())
    assert prompt_path("short-answer") == str(shipped()["short-answer"])
    assert prompt_path("gone.yaml") == "gone.yaml"  # whose absence is reported when it is read
    with pytest.raises(UsageError, match="no prompt of that name; did you mean 'short-answer'"):
        prompt_path("short-answr")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "short-answer").write_text("prompt: '{{input}}'")
    assert prompt_path("short-answer") == "short-answer"
