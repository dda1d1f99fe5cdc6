"""Ray: the nodes of a cluster, each shard's work in one task.

Nothing but Ray's public interface is used. A batch is a shard; its task runs all metrics on it.
Tasks of a node or worker that dies run again elsewhere.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sacreval.errors import NotSetUpError, SacrevalError, UsageError
from sacreval.execution.parcel import Parcel, carry_out, pack, unwrap
from sacreval.execution.window import Pending, in_order
from sacreval.execution.work import Done, Finished, Work
from sacreval.records import Batch
from sacreval.version import version

LOCAL = "local"
RETRIES = 5  # how often a shard may lose its node or worker
PATIENCE = 10.0  # seconds for a cluster to answer
MOST = 128  # shards under way, each some megabytes
PAYS_FROM = 300_000  # records; see docs/execution.md for what was measured


@dataclass(frozen=True)
class OnRay:
    """Makes rows on a Ray cluster.

    Args:
        address: Where the cluster is; `local` starts one on this machine, for this run.
        tell: Takes a notice to the user.
    """

    address: str = LOCAL
    tell: Callable[[str], None] = field(default=lambda _: None, compare=False)

    def run(self, work: Work, batches: Iterable[Batch]) -> Iterator[Finished]:
        """Make the rows of all batches; see `Backend`.

        Raises:
            NotSetUpError: If Ray is not installed.
            UsageError: If there is no such cluster, or its nodes have other versions.
        """
        ray = _ray()
        joined = ray.is_initialized()  # by a program that uses sacreval, which then ends it too
        if not joined:
            _connect(ray, self.address)
        n = 0
        try:
            for finished in in_order(batches, _starter(ray, work), ahead=_ahead(ray)):
                n += len(finished.batch)
                yield finished
        finally:
            if not joined:
                ray.shutdown()
        if n < PAYS_FROM:
            self.tell(
                f"{n} records are few for --ray, which pays from about {PAYS_FROM}; "
                "it is quicker without"
            )


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # read when it is imported
    try:
        import ray
    except ImportError:
        raise NotSetUpError("--ray needs Ray; run: pip install 'sacreval[ray]'") from None
    return ray


def _connect(ray: Any, address: str) -> None:
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    logging.getLogger("ray").setLevel(logging.ERROR)  # before it reads its own setting
    if address == LOCAL:
        quiet["include_dashboard"] = False
    try:
        _knock(address)
        ray.init(address=address, **quiet)
    except Exception as error:
        raise UsageError(
            f"--ray {address}: no cluster answers there ({_last_line(error)}); "
            "start one with `ray start`, or give --ray alone to start one here"
        ) from error


def _knock(address: str) -> None:
    """Fail early where nobody answers: Ray would try for minutes and then end the process."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        from socket import create_connection

        create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()


def _ahead(ray: Any) -> int:
    """Keep every processor busy while the next shard is on its way to it."""
    return min(MOST, max(1, int(2 * ray.cluster_resources().get("CPU", 1))))


def _starter(ray: Any, work: Work) -> Callable[[Batch], Pending]:
    remote = ray.remote(max_retries=RETRIES)(_shard)
    order = ray.put(work)
    libraries = {name for metric in work.metrics for name in metric.libraries}
    versions = {name: version(name) for name in sorted({"sacreval", *libraries})}

    def start(batch: Batch) -> Pending:
        parcel = pack(batch)
        answer = remote.remote(versions, order, parcel)
        where, n = f"{parcel.first} and after", len(batch)
        del parcel
        return lambda: [_owned(done) for done in unwrap(_get(ray, answer, where), n)]

    return start


def _shard(versions: Mapping[str, str], work: Work, parcel: Parcel) -> list[Done] | SacrevalError:
    """Do the work on a shard, on a node that has the same versions as the machine that asks."""
    for name, wanted in versions.items():
        if (found := version(name)) != wanted:
            return UsageError(
                f"a node of the Ray cluster has {name} {found} and this machine {wanted}; "
                "install the same on all"
            )
    return carry_out(work, parcel)


def _get(ray: Any, answer: Any, where: str) -> list[Done] | SacrevalError:
    try:
        found: list[Done] | SacrevalError = ray.get(answer)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None)
        if isinstance(cause, SacrevalError):
            return cause
        return SacrevalError(
            f"{where}: Ray could not do this shard ({_last_line(error)}); "
            "is sacreval installed on every node, and memory free?"
        )
    return found


def _owned(done: Done) -> Done:
    """Copy what lies in Ray's memory, which goes when Ray does."""
    left_out = done.left_out
    if left_out is not None:
        left_out = left_out._replace(rows=left_out.rows.copy(), starts=left_out.starts.copy())
    return done._replace(rows=done.rows.copy(), left_out=left_out)


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1].rstrip(".") if lines else type(error).__name__
