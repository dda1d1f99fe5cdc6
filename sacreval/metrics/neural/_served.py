"""Metrics whose model may run behind an HTTP server: options, checks, and what is sent."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.asking.embeddings.layouts import Layout
from sacreval.core.contract.watches import Always
from sacreval.core.private_records import is_private
from sacreval.errors import RecordError, UsageError
from sacreval.metrics.neural._base import SINGLE, ModelMetric
from sacreval.models.pair_tokens import Texts

if TYPE_CHECKING:
    from sacreval.asking.embeddings.served import ServedModel
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance
    from sacreval.text.scripts import Tokenization

_LOCAL = {"model_sha256": "", "dtype": "float32", "device": "cpu", "pickles": False}


@dataclass(frozen=True, kw_only=True)
class ServedMetric(ModelMetric):
    """Base class of metrics that need of a model only what servers offer.

    Args:
        server: Address of a server that runs the model in place of this machine, such as
            http://127.0.0.1:8000/v1; the texts are sent there, and `--model` is the name that is
            requested. Records with `meta.private` are never sent.
        key_env: Environment variable with the key for that server; by default OPENAI_API_KEY for
            api.openai.com, and no key for others.
        served: The model as the server names it, which signatures state; another one is refused.
    """

    layouts: ClassVar[Mapping[str, Layout]] = {}
    probe: ClassVar[Texts] = ("a",)  # what is sent first, to know the model
    if TYPE_CHECKING:
        server_layout: str = "auto"  # an option of each subclass, with the names of its layouts

    server: str = ""
    key_env: str = ""
    served: str = ""

    def __post_init__(self) -> None:
        if not self.server:
            self._refuse({"server_layout": "auto", "key_env": "", "served": ""}, "needs --server")
            super().__post_init__()
            return
        self._refuse(_LOCAL, "has no effect with --server; leave it out")
        self._refuse(self.only_local(), "is not possible with --server; leave it out")
        object.__setattr__(self, "libraries", ())  # the server has its own
        if self.server_layout == "auto":
            object.__setattr__(self, "server_layout", next(iter(self.layouts)))
        if self.server_layout not in self.layouts:
            raise UsageError(
                f"{self.name}: --server-layout {self.server_layout} does not have what it needs; "
                f"use {' or '.join(self.layouts)}"
            )
        if not self.served:
            self._remote.forget()
            self._remote.probe(self.probe)
            object.__setattr__(self, "served", self._remote.name)

    @abstractmethod
    def sent(self, record: Instance) -> Sequence[Texts]:
        """Return the texts or pairs of a record that are sent to the server."""

    def only_local(self) -> Mapping[str, Any]:
        """Return the options that servers do not have, with their defaults."""
        return {}

    def rows(self, batch: Batch) -> Array:
        """Send all texts of the records, and compute the rows.

        Raises:
            RecordError: If a record is private.
        """
        if self.server and not self.official_program():
            private = [one for one in batch if is_private(one)]
            self.numbers([x for one in batch if not is_private(one) for x in self.sent(one)])
            if private:
                raise RecordError(
                    f"this record has `meta.private`, so that {self.name} does not send it to "
                    f"{self._host}; leave out --server, or set it to false"
                )
        return super().rows(batch)

    def numbers(self, inputs: Sequence[Texts]) -> list[Array | str]:
        """Return the numbers of the server for texts or pairs; see `ServedModel.rows`.

        Raises:
            UsageError: If another model replies than the signature's.
        """
        found = self._remote.rows(inputs)
        if self._remote.name not in {"", self.served}:
            raise UsageError(
                f"{self._host} runs {self._remote.name}, and not {self.served} as the signature "
                "states; start that model, or leave --served out"
            )
        return found

    def known(self, inputs: Sequence[Texts]) -> list[Array]:
        """Return the numbers of the server for texts or pairs.

        Raises:
            RecordError: If it has none for one of them.
        """
        arrays = []
        for found in self.numbers(inputs):
            if isinstance(found, str):
                raise RecordError(f"{self.name}: {found}")
            arrays.append(found)
        return arrays

    def rests_on(self) -> Sequence[Path]:
        """Return the files of the model; none if a server runs it."""
        return () if self.server else super().rests_on()

    def covers_original(self) -> bool:
        """Return whether the original library has these options: it asks no server."""
        return not self.server and super().covers_original()

    def verified_within(self) -> float:
        """Return the tolerance of `verify`; a server's sums may depend on the batch."""
        return SINGLE if self.server else super().verified_within()

    def tokenization(self) -> Tokenization | None:
        """Return how the model splits texts, unless a server does it."""
        return None if self.server else super().tokenization()

    def watches(self) -> Sequence[Watch]:
        """Return the notice of the server, or what a model on this machine is watched for."""
        if not self.server:
            return super().watches()
        return [Always(f"{self.name} sends texts to {self._host}, whose model is {self.served}")]

    def _refuse(self, defaults: Mapping[str, Any], why: str) -> None:
        for name, value in defaults.items():
            if getattr(self, name) != value:
                raise UsageError(f"{self.name}: --{name.replace('_', '-')} {why}")

    @property
    def _host(self) -> str:
        return self._remote.address.host

    @property
    def _remote(self) -> ServedModel:
        from sacreval.asking.embeddings.served import Source, served

        layout = self.layouts[self.server_layout]
        return served(Source(self.server, layout, self.model, self.key_env))
