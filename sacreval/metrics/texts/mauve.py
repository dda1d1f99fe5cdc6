"""MAUVE (Pillutla et al. 2021): distance of the distributions of two sets of features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_values import SHARE, ScoreScale
from sacreval.core.metric import Origin, SetMetric, metrics
from sacreval.core.options.field_types import NUMBER, NUMBERS, TEXT_FIELDS, Kind, either, many
from sacreval.core.records import by_id
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io.formats.vectors import file_hash, read_array
from sacreval.metrics.neural._model_notices import BySystem, Truncation
from sacreval.models import loading
from sacreval.models.loading import Device, DType
from sacreval.models.sentence import SentenceModel, plain_model

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

VECTOR = either(NUMBERS, NUMBER)


@metrics.register("mauve")
@dataclass(frozen=True, kw_only=True)
class Mauve(SetMetric):
    """MAUVE: how close the distribution of outputs' features is to that of references', 0 to 1.

    Higher is better for mauve and mauve_star, which smooths the counts of clusters; lower is
    better for frontier_integral. Features are vectors of texts. With --model they are the last
    layer's states of the last token of each text, as in the package, whose authors use gpt2-large;
    texts longer than the model reads are cut, with a notice. Otherwise a model computes them
    elsewhere: `prediction` is the vector of an output and `references` is a list of vectors; or
    numbers of rows, from 0, of the arrays that the options name. Records count in the order of
    their ids. The package clusters both sets by k-means, so scores depend on its version, and need
    many records for each cluster. Its licence is the GPL-3; `pip install 'sacreval[mauve]'`.

    Args:
        model: Folder of a language model whose states are the features, or NAME@COMMIT of one that
            `sacreval setup-metric mauve --model NAME@COMMIT` has set up; needs `pip install
            'sacreval[neural]'`.
        model_sha256: SHA-256 of the model's files, which signatures state; another model is
            refused.
        dtype: Type of the model's numbers.
        device: Where the model runs; scores differ in the last digits.
        features: A .npy file with an array (n, d): the outputs' features, if predictions are
            numbers of rows.
        reference_features: The same for references.
        files_sha256: SHA-256 of both files, which signatures state; other files are refused.
        buckets: Number of clusters; 0 for a tenth of the smaller set.
        kmeans_seed: Seed of k-means.
        scaling: Factor of the divergence, above 0.

    Source: mauve-text 0.4.
    """

    higher_is_better: ClassVar[Mapping[str, bool]] = {"frontier_integral": False, "*": True}
    score_scale = ScoreScale(spans=SHARE)
    tasks: ClassVar[tuple[str, ...]] = ("generation",)
    kinds: ClassVar[Mapping[str, Kind]] = {"prediction": VECTOR, "references": many(VECTOR)}
    example: ClassVar[tuple[Mapping[str, Any], ...]] = tuple(
        {"prediction": [0.1 * i, 1.0], "references": [[0.1 * i + 0.05, 1.1]]} for i in range(12)
    )
    origin = Origin(libraries=("mauve-text",))

    model: str = ""
    model_sha256: str = ""
    dtype: DType = "float32"
    device: Device = "cpu"
    features: str = ""
    reference_features: str = ""
    files_sha256: str = ""
    buckets: int = 0
    kmeans_seed: int = 25
    scaling: float = 5.0

    def __post_init__(self) -> None:
        if self.buckets < 0 or self.kmeans_seed < 0 or not self.scaling > 0.0:
            raise UsageError("buckets and kmeans_seed must be 0 or more, and scaling above 0")
        if find_spec("mauve") is None:
            raise NotSetUpError("mauve-text is not installed; run: pip install 'sacreval[mauve]'")
        digest = "+".join(file_hash(path) for path in ([] if self.model else self.rests_on()))
        if self.files_sha256 not in {"", digest}:
            raise UsageError(
                f"The files of features are not those of the signature: their SHA-256 is {digest}; "
                f"name the files with {self.files_sha256}"
            )
        object.__setattr__(self, "files_sha256", digest)
        if self.model:
            self._use_model()

    def _use_model(self) -> None:
        """Check the model, and read texts in place of vectors.

        Raises:
            UsageError: If it is not that of the signature, or features are given, too.
            NotSetUpError: If the extra `neural` or the model is missing.
        """
        if self.features or self.reference_features:
            raise UsageError("Features are given with --model, which computes them; leave one out")
        loading.require(self.name)
        digest = self._sentences.whole.sha256
        if self.model_sha256 not in {"", digest}:
            raise UsageError(
                f"{self.model} is not that of the signature: its SHA-256 is {digest}; name the one "
                f"with {self.model_sha256}"
            )
        origin = Origin(libraries=("mauve-text", "torch", "transformers", "tokenizers"))
        changed = {"model_sha256": digest, "kinds": TEXT_FIELDS, "runs_model": True}
        for name, value in {**changed, "origin": origin}.items():
            object.__setattr__(self, name, value)

    def watch(self) -> Watch | None:
        """Return a count of texts that are cut."""
        if not self.model:
            return None
        model = self._sentences
        limit = model.words().limit
        tokens = partial(model.tokens, prompt="")
        return BySystem(lambda: [Truncation(self.name, limit, tokens, _texts)])

    @cached_property
    def _sentences(self) -> SentenceModel:
        return plain_model(self.model, "lasttoken", metric=self.name)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of MAUVE, its smoothed variant and the frontier integral."""
        return ("mauve", "mauve_star", "frontier_integral")

    def rests_on(self) -> Sequence[Path]:
        """Return the files of features, or those of the model."""
        if self.model:
            return self._sentences.whole.paths()
        return tuple(Path(path) for path in (self.features, self.reference_features) if path)

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set with the package."""
        from mauve import compute_mauve

        order = by_id([str(record.instance_id) for record in batch])
        records = sorted(batch, key=lambda record: order(str(record.instance_id)))
        outputs = self._vectors(
            [record.prediction for record in records], self.features, "features"
        )
        references = self._vectors(
            [vector for record in records for vector in record.references or ()],
            self.reference_features,
            "reference-features",
        )
        if outputs.shape[1] != references.shape[1]:
            raise InputError(
                f"Features of outputs have {outputs.shape[1]} dimensions and those of references "
                f"{references.shape[1]}; compute both with one model"
            )
        result = compute_mauve(
            p_features=references,
            q_features=outputs,
            num_buckets=self.buckets or "auto",
            mauve_scaling_factor=self.scaling,
            seed=self.kmeans_seed,
        )
        return {name: float(getattr(result, name)) for name in self.outputs}

    def _vectors(self, values: Sequence[Any], path: str, option: str) -> Array:
        """Return vectors as an array (n, d), float32, from records, a model or a file."""
        import numpy as np

        if self.model:
            vectors = self._sentences.vectors(values, "", self.dtype, self.device)
            return np.array(vectors, dtype=np.float32)
        lengths = {len(value) if isinstance(value, list) else None for value in values}
        if len(lengths) > 1:
            raise InputError(
                f"Features have several lengths; give each the same, or --{option} FILE"
            )
        if None not in lengths:
            return np.array(values, dtype=np.float32)
        if not path:
            raise UsageError(f"Features are numbers of rows; name their file: --{option} FILE.npy")
        array = read_array(Path(path), self.files_sha256)
        for value in values:
            if value != int(value) or not 0 <= value < len(array):
                raise InputError(f"{path} has no row {value}; its rows are 0 to {len(array) - 1}")
        rows: Array = array[np.array(values, dtype=np.int64)]
        return rows


def _texts(record: Instance) -> list[str]:
    return [str(record.prediction), *(record.references or ())]
