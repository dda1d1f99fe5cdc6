"""Options of execution, which choose the backend that computes the rows of a run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from sacreval.cli.late_typer import typer
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.execution import Backend

RAY = "--ray"
LOCAL = "local"
_ADDRESS = r"(?a)local|auto|(ray://)?(\[[0-9A-Fa-f:.]+\]|[\w.-]+):[0-9]+"

Workers = Annotated[
    int,
    typer.Option(
        min=1,
        metavar="N",
        rich_help_panel="Common options",
        help="Number of threads or processes: threads of the kernels and of models, processes of "
        "other metrics. "
        "Results do not depend on it.",
    ),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        RAY,
        metavar="[ADDRESS]",
        help="Compute on a Ray cluster: HOST:PORT, ray://HOST:PORT, or auto for the cluster of "
        "this machine; without an address, on a new local cluster. Results do not depend on it.",
    ),
]


def backend_of(workers: int, ray: str | None, *, quiet: bool) -> Backend:
    """Choose the execution backend.

    Args:
        workers: The number of threads and processes, one or more.
        ray: The address of a Ray cluster; None for this machine without Ray.
        quiet: Whether notices are left out.

    Raises:
        UsageError: If `ray` is not an address, or both are given.
    """
    from sacreval.cli.notices import notice

    def tell(text: str) -> None:
        notice(text, quiet=quiet)

    if ray is None:
        return _local(workers, tell)
    if not re.fullmatch(_ADDRESS, ray):
        raise UsageError(
            f"{RAY} {ray}: not an address; write HOST:PORT, ray://HOST:PORT, auto, or {RAY} alone"
        )
    if workers > 1:
        raise UsageError(f"{RAY} takes all processors of the cluster; drop --workers")
    from sacreval.execution.ray import OnRay

    return OnRay(ray, tell)


def _local(workers: int, tell: Callable[[str], None]) -> Backend:
    if workers == 1:
        from sacreval.execution import SERIAL

        return SERIAL
    from sacreval.execution.local import Local

    return Local(workers, tell)


def with_ray_address(words: Sequence[str]) -> list[str]:
    """Add the value of --ray where the next argument is not an address."""
    return list(_with_ray_address(words))


def _with_ray_address(words: Sequence[str]) -> Iterator[str]:
    for i, word in enumerate(words):
        if word == "--":
            yield from words[i:]
            return
        alone = word == RAY and not re.fullmatch(_ADDRESS, "".join(words[i + 1 : i + 2]))
        yield f"{RAY}={LOCAL}" if alone else word
