"""What computes the rows of a metric: the compiled kernels, a library, the user's program.

`official` is the definition, and `native` computes the same numbers: the default where the kernels
cover the options. The result names the engine, which is `definition` if no library has the metric
(`libraries` is empty, or `own_definition`). `counterpart` names a function of `core/libraries` that
computes a metric by the library of its source; `verify` uses it instead of the metric's rows.
Metrics that run a model have the engine `definition` unless `official` is asked for: their original
library is a file of `metrics/neural/_originals`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from sacreval.core.contract.metric_values import Engine
from sacreval.core.version import OF_OFFICIAL_ENGINE, is_there
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.records import Batch

TOLERANCE = 1e-9  # above rounding errors in double precision, below any digit shown


class Engines:
    """The engine of a metric, and the libraries and programs that define its numbers."""

    libraries: ClassVar[tuple[str, ...]] = ()
    own_definition: ClassVar[bool] = False  # its libraries do not have the metric itself
    counterpart: ClassVar[str] = ""  # module:function of core.libraries
    program: ClassVar[str] = ""  # of io.official_programs: on the official engine the user's copy
    # computes the rows, if there is one

    engine: Engine

    @abstractmethod
    def signature(self) -> str:
        """Return the name and all options as one line."""

    def computed_by(self) -> str:
        """Return what computes the rows.

        Returns:
            native for the compiled kernels, official for the official library, definition if no
            official library has the metric and sacreval's own code defines it.
        """
        if self.engine == "native":
            return "native"
        if self.official_program():
            return "official"
        return "official" if self.libraries and not self.own_definition else "definition"

    def official_program(self) -> Path | None:
        """Return the user's copy of the official program, or None if it does not compute the rows.

        Raises:
            NotSetUpError: If the copy is not there any more, or has changed.
        """
        from sacreval.io.programs.official_programs import registered_program

        official = self.program and self.engine == "official"
        return registered_program(self.program) if official else None

    def official_versions(self) -> Mapping[str, str]:
        """Return the versions of the libraries that the user's program runs; empty without one."""
        return {}

    def stated_libraries(self) -> tuple[str, ...]:
        """Return the libraries whose versions stand in the signature of a result."""
        runs = self.engine == "official"
        return tuple(
            name
            for name in self.libraries
            if name not in OF_OFFICIAL_ENGINE or (runs and is_there(name))
        )

    def why_definition(self) -> str:
        """Return why sacreval's own definition computes the rows on the official engine."""
        if self.program:
            from sacreval.io.programs.official_programs import not_set_up

            return not_set_up(self.program)
        lacking = " with these options" if self.libraries and not self.own_definition else ""
        return f"no official library has this metric{lacking}"

    def usual_engine(self) -> Engine:
        """Return the engine of runs that name none, where no kernels cover the options."""
        return "official"

    def verified_within(self) -> float:
        """Return by how much `verify` lets a number differ, relative to max(1, |number|)."""
        return TOLERANCE

    def covers_native(self) -> bool:
        """Return whether the compiled kernels support these options."""
        return False

    def on_kernels(self) -> bool:
        """Return whether the compiled kernels compute the rows.

        Raises:
            UsageError: If the engine is native, but the kernels do not support these options.
        """
        if self.engine == "native" and not self.covers_native():
            raise UsageError(
                f"The native kernels do not support {self.signature()}; use the official engine"
            )
        return self.engine == "native"

    def library_scores(self, batch: Batch) -> Mapping[str, float]:
        """Compute scores with the metric's reference library, without the metric's own rows.

        Args:
            batch: The records.

        Returns:
            Output name to score, for the outputs that the library has; empty without `counterpart`.

        Raises:
            NotSetUpError: If the library is not installed.
        """
        from sacreval.core.libraries import scores

        return scores(self.counterpart, self, batch) if self.counterpart else {}
