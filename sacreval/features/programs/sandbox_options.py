"""Options of the sandbox in which programs run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.features.programs.sandboxes._base import Sandbox

UNTRUSTED = "--i-know-this-runs-untrusted-code"


class SandboxOptions(OptionGroup):
    """The sandbox and what programs may use in it."""

    section = "Sandbox"

    sandbox: Annotated[
        Literal["bwrap", "podman", "docker", "none"] | None,
        typer.Option(
            help="Where programs run: bwrap (bubblewrap), podman or docker. none is no sandbox: "
            "programs can do all that you can. There is no default.",
        ),
    ] = None
    untrusted: Annotated[
        bool,
        typer.Option(
            UNTRUSTED,
            help="With --sandbox none: run unread programs with all your rights, as "
            "where this machine or container is itself a sandbox.",
        ),
    ] = False
    image: Annotated[
        str | None,
        typer.Option(help="Image of podman or docker with a Python; it must be there already."),
    ] = None
    python: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="Python that programs run with: by default the one of sacreval, or python3 of "
            "the image.",
        ),
    ] = None
    packages: Annotated[
        bool,
        typer.Option(
            "--packages/--no-packages",
            help="Whether programs may import the packages installed for that Python, not only "
            "the standard library.",
        ),
    ] = False
    seconds: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=3600.0,
            help="Wall clock of a run, in seconds; 0 for that of the data set: 3 (HumanEval, "
            "MBPP), 60 (EvalPlus), 6 a test (LiveCodeBench), 15 (MultiPL-E).",
        ),
    ] = 0.0
    memory: Annotated[
        int,
        typer.Option(
            min=32,
            max=2**20,
            metavar="MIB",
            help="Memory of each process in MiB; with podman and docker of all of a program.",
        ),
    ] = 4096
    processes: Annotated[
        int,
        typer.Option(min=1, max=2**15, help="Most processes and threads that a program starts."),
    ] = 64
    disk: Annotated[
        int,
        typer.Option(
            min=1,
            max=2**20,
            metavar="MIB",
            help="Size of /tmp, the folder that a program can write, and of each file, in MiB.",
        ),
    ] = 64

    def checked_sandbox(self) -> Sandbox:
        """Return the sandbox, whose backend is there.

        Raises:
            UsageError: If none is named, or options contradict each other.
            NotSetUpError: If the backend is not installed or cannot work.
        """
        from sacreval.features.programs.sandboxes._base import no_image, sandbox_class
        from sacreval.features.programs.sandboxes.interpreter import Interpreter, interpreter
        from sacreval.features.programs.sandboxes.limits import Limits

        name = self._name()
        limits = Limits(memory=self.memory, processes=self.processes, disk=self.disk)
        if name in ("podman", "docker"):
            own = Interpreter(program=self.python or "python3", packages=self.packages)
            found = sandbox_class(name)(interpreter=own, limits=limits, image=self.image or "")  # type: ignore[call-arg]
        elif self.image is not None:
            raise no_image(self.image, "podman")
        else:
            own = interpreter(self.python, packages=self.packages)
            found = sandbox_class(name)(interpreter=own, limits=limits)
        found.check()
        return found

    def _name(self) -> str:
        if self.sandbox is None:
            raise UsageError(
                "programs of models are run in a sandbox that you name: give --sandbox bwrap, or "
                "podman or docker with --image"
            )
        if (self.sandbox == "none") != self.untrusted:
            raise UsageError(
                f"--sandbox none runs programs with all your rights, and {UNTRUSTED} says that "
                "you know; give both, or --sandbox bwrap"
            )
        return self.sandbox
