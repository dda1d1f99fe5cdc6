"""Requests of `generate`: what a model is asked about each record, with few-shot examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sacreval.asking.requests import Message, Place, Request, request
from sacreval.asking.templates import Template
from sacreval.core.private_records import check_not_private
from sacreval.core.records import Batch, Instance, by_id, named
from sacreval.errors import InputError
from sacreval.features.generate.prompt_files import Examples, Prompt
from sacreval.scoring.inputs.source import Source
from sacreval.stats.draws import generator


class Pool(Struct, frozen=True):
    """The records that examples are drawn from.

    Args:
        records: The records, sorted by instance id.
        examples: How many are drawn, and by which seed.
        path: Their file, for messages.
    """

    records: Sequence[Instance]
    examples: Examples
    path: str

    @classmethod
    def read(cls, examples: Examples, prompt: str) -> Pool:
        """Read the file of examples.

        Args:
            examples: The examples of a prompt file.
            prompt: The path of the prompt file.

        Raises:
            InputError: If the file is missing or wrong, or two of its records have one id.
        """
        path = str(Path(prompt).parent / examples.file)
        records: dict[str, Instance] = {}
        for batch in Source((path,)).batches():
            check_not_private(batch)
            for record in named([batch]):
                if records.setdefault(str(record.instance_id), record) is not record:
                    raise InputError(
                        f"{path}: instance '{record.instance_id}' is there twice; keep one of them"
                    )
        order = by_id(list(records))
        return cls([records[name] for name in sorted(records, key=order)], examples, path)

    def drawn(self, instance: Instance, name: str) -> list[Instance]:
        """Draw the examples of a record.

        Records with its id or with its input and sources are left out. Draws depend on the seed and
        the id alone, so that the variants of a record have the examples of the original.

        Args:
            instance: The record.
            name: Its instance id.

        Raises:
            InputError: If there are too few other records.
        """
        shots = list(self._others(instance, name))[: self.examples.n]
        if len(shots) < self.examples.n:
            raise InputError(
                f"{self.path}: there are {len(shots)} records beside instance '{name}', and "
                f"`examples` draws {self.examples.n}; give more, or draw fewer"
            )
        return shots

    def _others(self, instance: Instance, name: str) -> Iterator[Instance]:
        rng = generator(self.examples.seed, name, 0)
        for i in rng.permutation(len(self.records)).tolist():
            record = self.records[i]
            if str(record.instance_id) != name and not _same(record, instance):
                yield record


def _same(record: Instance, other: Instance) -> bool:
    """Return whether two records ask the same."""
    return (record.input, record.sources) == (other.input, other.sources) != (None, None)


def values_of(instance: Instance) -> dict[str, Any]:
    """Return the fields of a record by name, for templates."""
    values: dict[str, Any] = msgspec.to_builtins(instance)
    return values


SEED = "seed"


class RecordRequests(Struct, frozen=True):
    """A record and the requests about it.

    Args:
        instance: The record, with its id.
        requests: One for each sample, or for each choice.
        texts: The texts of its choices; none where a text is generated.
    """

    instance: Instance
    requests: Sequence[Request]
    texts: Sequence[str] = ()


def asked(batches: Iterable[Batch], prompt: Prompt, pool: Pool | None) -> Iterator[RecordRequests]:
    """Yield records with the requests about them.

    Args:
        batches: The records of a data set.
        prompt: What is asked.
        pool: The few-shot examples; None without any.

    Raises:
        InputError: If a record lacks what the prompt names, has an output already, or must not
            leave this machine.
    """
    import msgspec

    for batch in batches:
        check_not_private(batch)
        for i, (instance, name) in enumerate(zip(batch, batch.instance_ids, strict=True)):
            try:
                _check(instance, prompt)
                record = msgspec.structs.replace(instance, instance_id=name)
                yield _asked(record, name, prompt, pool)
            except InputError as error:
                raise InputError(f"{batch.where(i)}: {error}") from None


def _check(instance: Instance, prompt: Prompt) -> None:
    there = ("prediction", "predictions", "samples")
    if output := next((name for name in there if getattr(instance, name) is not None), None):
        raise InputError(
            f"the record has a `{output}` already; give the data set without outputs, or the "
            "scores of people and the outputs would not belong together"
        )
    if prompt.choices and not instance.choices:
        raise InputError("the record has no `choices`, which the prompt scores; add them")


def _asked(instance: Instance, name: str, prompt: Prompt, pool: Pool | None) -> RecordRequests:
    values = values_of(instance)
    shots = [values_of(example) for example in pool.drawn(instance, name)] if pool else []
    place = (Place(instance_id=name, variant=_variant(instance)),)
    if prompt.choices:
        texts = [_text(choice) for choice in instance.choices or ()]
        before = _completion(prompt, values, shots)
        return RecordRequests(
            instance, [_likelihood(prompt, before, x, place) for x in texts], texts
        )
    return RecordRequests(
        instance,
        [
            request(
                kind="chat" if prompt.messages else "completion",
                messages=_chat(prompt, values, shots) if prompt.messages else (),
                prompt="" if prompt.messages else _completion(prompt, values, shots),
                params=_params(prompt, k),
                repeat=k,
                places=place,
            )
            for k in range(prompt.samples)
        ],
    )


def _variant(instance: Instance) -> str:
    return str((instance.groups or {}).get("variant", ""))


def _likelihood(prompt: Prompt, before: str, text: str, place: tuple[Place, ...]) -> Request:
    return request(
        kind="loglikelihood",
        prompt=before,
        continuation=prompt.continuation.render({"text": text}),
        places=place,
    )


def _completion(
    prompt: Prompt, values: Mapping[str, Any], shots: Sequence[Mapping[str, Any]]
) -> str:
    examples = [template.render(shot) for shot in shots for template in prompt.example_templates]
    return "".join([*examples, *(template.render(values) for template in prompt.templates)])


def _chat(
    prompt: Prompt, values: Mapping[str, Any], shots: Sequence[Mapping[str, Any]]
) -> tuple[Message, ...]:
    """Return the messages: those of the system, the examples, then the others."""
    messages = _messages(prompt.messages, prompt.templates, values)
    start = next((i for i, m in enumerate(messages) if m.role != "system"), len(messages))
    examples = prompt.examples.messages if prompt.examples else ()
    between = [x for shot in shots for x in _messages(examples, prompt.example_templates, shot)]
    return (*messages[:start], *between, *messages[start:])


def _messages(
    messages: Sequence[Message], templates: Sequence[Template], values: Mapping[str, Any]
) -> list[Message]:
    pairs = zip(messages, templates, strict=True)
    return [Message(message.role, template.render(values)) for message, template in pairs]


def _params(prompt: Prompt, k: int) -> dict[str, Any]:
    """Return the parameters of the k-th sample, whose seed is its own."""
    seed = prompt.params.get(SEED)
    return prompt.params | ({SEED: seed + k} if isinstance(seed, int) else {})


def _text(choice: Any) -> str:
    text = choice.get("text") if isinstance(choice, dict) else choice
    if not isinstance(text, str) or not text:
        raise InputError("a choice has no text; write texts, or objects with `text`")
    return text
