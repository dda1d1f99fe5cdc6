"""Log-probabilities of tokens by a causal language model, and texts that it continues."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.core.record_parts import LEAST_LOGPROB
from sacreval.models.loading import Device, DType, load_with_head
from sacreval.models.model_batches import BUDGET, Shape, filled, in_batches, on_device
from sacreval.models.tokenization import limit
from sacreval.models.weights.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sacreval.models.weights.weights import Checkpoint

    Array = NDArray[Any]
    from collections.abc import Callable


_MOST = 4096  # tokens of a batch, whose logits of the whole vocabulary are in memory


class CausalScorer:
    """A causal language model, and the log-probabilities that it computed.

    Numbers of a text depend on the text alone: batches have fixed shapes, see `models.batches`, and
    a token never sees the padding after it.

    Args:
        found: The checkpoint.
        dtype: Type of weights and states.
        device: Where the model runs.
    """

    def __init__(self, checkpoint: Checkpoint, dtype: DType, device: Device) -> None:
        self._checkpoint, self._dtype, self._device = checkpoint, dtype, device
        self.store = Store(memory=1 << 26, file=1 << 30)

    def log_probabilities(self, texts: Sequence[Sequence[int]]) -> list[Array]:
        """Return the natural logarithm of each token's probability, given those before it.

        Args:
            texts: Ids of the tokens of each text, of which the model has seen none before the
                first.

        Returns:
            For each text of n tokens an array (max(n - 1, 0),), float32: of all tokens but the
            first.

        Raises:
            NotSetUpError: If the memory of the device does not hold a batch.
        """
        return self.store.of_texts(list(map(tuple, texts)), self._computed)

    def _computed(self, texts: Sequence[Sequence[int]]) -> list[Array]:
        lengths, budget = list(map(len, texts)), min(BUDGET[self._device], _MOST)
        return in_batches(texts, lengths, budget, limit(self._checkpoint), self._scored)

    def _scored(self, texts: Sequence[Sequence[int]], shape: Shape) -> list[Array]:
        """Run the model on one batch."""
        model = load_with_head(self._checkpoint, "CausalLM", self._dtype, self._device)
        ids = filled(texts, shape, 0).to(self._device)
        with on_device(shape.width):
            logits = model(input_ids=ids, use_cache=False).logits[:, :-1]
            logs = logits.float().log_softmax(dim=-1)
            array = logs.gather(-1, ids[:, 1:, None])[..., 0].cpu().numpy()
        return [array[row, : max(len(text) - 1, 0)].copy() for row, text in enumerate(texts)]


@lru_cache(maxsize=2)
def causal_scorer(
    checkpoint: Checkpoint, dtype: DType = "float32", device: Device = "cpu"
) -> CausalScorer:
    """Return the scorer of a checkpoint, the same for the same arguments; see `CausalScorer`."""
    return CausalScorer(checkpoint, dtype, device)


class Sampling(NamedTuple):
    """How tokens are chosen.

    Args:
        most: Largest number of tokens.
        ends: Ids of the tokens after which nothing follows.
        stop: Texts before which the result ends.
        temperature: 0 for the most probable token; above, tokens are drawn.
        top_p: Share of the probability from whose most probable tokens one is drawn.
        seed: Seed of drawing.
        top: Number of most probable tokens that are kept with each token.
    """

    most: int
    ends: frozenset[int] = frozenset()
    stop: tuple[str, ...] = ()
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    top: int = 0


class ChosenToken(NamedTuple):
    """A token that was chosen.

    Args:
        token: Its id.
        logprob: Natural logarithm of its probability, before temperature and top_p.
        top: The most probable tokens in its place, with theirs.
    """

    token: int
    logprob: float
    top: tuple[tuple[int, float], ...]


class Generated(NamedTuple):
    """A text that was generated.

    Args:
        text: The text, up to a stop text.
        steps: The tokens, without that which ended it.
        stopped: Whether it ended before the largest number of tokens.
    """

    text: str
    steps: tuple[ChosenToken, ...]
    stopped: bool


def generate(
    model: Any, prompt: Sequence[int], how: Sampling, text_of: Callable[[list[int]], str]
) -> Generated:
    """Continue a prompt.

    Args:
        model: A causal model with its head.
        prompt: Ids of its tokens, one or more.
        how: How tokens are chosen.
        text_of: Returns the text of ids.

    Raises:
        NotSetUpError: If the memory of the device does not hold it.
    """
    import torch

    drawing = torch.Generator().manual_seed(how.seed)
    steps: list[ChosenToken] = []
    past, inputs = None, list(prompt)
    while len(steps) < how.most:
        with on_device(len(prompt) + len(steps)):
            ids = torch.tensor([inputs]).to(model.device)
            done = model(input_ids=ids, past_key_values=past, use_cache=True)
            logits = done.logits[0, -1].float().cpu()
            past = done.past_key_values
        step = _step(logits, how, drawing)
        if step.token in how.ends:
            return Generated(text_of([x.token for x in steps]), tuple(steps), stopped=True)
        steps.append(step)
        inputs = [step.token]
        if how.stop:
            text = text_of([x.token for x in steps])
            places = [i for i in map(text.find, how.stop) if i >= 0]
            if places:
                return Generated(text[: min(places)], tuple(steps), stopped=True)
    return Generated(text_of([x.token for x in steps]), tuple(steps), stopped=False)


def log_likelihoods(model: Any, ids: Sequence[int]) -> list[float]:
    """Return the natural logarithm of each token's probability, but the first's.

    Args:
        model: A causal model with its head.
        ids: Ids of the tokens, two or more.

    Raises:
        NotSetUpError: If the memory of the device does not hold it.
    """
    import torch

    with on_device(len(ids)):
        inputs = torch.tensor([list(ids)]).to(model.device)
        logs = model(input_ids=inputs, use_cache=False).logits[0, :-1].float().log_softmax(dim=-1)
        chosen = logs.gather(-1, inputs[0, 1:, None])[:, 0].cpu()
    return [max(LEAST_LOGPROB, float(value)) for value in chosen]


def _step(logits: Any, how: Sampling, drawing: Any) -> ChosenToken:
    """Choose a token."""
    import torch

    logs = logits.log_softmax(dim=-1)
    token = int(logits.argmax()) if how.temperature == 0 else _drawn(logits, how, drawing)
    best = torch.topk(logs, min(how.top, len(logs)))
    pairs = zip(best.indices.tolist(), best.values.tolist(), strict=True)
    top = tuple((i, max(LEAST_LOGPROB, x)) for i, x in pairs)
    return ChosenToken(token, max(LEAST_LOGPROB, float(logs[token])), top)


def _drawn(logits: Any, how: Sampling, drawing: Any) -> int:
    """Draw a token from the most probable ones that reach `top_p` together."""
    import torch

    shares, order = (logits.double() / how.temperature).softmax(dim=-1).sort(descending=True)
    before = shares.cumsum(dim=-1) - shares
    kept = shares.where(before < how.top_p, torch.zeros_like(shares))
    if not kept.sum() > 0:  # top_p is 0
        return int(order[0])
    return int(order[torch.multinomial(kept, 1, generator=drawing)])
