"""A model's options, and what all metrics on a model do with them: check it, cut texts, tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.metric import MeanMetric
from sacreval.errors import NotSetUpError, UsageError
from sacreval.models import extra
from sacreval.models.loading import Device, DType
from sacreval.models.store import Store
from sacreval.models.weights import Checkpoint, checkpoint

if TYPE_CHECKING:
    pass

SCORES = Store(memory=1 << 23, file=0)  # scores of texts and pairs, which jackknifing asks again


@dataclass(frozen=True, kw_only=True)
class ModelMetric(MeanMetric):
    """Base class of metrics that run a model.

    Args:
        model: Folder of a model with its tokenizer, or name@commit with the 40 hexadecimal digits
            of a commit in the cache of Hugging Face (`hf download NAME --revision COMMIT`).
        model_sha256: SHA-256 of the model's files and their names, which signatures state; another
            model is refused.
        dtype: Type of the model's numbers; with 16 bits scores differ in the third digit.
        device: Where the model runs; scores differ in the last digits.
        pickles: Read weights that are pickles, without running their code, if there is no
            safetensors file.
    """

    libraries: ClassVar[tuple[str, ...]] = ("torch", "transformers", "tokenizers")
    own_definition: ClassVar[bool] = True

    model: str = ""
    model_sha256: str = ""
    dtype: DType = "float32"
    device: Device = "cpu"
    pickles: bool = False

    def __post_init__(self) -> None:
        extra.require(self.name)
        if not self.model:
            usual = f"; {named}" if (named := self._usual_model()) else ""
            raise NotSetUpError(
                f"{self.name} needs a model{usual}; name its folder, or NAME@COMMIT: --model MODEL"
            )
        self._set("model_sha256", self._checkpoint.sha256, self.model)

    def _usual_model(self) -> str:
        """Return a sentence with the model that the authors use; "" if they name none."""
        return ""

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model."""
        return self._checkpoint.paths()

    def _set(self, option: str, found: str, what: str) -> None:
        """Set the SHA-256 of a file or folder, and refuse another one than the signature's."""
        if getattr(self, option) not in {"", found}:
            raise UsageError(
                f"{what} is not that of the signature: its SHA-256 is {found}; name the one with "
                f"{getattr(self, option)}"
            )
        object.__setattr__(self, option, found)

    def _key(self, texts: tuple[str, ...]) -> bytes:
        """Return a hash of some texts and of all options, on which their scores depend."""
        return blake2b(repr((self._options, texts)).encode(), digest_size=16).digest()

    @cached_property
    def _options(self) -> str:
        """The name and all options, the SHA-256 of the model among them, in one line."""
        return f"{self.name} {self!r}"

    @cached_property
    def _checkpoint(self) -> Checkpoint:
        return checkpoint(self.model, pickles=self.pickles)
