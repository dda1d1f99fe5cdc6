"""Options that limit what asking a model may spend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.options.ungrouped import OptionGroup

if TYPE_CHECKING:
    from sacreval.asking.spending import Budget


class SpendingOptions(OptionGroup):
    """Limits of requests and of cost."""

    section = "Asking a model"

    max_requests: Annotated[
        int | None,
        typer.Option(min=1, help="Largest number of requests that are sent; the replies are kept."),
    ] = None
    max_cost: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            help="Largest cost, in the currency of --price. What is under way counts with "
            "max_tokens and one token for each character, until the server has counted some.",
        ),
    ] = None
    price: Annotated[
        str | None,
        typer.Option(
            metavar="IN/OUT",
            help="Prices of a million tokens of prompts and of replies, as in 0.15/0.60.",
        ),
    ] = None

    def budget(self) -> Budget:
        """Return the budget of a run, which all its rounds share.

        Raises:
            UsageError: If the price cannot be read, or a largest cost has no price.
        """
        from sacreval.asking.spending import Budget, parsed_price

        price = None if self.price is None else parsed_price(self.price)
        return Budget(max_requests=self.max_requests, max_cost=self.max_cost, price=price)
