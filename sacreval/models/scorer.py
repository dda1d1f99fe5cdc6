"""Log-probabilities of given tokens by a sequence-to-sequence model, and logits of its first token.

A source is encoded once, whatever number of targets are scored against it. Numbers of a pair depend
on the pair alone: batches have fixed shapes, see `models.batches`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, UsageError, one_line
from sacreval.io.files import sha256
from sacreval.models.loading import Device, DType, load_with_head
from sacreval.models.model_batches import (
    BUDGET,
    Shape,
    filled,
    in_batches,
    mask_of,
    on_device,
    shape,
)
from sacreval.models.tokenization import limit
from sacreval.models.weights.store import Store
from sacreval.models.weights.weight_files import stored, unreadable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sacreval.models.weights.weights import Checkpoint

    Array = NDArray[Any]


class WeightFile(NamedTuple):
    """A file with one tensor for each parameter of a model.

    Args:
        path: The file.
        sha256: SHA-256 of its bytes, in hexadecimal.
    """

    path: Path
    sha256: str


def weight_file(path: str, *, pickles: bool) -> WeightFile:
    """Find a file of weights and hash it.

    Args:
        path: The file: safetensors, or a pickle.
        pickles: Whether it may be a pickle, which is read without running code (`weights_only`).

    Raises:
        UsageError: If it is a pickle and may not be.
        InputError: If it cannot be read.
    """
    file = Path(path)
    if file.suffix != ".safetensors" and not pickles:
        raise UsageError(
            f"{file}: weights that are a pickle may run code when they are read; convert them to "
            "safetensors, or give --pickles to read numbers only"
        )
    digest = sha256(path) if file.is_file() else None
    if not digest:
        raise InputError(f"{file}: no such file of weights; correct the name")
    return WeightFile(file, digest)


@lru_cache(maxsize=1)
def load_replaced(checkpoint: Checkpoint, dtype: DType, device: Device, weights: WeightFile) -> Any:
    """Load a sequence-to-sequence model, and replace all its weights.

    Args:
        checkpoint: The checkpoint.
        dtype: Type of weights and logits.
        device: Where the model runs.
        weights: The file of weights.

    Raises:
        InputError: If the file is damaged, or has other weights than the model.
    """
    # Not the copy that others use.
    model = load_with_head.__wrapped__(checkpoint, "Seq2SeqLM", dtype, device)
    try:
        model.load_state_dict(stored(weights.path))
    except Exception as error:
        otherwise = (
            f"{weights.path}: not the weights of {checkpoint.name} ({one_line(error)}); name the "
            "file that was made for this model"
        )
        raise unreadable(weights.path, error, otherwise) from error
    return model


AT_ONCE = 50_000  # tokens of sources whose states are in use at the same time
Ids = Sequence[int]


class TokenPair(NamedTuple):
    """A source and a target.

    Args:
        source: Ids of the tokens that the encoder reads, special ones included.
        target: Ids of the tokens whose log-probabilities are asked for, without the decoder's start
            token.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]


class Seq2SeqScorer:
    """A sequence-to-sequence model, the states of the sources and the numbers that it computed.

    Args:
        found: The checkpoint.
        dtype: Type of weights and states.
        device: Where the model runs.
        replaced: A file of weights in place of the checkpoint's, or None.
    """

    def __init__(
        self, checkpoint: Checkpoint, dtype: DType, device: Device, replaced: WeightFile | None
    ) -> None:
        self._checkpoint, self._dtype, self._device = checkpoint, dtype, device
        self._replaced = replaced
        self._limit, self._budget = limit(checkpoint), min(BUDGET[device], 4096)
        self.sources = Store()
        self.store = Store(memory=1 << 26, file=1 << 30)

    def log_probabilities(self, pairs: Sequence[TokenPair]) -> list[Array]:
        """Return the natural logarithm of each target token's probability.

        Args:
            pairs: Sources and targets; those that were scored before are not scored again.

        Returns:
            For each pair an array (target tokens,), float32: of each token given the source and the
            target's tokens before it.

        Raises:
            InputError: If the model has no start token.
            NotSetUpError: If the memory of the device does not hold a batch.
        """
        return self.store.of_texts(pairs, self._scored)

    def first_step_logits(self, sources: Sequence[Ids], tokens: Ids) -> list[Array]:
        """Return the logits of chosen tokens at the first step of the decoder.

        This is how a sequence-to-sequence model answers a question in one token: P(Yes) among
        Yes and No is the softmax of their two logits, and a model that was trained to regress on
        the logit of one token states its number there.

        Args:
            sources: Ids of the tokens that the encoder reads, special ones included if the model
                wants them.
            tokens: Ids of the tokens whose logits are asked for.

        Returns:
            For each source an array (tokens,), float32.

        Raises:
            InputError: If the model has no start token, or its vocabulary none of the tokens' ids.
            NotSetUpError: If the memory of the device does not hold a batch.
        """
        questions = [(tuple(ids), tuple(tokens)) for ids in sources]
        return self.store.of_texts(questions, self._first)

    def _scored(self, pairs: Sequence[TokenPair]) -> list[Array]:
        arrays: dict[int, Array] = {}
        for members in _parts([pair.source for pair in pairs]):
            states = self.sources.of_texts([pairs[i].source for i in members], self._encoded)
            held = dict(zip(members, states, strict=True))
            for part in self._batches(pairs, members):
                arrays.update(zip(part.members, self._decoded(pairs, held, part), strict=True))
        return [arrays[i] for i in range(len(pairs))]

    def _batches(self, pairs: Sequence[TokenPair], members: Sequence[int]) -> Iterator[_Part]:
        """Distribute pairs over batches, whose shape follows from both lengths of a pair."""
        groups: dict[tuple[Shape, int], list[int]] = {}
        for i in members:
            target = shape(len(pairs[i].target), self._budget, self._limit)
            width = shape(len(pairs[i].source), self._budget, self._limit).width
            rows = max(1, min(target.rows, 2 * self._budget // width))
            groups.setdefault((Shape(rows, target.width), width), []).append(i)
        for (target, width), members_of_shape in groups.items():
            for first in range(0, len(members_of_shape), target.rows):
                yield _Part(tuple(members_of_shape[first : first + target.rows]), target, width)

    def _encoded(self, sources: Sequence[Ids]) -> list[Array]:
        """Return the encoder's states (tokens, dimensions) of each source."""
        lengths = list(map(len, sources))
        return in_batches(sources, lengths, self._budget, self._limit, self._states)

    def _states(self, sources: Sequence[Ids], shape: Shape) -> list[Array]:
        with on_device(shape.width):
            done = self._model().get_encoder()(**self._inputs(sources, shape))
        array = done.last_hidden_state.float().cpu().numpy()
        return [array[row, : len(ids)].copy() for row, ids in enumerate(sources)]

    def _decoded(
        self, pairs: Sequence[TokenPair], held: dict[int, Array], part: _Part
    ) -> list[Array]:
        """Return the log-probabilities of the targets of one batch."""
        import torch
        from transformers.modeling_outputs import BaseModelOutput

        sources = [pairs[i].source for i in part.members]
        targets = [pairs[i].target for i in part.members]
        wide = Shape(part.target.rows, part.width)
        states = torch.zeros((*wide, held[part.members[0]].shape[1]))
        for row, i in enumerate(part.members):
            states[row, : len(pairs[i].source)] = torch.from_numpy(held[i])
        labels = filled(targets, part.target, 0)
        inputs = filled(
            [(self._start(), *ids[:-1]) for ids in targets], part.target, self._checkpoint.padding()
        )
        with on_device(part.target.width):
            logits = self._model()(
                # An FSMT decodes without a causal mask if it is given no ids of the source.
                input_ids=filled(sources, wide, self._checkpoint.padding()).to(self._device),
                encoder_outputs=BaseModelOutput(
                    last_hidden_state=states.to(self._device, getattr(torch, self._dtype))
                ),
                attention_mask=mask_of(sources, wide).to(self._device),
                decoder_input_ids=inputs.to(self._device),
                use_cache=False,
            ).logits
            logs = logits.float().log_softmax(dim=-1)
            chosen = logs.gather(-1, labels.to(self._device)[..., None])[..., 0]
        array = chosen.cpu().numpy()
        return [array[row, : len(ids)].copy() for row, ids in enumerate(targets)]

    def _first(self, questions: Sequence[tuple[Ids, Ids]]) -> list[Array]:
        lengths = [len(ids) for ids, _ in questions]
        return in_batches(questions, lengths, self._budget, self._limit, self._logits)

    def _logits(self, questions: Sequence[tuple[Ids, Ids]], shape: Shape) -> list[Array]:
        """Return the logits of tokens, the same of all questions, at the decoder's first step."""
        import torch

        start = torch.full((shape.rows, 1), self._start(), dtype=torch.long)
        with on_device(shape.width):
            logits = self._model()(
                **self._inputs([ids for ids, _ in questions], shape),
                decoder_input_ids=start.to(self._device),
                use_cache=False,
            ).logits[:, 0]
        tokens = questions[0][1]
        if max(tokens) >= logits.shape[1]:
            raise InputError(
                f"{self._checkpoint.folder}: the vocabulary has {logits.shape[1]} tokens, and "
                f"none with id {max(tokens)}; use a model that was trained for this metric"
            )
        array = logits[:, list(tokens)].float().cpu().numpy()
        return [array[row].copy() for row in range(len(questions))]

    def _inputs(self, sources: Sequence[Ids], shape: Shape) -> dict[str, Any]:
        """Return the tensors that the encoder reads."""
        return {
            "input_ids": filled(sources, shape, self._checkpoint.padding()).to(self._device),
            "attention_mask": mask_of(sources, shape).to(self._device),
        }

    def _model(self) -> Any:
        if self._replaced:
            return load_replaced(self._checkpoint, self._dtype, self._device, self._replaced)
        return load_with_head(self._checkpoint, "Seq2SeqLM", self._dtype, self._device)

    def _start(self) -> int:
        """Return the id of the token from which the decoder starts."""
        start = self._model().config.decoder_start_token_id
        if start is None:
            raise InputError(
                f"{self._checkpoint.folder}/config.json: no decoder_start_token_id; add it, or use "
                "a model that generates text"
            )
        return int(start)


class _Part(NamedTuple):
    """Pairs that are decoded together.

    Args:
        members: Their indices.
        target: The shape of the targets.
        width: Number of tokens of each source, with padding.
    """

    members: tuple[int, ...]
    target: Shape
    width: int


def _parts(sources: Sequence[Ids]) -> Iterator[list[int]]:
    """Split pairs so that the states of each part's distinct sources fit in memory."""
    order = sorted(range(len(sources)), key=lambda i: (len(sources[i]), sources[i]))
    part: list[int] = []
    used = 0
    for i in order:
        new = not part or sources[part[-1]] != sources[i]
        used += len(sources[i]) if new else 0
        if part and new and used > AT_ONCE:
            yield part
            part, used = [], len(sources[i])
        part.append(i)
    if part:
        yield part


@lru_cache(maxsize=2)
def seq2seq_scorer(
    checkpoint: Checkpoint,
    dtype: DType = "float32",
    device: Device = "cpu",
    replaced: WeightFile | None = None,
) -> Seq2SeqScorer:
    """Return the scorer of a checkpoint, the same for the same arguments; see `Seq2SeqScorer`."""
    return Seq2SeqScorer(checkpoint, dtype, device, replaced)
