"""A causal model on this machine, with its tokenizer and chat template, replies to requests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from sacreval.asking.openai_logprobs import STRADDLED
from sacreval.asking.requests import Failure, Reply, Request, Usage
from sacreval.core.record_parts import TokenLogprob
from sacreval.errors import InputError, is_memory, one_line
from sacreval.models.causal import ChosenToken, Generated, Sampling, generate, log_likelihoods
from sacreval.models.loading import Device, DType, load_with_head
from sacreval.models.tokenization import limit

if TYPE_CHECKING:
    from sacreval.models.weights.weights import Checkpoint


USUAL = 512  # tokens of a reply, where the request states none
_Count = Annotated[int, Meta(ge=0)]
_Share = Annotated[float, Meta(ge=0, le=1)]


class SamplingParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters that a model on this machine knows; any other is refused.

    Args:
        temperature: 0 for the most probable token.
        top_p: Share of the probability from which tokens are drawn.
        max_tokens: Largest number of tokens of the reply.
        max_completion_tokens: Another name of `max_tokens`.
        stop: Texts before which the reply ends.
        seed: Seed of drawing, which counts by being part of the request's id.
        logprobs: Whether log-probabilities are asked; in completions the number of most probable
            tokens.
        top_logprobs: Number of most probable tokens.
    """

    temperature: Annotated[float, Meta(ge=0, le=100)] = 0.0
    top_p: _Share = 1.0
    max_tokens: _Count | None = None
    max_completion_tokens: _Count | None = None
    stop: str | list[str] | None = None
    seed: int | None = None
    logprobs: bool | _Count | None = None
    top_logprobs: _Count = 0

    def most(self) -> int:
        """Return the largest number of tokens of the reply."""
        stated = [x for x in (self.max_completion_tokens, self.max_tokens) if x is not None]
        return stated[0] if stated else USUAL

    def stops(self) -> tuple[str, ...]:
        """Return the texts before which the reply ends."""
        stops = [self.stop] if isinstance(self.stop, str) else self.stop or []
        return tuple(text for text in stops if text)

    def asks_logprobs(self) -> bool:
        """Return whether log-probabilities are asked."""
        return self.logprobs is not None and self.logprobs is not False

    def top(self) -> int:
        """Return the number of most probable tokens that are asked with each token."""
        if not self.asks_logprobs():
            return 0
        return self.top_logprobs if isinstance(self.logprobs, bool) else int(self.logprobs or 0)


def parameters(asked: Request) -> SamplingParameters | Failure:
    """Read the parameters of a request."""
    try:
        return msgspec.convert(asked.params, SamplingParameters)
    except msgspec.ValidationError as error:
        return Failure("refused", f"params: {one_line(error)}; change or remove it")


Made = Callable[..., Reply]  # called with the fields that all replies have


class LocalModel:
    """A model that replies to requests, each on its own.

    Args:
        found: The checkpoint.
        dtype: Type of weights and logits.
        device: Where the model runs.

    Raises:
        InputError: If a file of the model is damaged, or it has no tokenizer.
        UsageError: If the device is not available.
    """

    def __init__(self, checkpoint: Checkpoint, dtype: DType, device: Device) -> None:
        self.name = checkpoint.name
        self._model = load_with_head(checkpoint, "CausalLM", dtype, device)
        self._words = _tokenizer(checkpoint)
        self._limit = limit(checkpoint)
        self._ends = _ends(self._model, self._words)

    def reply(self, asked: Request) -> Made | Failure:
        """Return a function that makes the reply, or why there is none.

        Args:
            asked: The request.
        """
        read = parameters(asked)
        if isinstance(read, Failure):
            return read
        try:
            return (
                self._scored(asked)
                if asked.kind == "loglikelihood"
                else self._generated(asked, read)
            )
        except Exception as error:
            if is_memory(error):
                return Failure("context", "the memory does not hold the prompt; shorten it")
            raise

    def _generated(self, asked: Request, read: SamplingParameters) -> Made | Failure:
        """Generate a reply to a chat, or the continuation of a prompt."""
        ids = self._chat(asked) if asked.kind == "chat" else self._ids(asked.prompt)
        if isinstance(ids, Failure):
            return ids
        if why := self._too_long(len(ids) + 1):
            return why
        if not ids:
            return Failure("refused", "the prompt has no tokens; give one")
        room = self._limit - len(ids) if self._limit else read.most()
        how = Sampling(
            most=min(read.most(), room),
            ends=self._ends,
            stop=read.stops(),
            temperature=read.temperature,
            top_p=read.top_p,
            seed=_seed(asked),
            top=read.top(),
        )
        done = generate(self._model, ids, how, self._text)
        logprobs = self._logprobs(done) if read.asks_logprobs() else None
        return partial(
            Reply,
            text=done.text,
            finish_reason="stop" if done.stopped else "length",
            logprobs=logprobs,
            usage=Usage(prompt=len(ids), reply=len(done.steps)),
        )

    def _scored(self, asked: Request) -> Made | Failure:
        """Sum the log-probabilities of the tokens of a continuation.

        The first token of all has none where the tokenizer puts nothing before it; it is left out.
        """
        before, whole = self._ids(asked.prompt), self._ids(asked.prompt + asked.continuation)
        if whole[: len(before)] != before:
            return Failure("other", STRADDLED)
        if why := self._too_long(len(whole)):
            return why
        logs = log_likelihoods(self._model, whole) if len(whole) > 1 else []
        continued = logs[max(0, len(before) - 1) :] if len(whole) > len(before) else []
        usage = Usage(prompt=len(whole))
        return partial(Reply, text="", logprob=sum(continued), n_tokens=len(continued), usage=usage)

    def _chat(self, asked: Request) -> list[int] | Failure:
        """Return the ids of a chat by the tokenizer's template."""
        if not getattr(self._words, "chat_template", None):
            return Failure(
                "refused", f"{self.name} has no chat template; ask for completions (`prompt`)"
            )
        messages = [{"role": m.role, "content": m.content} for m in asked.messages]
        try:
            text = self._words.apply_chat_template(
                messages, tokenize=False, add_generation_prompt=True
            )
        except Exception as error:  # noqa: BLE001 - the template is a program of the model's authors
            return Failure("refused", f"the chat template refuses the messages: {one_line(error)}")
        return self._ids(str(text), special=False)

    def _ids(self, text: str, *, special: bool = True) -> list[int]:
        ids: list[int] = self._words(text, add_special_tokens=special, verbose=False)["input_ids"]
        return ids

    def _text(self, ids: list[int]) -> str:
        return str(self._words.decode(ids, skip_special_tokens=True))

    def _logprobs(self, done: Generated) -> tuple[TokenLogprob, ...]:
        def named(step: ChosenToken) -> TokenLogprob:
            top: dict[str, float] = {}
            for i, value in step.top:
                top.setdefault(self._token(i), value)  # the most probable of tokens of equal text
            return TokenLogprob(self._token(step.token), step.logprob, top)

        return tuple(named(step) for step in done.steps)

    def _token(self, token: int) -> str:
        return str(self._words.decode([token]))

    def _too_long(self, tokens: int) -> Failure | None:
        if not self._limit or tokens <= self._limit:
            return None
        return Failure(
            "context", f"{tokens} tokens, and {self.name} reads {self._limit}; shorten it"
        )


def _seed(asked: Request) -> int:
    """Return a seed that follows from all that the model sees and the number of repetition."""
    return int.from_bytes(blake2b(asked.id.encode(), digest_size=7).digest())


def _tokenizer(checkpoint: Checkpoint) -> Any:
    from transformers import AutoTokenizer

    try:
        return AutoTokenizer.from_pretrained(
            str(checkpoint.folder), local_files_only=True, trust_remote_code=False
        )
    except Exception as error:
        raise InputError(
            f"{checkpoint.folder}: no tokenizer that can be read ({one_line(error)}); copy all "
            "files of the model there"
        ) from error


def _ends(model: Any, words: Any) -> frozenset[int]:
    """Return the ids after which nothing follows, by the model's and the tokenizer's files."""
    sources = (model.config, getattr(model, "generation_config", None), words)
    stated = [getattr(source, "eos_token_id", None) for source in sources]
    lists = [ids if isinstance(ids, list) else [ids] for ids in stated]
    return frozenset(end for some in lists for end in some if isinstance(end, int))
