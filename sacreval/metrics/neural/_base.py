"""A model's options, and what all metrics on a model do with them: check it, cut texts, tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.watches import Always, Watches
from sacreval.core.metric import MeanMetric, Origin
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io.files import sha256
from sacreval.metrics.neural._model_notices import BySystem, OtherLanguage
from sacreval.models import loading
from sacreval.models.loading import Device, DType
from sacreval.models.tokenization import TokenIds, Tokenizer, tokenizer
from sacreval.models.weights.comet_checkpoint import HPARAMS
from sacreval.models.weights.home import set_up
from sacreval.models.weights.store import Store
from sacreval.models.weights.weights import Checkpoint, checkpoint, located, read_object
from sacreval.text.scripts import Tokenization

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch

SCORES = Store(memory=1 << 25, file=0)  # scores of texts and pairs, which jackknifing asks again


@dataclass(frozen=True, kw_only=True)
class ModelMetric(MeanMetric):
    """Base class of metrics that run a model.

    Args:
        model: Name of a model that `sacreval setup-metric METRIC` has set up, which prints it; or
            the folder of a model with its tokenizer; or NAME@COMMIT of a model that was set up, or
            that is in the cache of Hugging Face, where COMMIT has 40 hexadecimal digits.
        model_sha256: SHA-256 of the model's files and their names, which signatures state; another
            model is refused.
        dtype: Type of the model's numbers; with 16 bits scores differ in the third digit.
        device: Where the model runs; scores differ in the last digits.
        pickles: Read weights that are pickles, without running their code, if there is no
            safetensors file.
    """

    runs_model: ClassVar[bool] = True
    origin = Origin(
        libraries=("torch", "transformers", "tokenizers"),
        why_own="sacreval runs no original library for this metric",
    )
    model_types: ClassVar[tuple[str, ...]] = ()  # of config.json, that it can run; any if empty
    heads: ClassVar[tuple[str, ...]] = ()  # endings of architectures that it can run; any if empty

    model: str = ""
    model_sha256: str = ""
    dtype: DType = "float32"
    device: Device = "cpu"
    pickles: bool = False

    def __post_init__(self) -> None:
        loading.require(self.name)
        if not self.model:
            raise NotSetUpError(f"{self.name} needs a model; {self._remedy()}")
        if why := self.misfit(located(self.model, self.name)[0]):
            raise UsageError(f"{self.model}: {why}")
        self._set("model_sha256", self._checkpoint.sha256, self.model)

    def _remedy(self) -> str:
        """Return how to name a model: one that was set up, or the command that fetches one."""
        there = [model.name.rpartition("/")[2] for model in set_up() if self.name in model.metrics]
        if there:
            return f"give --model {' or '.join(there)}, or the folder of another one"
        return (
            f"run: sacreval setup-metric {self.name}, and give the name that it prints, or the "
            "folder of a model: --model MODEL"
        )

    @classmethod
    def misfit(cls, folder: Path) -> str:
        """Return why the model in a folder is not of the kind that this metric runs.

        Args:
            folder: The folder, which needs no weights yet.

        Returns:
            What it is, and what the metric runs; "" if it may be of that kind.
        """
        path = folder / "config.json"
        if not path.is_file():
            comet = (folder / HPARAMS).is_file()
            return f"it is a model of COMET{cls._fetched()}" if comet else ""
        config = read_object(path, dict[str, Any])
        kind, stated = config.get("model_type"), config.get("architectures")
        if cls.model_types and kind not in cls.model_types:
            types = " or ".join(cls.model_types)
            return f"{cls.name} runs a model of type {types}, not {kind}{cls._fetched()}"
        names = [str(name) for name in stated] if isinstance(stated, list) else []
        if cls.heads and names and not any(name.endswith(cls.heads) for name in names):
            wanted = " or ".join(f"…{head}" for head in cls.heads)
            return f"{cls.name} runs a {wanted}, and this is a {names[0]}{cls._fetched()}"
        return ""

    @classmethod
    def _fetched(cls) -> str:
        """Return how to fetch a model that fits, as the end of a sentence."""
        return f"; sacreval setup-metric {cls.name} fetches one that fits"

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model."""
        return self._checkpoint.paths()

    def watch(self) -> Watch:
        """Return what is counted, and the short signature that the original library prints."""
        signature = self.short_signature()
        printed = [Always(f"{self.name}: {signature}")] if signature else []
        counted = BySystem(lambda: [OtherLanguage(self.name), *self.watches()])
        return Watches([*self._precision(), counted, *printed])

    def watches(self) -> Sequence[Watch]:
        """Return what the metric itself counts, such as texts that are cut."""
        return ()

    def short_signature(self) -> str:
        """Return the line by which the original library states its settings; "" if it has none."""
        return ""

    def tokenization(self) -> Tokenization:
        """Count the tokens that are outside the vocabulary."""

        def unknown(text: str) -> float:
            (tokens,) = self._tokens([text])
            return tokens.unknown / tokens.words if tokens.words else 0.0

        return Tokenization(str.split, "use a model for this script", unknown=unknown)

    def _tokens(self, texts: Sequence[str]) -> list[TokenIds]:
        return self._words.encode(texts)

    @property
    def _words(self) -> Tokenizer:
        return tokenizer(self._checkpoint)

    def _precision(self) -> list[Always]:
        if self.dtype == "float32":
            return []
        other = "scores differ from those of float32, and those of both must not be compared"
        return [Always(f"{self.name} computes in {self.dtype}: {other}")]

    def _set(self, option: str, digest: str, what: str) -> None:
        """Set the SHA-256 of a file or folder, and refuse another one than the signature's."""
        if getattr(self, option) not in {"", digest}:
            raise UsageError(
                f"{what} is not that of the signature: its SHA-256 is {digest}; name the one with "
                f"{getattr(self, option)}"
            )
        object.__setattr__(self, option, digest)

    def _set_file(self, option: str, path: str) -> None:
        """Set the SHA-256 of a file, and refuse another one than the signature's."""
        try:
            digest = sha256(path) or ""
        except OSError as error:
            flag = option.removesuffix("_sha256").replace("_", "-")
            raise InputError(f"{path}: {error.strerror}; name the file: --{flag} FILE") from error
        self._set(option, digest, path)

    def _key(self, texts: tuple[str, ...]) -> bytes:
        """Return a hash of some texts and of all options, on which their scores depend."""
        return blake2b(repr((self._options, texts)).encode(), digest_size=16).digest()

    @cached_property
    def _options(self) -> str:
        """The name and all options, the SHA-256 of the model among them, in one line."""
        return f"{self.name} {self!r}"

    @cached_property
    def _checkpoint(self) -> Checkpoint:
        return checkpoint(self.model, pickles=self.pickles, metric=self.name)
