"""Vectors of texts: states of tokens, pooled, and what sentence-transformers does to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, UsageError, shortened
from sacreval.models.encoder import encoder
from sacreval.models.loading import Device, DType
from sacreval.models.pooling import Mode, Pooling
from sacreval.models.sentence_layers import Layer
from sacreval.models.tokens import TokenIds, Tokenizer, limit, tokenizer
from sacreval.models.weights.weights import Checkpoint, checkpoint

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_DEPTHS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers", "encoder_layers")


class SentenceModel(NamedTuple):
    """A model that turns a text into one vector.

    Args:
        whole: All files on which its numbers depend.
        encoder: The transformer.
        modes: How states of tokens are pooled.
        with_prompt: Whether the tokens of a prompt are pooled too.
        layers: What is done to the pooled vector, in order.
        most: Largest number of tokens that it states; 0 for that of the transformer.
        lowercase: Whether texts are put in lower case.
        prompts: Name to the text that is put before each text.
        default_prompt: Name of the prompt that is used if none is named; "" for none.
    """

    whole: Checkpoint
    encoder: Checkpoint
    modes: tuple[Mode, ...]
    with_prompt: bool = True
    layers: tuple[Layer, ...] = ()
    most: int = 0
    lowercase: bool = False
    prompts: Mapping[str, str] = {}
    default_prompt: str = ""

    def words(self) -> Tokenizer:
        """Return the tokenizer."""
        own = limit(self.encoder)
        longest = min((x for x in (own, self.most) if x), default=0)
        return tokenizer(self.encoder, longest=longest)

    def prompt(self, name: str) -> str:
        """Return the text of a prompt.

        Args:
            name: Its name; "" for the default.

        Raises:
            UsageError: If the model has no such prompt.
        """
        asked = name or self.default_prompt
        if not asked:
            return ""
        if asked not in self.prompts:
            known = ", ".join(sorted(self.prompts)) or "none"
            raise UsageError(
                f"{self.whole.folder} has no prompt '{shortened(asked)}'; its prompts are: {known}"
            )
        return self.prompts[asked]

    def tokens(self, texts: Sequence[str], prompt: str) -> list[TokenIds]:
        """Tokenize texts.

        Args:
            texts: The texts.
            prompt: Text that is put before each.
        """
        joined = [prompt + text for text in texts]
        return self.words().encode([text.lower() for text in joined] if self.lowercase else joined)

    def vectors(
        self, texts: Sequence[str], prompt: str, dtype: DType, device: Device
    ) -> list[Array]:
        """Return the vector of each text, (d,), float64.

        Args:
            texts: The texts.
            prompt: Text that is put before each.
            dtype: Type of weights and states.
            device: Where the model runs.
        """
        import numpy as np

        skip = 0 if self.with_prompt or not prompt else self._length(prompt)
        pool = Pooling(self.modes, skip)
        found = encoder(self.encoder, (depth(self.encoder),), dtype, device, pool).encode(
            [one.ids for one in self.tokens(texts, prompt)]
        )
        vectors = []
        for (state,) in found:
            vector = state.astype(np.float64)
            for layer in self.layers:
                vector = layer.apply(vector)
            vectors.append(vector)
        return vectors

    def _length(self, prompt: str) -> int:
        """Return the number of tokens of a prompt, without a special token at the end."""
        (one,) = self.tokens([""], prompt)
        return len(one.ids) - (one.ids[-1] in self.words().ends if one.ids else 0)


def depth(found: Checkpoint) -> int:
    """Return the number of layers of a model.

    Args:
        found: The model.

    Raises:
        InputError: If its configuration states none.
    """
    config = found.config()
    for name in _DEPTHS:
        if isinstance(config.get(name), int):
            return int(config[name])
    raise InputError(f"{found.folder / 'config.json'}: no num_hidden_layers; add it")


def plain_model(
    model: str, mode: Mode, *, pickles: bool = False, metric: str = "METRIC"
) -> SentenceModel:
    """Find a model of transformers whose states are pooled.

    Args:
        model: Its folder, or `name@commit`.
        mode: How states are pooled.
        pickles: Whether weights may be pickles.
        metric: The metric that needs it, for the command in messages.
    """
    found = checkpoint(model, pickles=pickles, metric=metric)
    return SentenceModel(found, found, (mode,))
