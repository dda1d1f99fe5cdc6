"""Asking a model with a notice before, and a progress bar meanwhile.

Every command with `--with` asks through `ask_with_notice`, which keeps each reply as it comes. A
failed or filtered reply is kept but is no answer, and is asked again by the next run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from sacreval.asking.answer_notices import before
from sacreval.asking.answering import Asked, ReplyStore, ask
from sacreval.asking.spending import Budget

if TYPE_CHECKING:
    from sacreval.asking.requests import Request
    from sacreval.asking.runners._base import Runner

Notify = Callable[[str], None]
"""Called with each notice."""


class Asking(Struct, frozen=True):
    """How a model is asked.

    Args:
        runner: What is asked.
        budget: Limits of all rounds together.
        progress: Whether a progress bar is shown on a terminal.
    """

    runner: Runner
    budget: Budget
    progress: bool = True


def ask_with_notice(
    requests: Iterable[Request],
    store: ReplyStore,
    asking: Asking,
    notify: Notify,
    *,
    answered: int = 0,
) -> Asked:
    """Ask a model the requests that have no answer in a store, which keeps the replies.

    Args:
        requests: The requests; of equal ids the first is asked.
        store: Where replies are kept.
        asking: How the model is asked.
        notify: Called with the notice on what is asked.
        answered: Number of further requests that have an answer, for the notice.
    """
    from sacreval.io.progress import bar

    known = {one.id: one for one in requests}
    missing = [one for name, one in known.items() if not store.has(name)]
    notify(before(missing, answered + len(known) - len(missing), asking.runner))
    with bar("answer", lambda: len(missing), unit="requests", shown=asking.progress) as advance:
        return ask(known.values(), asking.runner, store, budget=asking.budget, advance=advance)
