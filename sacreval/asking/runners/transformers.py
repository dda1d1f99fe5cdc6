"""Runner `transformers:MODEL`: a causal model on this machine, by the extra `neural`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from sacreval.asking.runners._base import Runner, runners
from sacreval.errors import SacrevalError

if TYPE_CHECKING:
    from sacreval.asking.requests import Reply, Request
    from sacreval.asking.runners._local_model import LocalModel
    from sacreval.models.weights.weights import Checkpoint

_TEMPLATES = ("chat_template.jinja", "generation_config.json")  # replies depend on them too


@runners.register("transformers")
@dataclass(frozen=True)
class Transformers(Runner):
    """A causal language model on this machine: a folder, or NAME@COMMIT in Hugging Face's cache.

    Nothing is downloaded, weights are safetensors only, and code of a model is never run. Chats are
    written by the chat template of its tokenizer. Without `temperature` the most probable token
    follows; drawn tokens depend on the request alone, its `seed` and number of repetition included.
    Without `max_tokens` a reply ends after 512 tokens. Requests are computed one by one, each by
    one thread, so that a reply does not depend on the other requests.

    Args:
        device: Where the model runs; replies may differ.
        dtype: Type of the model's numbers; replies may differ.
    """

    device: Literal["cpu", "cuda"] = "cpu"
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"

    def replies(self, requests: Iterable[Request]) -> Iterator[Reply]:
        """Compute replies one by one; see `Runner.replies`.

        Raises:
            UsageError: If the model is no folder, its weights are pickles, or the device is not
                available.
            InputError: If a file of the model is damaged.
        """
        from sacreval.asking.requests import Failure, Reply

        model = self._model
        for asked in requests:
            start = perf_counter()
            outcome = model.reply(asked)
            seconds = perf_counter() - start
            if isinstance(outcome, Failure):
                yield Reply(id=asked.id, model=model.name, seconds=seconds, error=outcome)
            else:
                yield outcome(id=asked.id, model=model.name, seconds=seconds)

    def identity(self) -> str:
        """Return the runner, the model, the beginning of its files' SHA-256, and the type."""
        try:
            checkpoint = self._checkpoint
        except SacrevalError:  # reported by `replies`
            return super().identity()
        digest = sha256(checkpoint.sha256.encode())
        for name in _TEMPLATES:
            if (checkpoint.folder / name).is_file():
                digest.update((checkpoint.folder / name).read_bytes())
        return f"{self.name}:{checkpoint.name}@{digest.hexdigest()[:16]}@{self.dtype}"

    @cached_property
    def _checkpoint(self) -> Checkpoint:
        from sacreval.models import loading
        from sacreval.models.weights.weights import checkpoint

        loading.require(f"{self.name}:MODEL")
        return checkpoint(self.target, metric="model-perplexity")

    @cached_property
    def _model(self) -> LocalModel:
        from sacreval.asking.runners._local_model import LocalModel

        return LocalModel(self._checkpoint, self.dtype, self.device)
