"""Options of `sacreval arena`, and their types in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, TypedDict

from sacreval.cli.late_typer import typer
from sacreval.cli.options.option_values import parse_pairs
from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.features.gates.gate_options import MaxMissing

if TYPE_CHECKING:
    from sacreval.features.gates.lacking_gates import Allowed


class RankingOptions(OptionGroup):
    """What systems are ranked by, and gates on their rates."""

    base: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM",
            help="Print win rates against this system; by default those of all pairs.",
        ),
    ] = None
    by: Annotated[
        str | None,
        typer.Option(
            metavar="GROUP",
            help="Also rank by the battles of each value of this group; judge is who judged.",
        ),
    ] = None
    lengths: Annotated[
        bool,
        typer.Option(
            "--lengths",
            help="Also compute win rates at equal lengths, from length_a and length_b of battles.",
        ),
    ] = False
    fail_under: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM=RATE",
            help="Fail if the win rate of this system, against the base if there is one, is below "
            "RATE; repeat it.",
        ),
    ] = None
    max_missing: MaxMissing = None
    online_elo: Annotated[
        bool,
        typer.Option(
            "--online-elo",
            help="Also compute ratings by online Elo, which depend on the order of the battles, "
            "for comparison with old tables.",
        ),
    ] = False

    @property
    def bounds(self) -> dict[str, float]:
        """Systems to the least rates that they must have."""
        from sacreval.features.gates.gates import finite

        option = "--fail-under"
        bounds = parse_pairs(self.fail_under, option, "SYSTEM=RATE, as in mine=0.5", at_last=True)
        return {name: finite(rate, f"{option} {name}={rate}") for name, rate in bounds.items()}

    @property
    def allowed(self) -> Allowed:
        """The largest share of a system's battles that may lack a verdict."""
        from sacreval.features.gates.lacking_gates import Allowed

        allowed = Allowed(missing=self.max_missing)
        allowed.check()
        return allowed


class ArenaArguments(TypedDict, total=False):
    """The types in Python of the options of an arena."""

    base: str | None
    by: str | None
    lengths: bool
    online_elo: bool
    confidence: float
    resamples: int
    seed: int
    fail_under: Mapping[str, float] | None
    max_missing: float | None
