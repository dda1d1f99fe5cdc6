"""What a run of a recipe made, and the one error of all steps that failed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from sacreval.errors import InputError, SacrevalError
from sacreval.recipes.fetch import some


@dataclass
class Made:
    """Files, steps and errors of one run.

    Args:
        counts: File to its counts.
        finished: Outputs of the steps that went well, empty optional ones too.
        failed: Output to error, of the others.
    """

    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    finished: list[str] = field(default_factory=list)
    failed: dict[str, SacrevalError] = field(default_factory=dict)

    def failure(self, out: Path, inputs: Path, earlier: Collection[str]) -> InputError:
        """Create one error that says what failed first, and what is kept.

        Args:
            out: Where finished files stand.
            inputs: The folder of fetched files, which is gone by now and is not named.
            earlier: Outputs that an earlier run finished.
        """
        error = str(next(iter(self.failed.values())))
        error = error.replace(f"{inputs}/", "").replace(str(inputs), "the fetched files")
        kept = sorted({*earlier, *self.finished})
        if not kept:
            return InputError(error)
        return InputError(
            f"{out}: {some(list(self.failed))} not written, {some(kept)} kept, and the same "
            f"command makes only what is missing: {error}"
        )
