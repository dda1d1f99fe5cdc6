"""Prompt files of `generate`: what a model is asked about each record, as a YAML file."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from sacreval.asking.openai_body import check_params
from sacreval.asking.requests import Message
from sacreval.asking.templates import Template
from sacreval.errors import InputError, UsageError, nearest, shortened
from sacreval.io.resources import shipped

_LINE = re.compile(r"`\$\.(?P<key>\w+)")


class _Strict(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Base class of the parts of a prompt file: unknown keys are errors."""


class Examples(_Strict, frozen=True, kw_only=True):
    """Few-shot examples: other records, written before the prompt.

    Args:
        file: A file of records; its path is relative to the prompt file.
        n: Number of examples of each prompt.
        seed: Seed; an instance has the same examples whatever else is in the run.
        messages: The messages of one example, for a prompt of messages.
        prompt: The text of one example, with what separates it from the next.
    """

    file: str
    n: int
    seed: int = 0
    messages: tuple[Message, ...] = ()
    prompt: str = ""


class Prompt(_Strict, frozen=True, kw_only=True):
    """A prompt file.

    Args:
        messages: The messages of a chat, with `{{JMESPath}}` over the fields of a record.
        prompt: The text to continue, in place of messages.
        about: One sentence.
        examples: Few-shot examples, or none.
        samples: Number of samples of each record, with seeds of their own; 1 writes a prediction.
        choices: The continuation that stands for a choice, such as `" {{text}}"`: the choices of
            records are then scored by log-probability after `prompt`, and nothing is generated.
        truncated: Whether replies that are cut at the limit of tokens are errors, or outputs.
        params: Parameters of requests, by the names of OpenAI's API.
    """

    messages: tuple[Message, ...] = ()
    prompt: str = ""
    about: str = ""
    examples: Examples | None = None
    samples: int = 1
    choices: str = ""
    truncated: Literal["error", "keep"] = "error"
    params: dict[str, Any] = {}

    @cached_property
    def templates(self) -> tuple[Template, ...]:
        """The templates of the messages, or of the prompt."""
        return _templates(self.messages, self.prompt, "the prompt")

    @cached_property
    def example_templates(self) -> tuple[Template, ...]:
        """The templates of one example; none without examples."""
        examples = self.examples
        return _templates(examples.messages, examples.prompt, "examples") if examples else ()

    @cached_property
    def continuation(self) -> Template:
        """The template of a choice."""
        return Template.parse(self.choices, "choices")


def _templates(messages: tuple[Message, ...], prompt: str, where: str) -> tuple[Template, ...]:
    if not messages:
        return (Template.parse(prompt, where),)
    return tuple(
        Template.parse(message.content, f"{where}, message {i}")
        for i, message in enumerate(messages, start=1)
    )


def prompt_path(word: str) -> str:
    """Return the prompt file that a word names."""
    if Path(word).suffix or "/" in word or Path(word).exists():
        return word
    known = shipped("prompts")
    if word not in known:
        raise UsageError(
            f"--prompt {shortened(word)}: there is no such file, and no prompt of that name; "
            f"{nearest(word, known)}"
        )
    return str(known[word])


def read_prompt(path: str) -> Prompt:
    """Read a prompt file."""
    from sacreval.io.formats.yaml_files import read

    data, node = read(path)
    try:
        prompt = msgspec.convert(data, Prompt)
        _check(prompt)
    except msgspec.ValidationError as error:
        raise InputError(f"{path}{_line(node, str(error))}: {_in_words(error)}") from None
    except UsageError as error:
        raise InputError(f"{path}: {error}") from None
    return prompt


def _check(prompt: Prompt) -> None:
    """Check that a prompt does not contradict itself, and that its templates can be read."""
    if problem := _problem(prompt):
        raise UsageError(problem)
    check_params(prompt.params)
    _ = prompt.example_templates, prompt.continuation
    if not (prompt.choices or any(template.fields for template in prompt.templates)):
        raise UsageError(
            "the prompt has no field of the record, so that all records would have one; add one, "
            "such as {{input}}"
        )


def _problem(prompt: Prompt) -> str:
    """Return what contradicts itself, or ""."""
    if bool(prompt.messages) == bool(prompt.prompt):
        return "a prompt file has either `messages` or `prompt`; write one of them"
    if prompt.samples < 1:
        return "`samples` is 1 or more; correct it"
    if prompt.samples > 1 and prompt.params.get("temperature") == 0:
        return "`samples` at temperature 0 are all the same; raise it, or ask for one"
    if prompt.choices and (prompt.messages or prompt.samples > 1 or prompt.params):
        return (
            "`choices` are scored after a `prompt`, without messages, samples or params; servers "
            "have no log-probabilities of given texts in chats"
        )
    return _problem_of_examples(prompt) if prompt.examples else ""


def _problem_of_examples(prompt: Prompt) -> str:
    examples = prompt.examples
    if examples is None or (examples.n >= 1 and examples.seed >= 0):
        kind = "messages" if prompt.messages else "prompt"
        if examples is None or (
            getattr(examples, kind) and not (examples.messages and examples.prompt)
        ):
            return ""
        return f"`examples` of a file with `{kind}` have `{kind}` too; write one example there"
    return "`examples` have an `n` of 1 or more and a `seed` of 0 or more; correct them"


def _line(node: Any, text: str) -> str:
    """Return the line of the key that an error names, as `:LINE`, or ""."""
    match = _LINE.search(text)
    if match is None or node is None or not isinstance(node.value, list):
        return ""
    lines = {
        key.value: key.start_mark.line + 1
        for key, _ in (pair for pair in node.value if isinstance(pair, tuple))
    }
    return f":{lines[match['key']]}" if match["key"] in lines else ""


def _in_words(error: msgspec.ValidationError) -> str:
    if unknown := re.search(r"unknown field `([^`]*)`", str(error)):
        inside = Examples if "$.examples" in str(error) else Prompt
        known = inside.__struct_fields__
        return f"there is no key '{shortened(unknown[1])}'; {nearest(unknown[1], known)}"
    from sacreval.core.options.type_errors import in_plain_words

    return f"{in_plain_words(error)}; see docs/generate.md"
