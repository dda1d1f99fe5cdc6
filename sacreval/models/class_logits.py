"""Logits of classes of a text or of a pair of texts; each input is classified once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sacreval.errors import InputError, NotSetUpError, one_line
from sacreval.models.loading import Device, DType, load_with_head
from sacreval.models.model_batches import BUDGET, Shape, in_batches
from sacreval.models.tokenization import limit, tokenizer
from sacreval.models.weights.sentence_files import Renamed, load_renamed
from sacreval.models.weights.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sacreval.models.weights.weights import Checkpoint

    Array = NDArray[Any]


MEMORY = 1 << 27  # bytes of logits with their keys, of about half a million inputs


class Classifier:
    """A model that classifies inputs, and the logits that it computed.

    Logits of an input depend on it alone: batches have fixed shapes, see `models.batches`.

    Args:
        found: The checkpoint.
        dtype: Type of weights and logits.
        device: Where the model runs.
        renamed: The names of its weights; None if they are those of transformers.
    """

    def __init__(
        self, checkpoint: Checkpoint, dtype: DType, device: Device, renamed: Renamed | None = None
    ) -> None:
        self._checkpoint, self._renamed = checkpoint, renamed
        self._dtype, self._device = dtype, device
        self._limit = limit(checkpoint)
        self.store = Store(memory=MEMORY, file=0)

    def logits(self, inputs: Sequence[Joint]) -> list[Array]:
        """Return the logits of inputs, from the store where they are there.

        Args:
            inputs: The tokens of each.

        Returns:
            For each an array (classes,), float32.

        Raises:
            NotSetUpError: If the memory of the device does not hold a batch.
            InputError: If the model cannot classify an input.
        """
        return self.store.of_texts(inputs, self._computed)

    def _computed(self, inputs: Sequence[Joint]) -> list[Array]:
        lengths, budget = [len(x.ids) for x in inputs], BUDGET[self._device]
        return in_batches(inputs, lengths, budget, self._limit, self._run)

    def _run(self, inputs: Sequence[Joint], shape: Shape) -> list[Array]:
        """Run the model on one batch; rows that are left repeat its first input."""
        import torch

        model = self._model()
        ids = torch.full(shape, self._checkpoint.padding(), dtype=torch.long)
        mask = torch.zeros(shape, dtype=torch.long)
        types = torch.zeros(shape, dtype=torch.long)
        mask[:, 0] = 1  # a row without any token would be NaN
        for row in range(shape.rows):
            joint = inputs[row if row < len(inputs) else 0]
            length = len(joint.ids)
            ids[row, :length] = torch.tensor(joint.ids, dtype=torch.long)
            types[row, :length] = torch.tensor(joint.types, dtype=torch.long)
            mask[row, :length] = 1
        tensors = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        with torch.inference_mode():
            done = self._called(model, {k: tensors[k] for k in _accepted(model)}, shape.width)
        return [row.copy() for row in done.logits.float().cpu().numpy()[: len(inputs)]]

    def _called(self, model: Any, tensors: dict[str, Any], width: int) -> Any:
        import torch

        try:
            return model(**{name: tensor.to(self._device) for name, tensor in tensors.items()})
        except torch.OutOfMemoryError as error:
            raise NotSetUpError(
                f"The memory of the device does not hold {width} tokens of an input; end other "
                "programs on it, or use --device cpu"
            ) from error
        except (RuntimeError, ValueError, IndexError) as error:
            if "allocate memory" in str(error):  # of the processor's, which has no own exception
                raise MemoryError from error
            raise InputError(
                f"{self._checkpoint.folder}: the model cannot classify an input "
                f"({one_line(error)}); use a model with its own tokenizer"
            ) from error

    def _model(self) -> Any:
        if self._renamed is not None:
            model = load_renamed(self._checkpoint, self._renamed, self._dtype, self._device)
        else:
            model = load_with_head(
                self._checkpoint, "SequenceClassification", self._dtype, self._device
            )
        return _by_row(model)


def _accepted(model: Any) -> list[str]:
    """List the inputs that a model has: some know no types of tokens, some one type alone."""
    names = ["input_ids", "attention_mask"]
    if (
        "token_type_ids" in signature(model.forward).parameters
        and getattr(model.config, "type_vocab_size", 2) != 1
    ):
        names.append("token_type_ids")
    return names


def _by_row(model: Any) -> Any:
    """Apply the last layer to one input after another.

    Products with few columns, such as those of three classes, differ in the last digit with the
    row of the batch in which an input stands.
    """
    import torch

    for layer in model.modules():
        if (
            isinstance(layer, torch.nn.Linear)
            and layer.out_features == model.config.num_labels
            and "forward" not in vars(layer)
        ):
            layer.forward = partial(_rows, layer.forward)
    return model


def _rows(layer: Callable[[Any], Any], states: Any) -> Any:
    import torch

    return torch.cat([layer(row.clone()) for row in states.split(1)])


@lru_cache(maxsize=2)
def classifier(
    checkpoint: Checkpoint,
    dtype: DType = "float32",
    device: Device = "cpu",
    renamed: Renamed | None = None,
) -> Classifier:
    """Return the classifier of a checkpoint, the same for the same arguments; see `Classifier`."""
    return Classifier(checkpoint, dtype, device, renamed)


Texts = tuple[str] | tuple[str, str]
Policy = Literal["only_first", "longest_first", "longest_first_tie_second"]
_MOST = 50_000  # texts whose tokens are held


class Joint(NamedTuple):
    """The tokens of an input.

    Args:
        ids: Their ids, special tokens included.
        types: The type of each: which text of a pair it belongs to, as the tokenizer numbers them.
        cut: Number of tokens beyond the limit, which are left out.
    """

    ids: tuple[int, ...]
    types: tuple[int, ...]
    cut: int


class _Part(NamedTuple):
    """A place of an input: the special token `id`, or the text number `slot` in place of it."""

    slot: int | None
    id: int
    type: int


def kept(first: int, second: int, room: int, policy: Policy) -> tuple[int, int]:
    """Return how many tokens of each text of a pair are kept, from its beginning."""
    if first + second <= room:
        return first, second
    if policy == "only_first" and room > second:
        return room - second, second
    if 2 * min(first, second) <= room:
        return (room - second, second) if first > second else (first, room - first)
    more, less = (room + 1) // 2, room // 2
    longer = first > second or policy == "longest_first_tie_second"
    return (more, less) if longer else (less, more)


class JointTokenizer:
    """Joins texts as the tokenizer of a checkpoint does.

    Args:
        found: The checkpoint.
        limit: Largest number of tokens of an input, special ones included; 0 for none.
        policy: Which text of a pair is cut; see `kept`.
    """

    def __init__(self, checkpoint: Checkpoint, limit: int, policy: Policy) -> None:
        words = tokenizer(checkpoint)
        self._words = words
        self.limit = min(x for x in (limit, words.limit) if x) if limit or words.limit else 0
        self._policy = policy
        self._known: dict[str, tuple[int, ...]] = {}
        self._templates = {n: _template(words.whole, n, checkpoint) for n in (1, 2)}

    def encode(self, inputs: Sequence[Texts]) -> list[Joint]:
        """Join and cut inputs.

        Args:
            inputs: Each has one text or two; surrogates, which UTF-8 does not have, become question
                marks.
        """
        known = self.pieces([text for texts in inputs for text in texts])
        return [self._joined([known[text] for text in texts]) for texts in inputs]

    def pieces(self, texts: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """Return the ids of the tokens of each text without special tokens."""
        if len(self._known) > _MOST:
            self._known = {}
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, self._words.plain(new), strict=True))
        return self._known

    def _joined(self, ids: list[tuple[int, ...]]) -> Joint:
        template = self._templates[len(ids)]
        whole = sum(map(len, ids))
        if self.limit:
            room = max(0, self.limit - sum(part.slot is None for part in template))
            lengths = (
                kept(len(ids[0]), len(ids[1]), room, self._policy)
                if len(ids) > 1
                else (min(len(ids[0]), room),)
            )
            ids = [some[:n] for some, n in zip(ids, lengths, strict=True)]
        filled = [
            (token, part.type)
            for part in template
            for token in ((part.id,) if part.slot is None else ids[part.slot])
        ]
        cut = whole - sum(map(len, ids))
        return Joint(tuple(x for x, _ in filled), tuple(x for _, x in filled), cut)


@lru_cache(maxsize=4)
def joint_tokenizer(
    checkpoint: Checkpoint, limit: int = 0, policy: Policy = "longest_first"
) -> JointTokenizer:
    """Return the tokenizer of a checkpoint's inputs, the same for the same arguments."""
    return JointTokenizer(checkpoint, limit, policy)


def _template(whole: Any, texts: int, checkpoint: Checkpoint) -> tuple[_Part, ...]:
    """Find where the tokenizer puts special tokens, from the tokens of a short input."""
    example = whole.encode(*("a", "b")[:texts], add_special_tokens=True)
    parts: list[_Part] = []
    for id_, type_, slot in zip(example.ids, example.type_ids, example.sequence_ids, strict=True):
        if slot is None or not parts or parts[-1].slot != slot:
            parts.append(_Part(slot, id_, type_))
    if [part.slot for part in parts if part.slot is not None] != list(range(texts)):
        raise InputError(
            f"{checkpoint.folder}: the tokenizer does not join texts to an input in their order; "
            "use a model that classifies texts"
        )
    return tuple(parts)
