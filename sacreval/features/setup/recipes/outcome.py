"""Results of a run of a recipe, with one error for all failed steps."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from sacreval.errors import InputError, SacrevalError
from sacreval.features.setup.recipes.fetch import first_names


@dataclass
class StepsOutcome:
    """Files, steps and errors of one run.

    Args:
        counts: Written file to its counts.
        finished: Outputs of completed steps, including empty optional ones.
        failed: Output to error message of failed steps.
    """

    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    finished: list[str] = field(default_factory=list)
    failed: dict[str, SacrevalError] = field(default_factory=dict)

    def failure(self, out: Path, inputs: Path, earlier: Collection[str]) -> InputError:
        """Create an error with the first failure and the files that are kept.

        Args:
            out: Folder of the written files.
            inputs: Folder of fetched files, which is removed and therefore not named.
            earlier: Outputs of an earlier run.
        """
        error = str(next(iter(self.failed.values())))
        error = error.replace(f"{inputs}/", "").replace(str(inputs), "the fetched files")
        kept = sorted({*earlier, *self.finished})
        if not kept:
            return InputError(error)
        return InputError(
            f"{out}: {first_names(list(self.failed))} not written, {first_names(kept)} kept, and "
            f"the same command writes only what is missing: {error}"
        )
