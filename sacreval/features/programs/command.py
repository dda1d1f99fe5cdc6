"""`sacreval run-tests PROBLEMS SAMPLES`: programs are run with their tests, in a sandbox."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import SOME_FAILED, Force, Map, Progress, Quiet, ReaderName
from sacreval.cli.options.ungrouped import OptionGroup, ungrouped
from sacreval.errors import SacrevalError, UsageError

if TYPE_CHECKING:
    from sacreval.features.programs.sandboxes._base import Sandbox
    from sacreval.features.programs.sandboxes.problems._base import Problem
    from sacreval.features.programs.test_runs import RunCounts, Sample, TestRun


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
        from sacreval.features.programs.sandboxes.programs import ProgramLimits

        name = self._name()
        limits = ProgramLimits(memory=self.memory, processes=self.processes, disk=self.disk)
        if name in ("podman", "docker"):
            python = Interpreter(program=self.python or "python3", packages=self.packages)
            sandbox = sandbox_class(name)(interpreter=python, limits=limits, image=self.image or "")  # type: ignore[call-arg]
        elif self.image is not None:
            raise no_image(self.image, "podman")
        else:
            python = interpreter(self.python, packages=self.packages)
            sandbox = sandbox_class(name)(interpreter=python, limits=limits)
        sandbox.check()
        return sandbox

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


@ungrouped
def run_tests(
    *,
    problems: Annotated[
        str,
        typer.Argument(
            metavar="PROBLEMS",
            help="File of problems with tests: HumanEval, MBPP, EvalPlus, LiveCodeBench, "
            "MultiPL-E for Python, or BigCode's references; also compressed (.gz, .zst).",
        ),
    ],
    samples: Annotated[
        str,
        typer.Argument(
            metavar="SAMPLES",
            help="Programs of a model: samples of HumanEval, EvalPlus (file or folder), BigCode, "
            "MultiPL-E or LiveCodeBench, or records with `samples` or `prediction`.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="VERDICTS.jsonl",
            help="File to which each verdict is appended as it comes; `sacreval evaluate "
            "pass-at-k` reads it.",
        ),
    ] = None,
    sandbox: SandboxOptions,
    form: Annotated[
        Literal["whole", "completion", "fenced"],
        typer.Option(
            "--texts",
            help="What a text of a sample is: a whole program, a completion behind the prompt, or "
            "a reply whose last block between ``` fences is the program. Files that name "
            "completions need no option.",
        ),
    ] = "whole",
    longest: Annotated[
        int,
        typer.Option(
            min=1, metavar="CHARACTERS", help="Longer programs are refused, and counted as such."
        ),
    ] = 2**20,
    workers: Annotated[
        int,
        typer.Option(min=1, max=1024, metavar="N", help="Programs that run at the same time."),
    ] = 1,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Keep the verdicts that the file has, and run the rest."),
    ] = False,
    reader: ReaderName = None,
    map_: Map = None,
    force: Force = False,
    allow_errors: Annotated[
        bool,
        typer.Option("--allow-errors", help="Exit with 0 even if some programs were refused."),
    ] = False,
    progress: Progress = True,
    quiet: Quiet = False,
) -> None:
    """Run programs of a model with the tests of their problems, in a sandbox, and write verdicts.

    Before the first program the sandbox is proven by attempts to escape; one that lets an attempt
    through is refused. A program that takes too long is run once more, alone and with twice the
    limit; both verdicts are written. Equal programs are run once.
    """
    path = _checked(output, (problems, samples), resume=resume, force=force)
    loaded = _read(problems, samples, reader, map_, form=form, longest=longest)
    if force:
        path.unlink(missing_ok=True)
    counts = _run(loaded, path, sandbox, workers, progress=progress, quiet=quiet)
    for line in _summary(counts, path):
        notice(line, quiet=quiet)
    if counts.verdicts["refused"] and not allow_errors:
        raise typer.Exit(SOME_FAILED)


def _checked(output: Path | None, inputs: tuple[str, ...], *, resume: bool, force: bool) -> Path:
    """Check that the file of verdicts can be written."""
    from sacreval.features.programs.test_runs import WHAT
    from sacreval.io.append_file import check_appendable
    from sacreval.io.files import check_writable

    if output is None:
        raise UsageError("verdicts are kept in a file; give -o VERDICTS.jsonl")
    if resume and force:
        raise UsageError("--resume keeps the file and --force replaces it; give one of them")
    check_appendable(output, WHAT)
    if output.exists() and not (force or resume):
        raise UsageError(f"{output}: this file exists; give --resume to go on, or --force")
    check_writable(output, force=True, inputs=inputs)
    return output


def _read(
    problems: str,
    samples: str,
    reader: str | None,
    map_: list[str] | None,
    *,
    form: Literal["whole", "completion", "fenced"],
    longest: int,
) -> tuple[dict[str, Problem], list[Sample]]:
    from sacreval.cli.options.option_values import source_of
    from sacreval.features.programs.sandboxes.problems.problem_files import read_problems
    from sacreval.features.programs.test_runs import samples_of
    from sacreval.readers._by_content import by_content

    known = read_problems(problems)
    if reader is None and by_content(samples) == "code-samples":
        reader = 'code-samples{"programs": true}'
    batches = source_of([samples], None, reader, map_).batches()
    return known, list(samples_of(batches, known, form=form, longest=longest))


def _run(
    loaded: tuple[dict[str, Problem], list[Sample]],
    path: Path,
    options: SandboxOptions,
    workers: int,
    *,
    progress: bool,
    quiet: bool,
) -> RunCounts:
    from sacreval.features.programs.sandboxes.canary import prove
    from sacreval.features.programs.test_runs import TestRun, prepared

    sandbox = options.checked_sandbox()
    if sandbox.isolates:
        stopped = prove(sandbox)
        notice(f"{sandbox.identity()}: {stopped} attempts to escape were stopped", quiet=quiet)
    else:
        notice("programs run without a sandbox, with all your rights", quiet=quiet)
    run = TestRun(sandbox=sandbox, workers=workers, seconds=options.seconds)
    samples = prepared(loaded[1], sandbox, options.seconds)
    if without := len(loaded[0]) - len({sample.problem.name for sample in samples}):
        notice(f"{without:,} of {len(loaded[0]):,} problems have no sample", quiet=quiet)
    return _appended(samples, run, path, progress=progress, quiet=quiet)


def _appended(
    samples: list[Sample], run: TestRun, path: Path, *, progress: bool, quiet: bool
) -> RunCounts:
    """Run what has no verdict yet, and append the verdicts to the file."""
    from sacreval.features.programs.test_runs import VerdictFile
    from sacreval.features.programs.test_runs import run_tests as run_all
    from sacreval.io.progress import bar

    with VerdictFile(path) as file:
        notice(file.notice, quiet=quiet or not file.notice)
        before = len(file.known.rows)
        try:
            with bar("programs", lambda: len(samples), unit="records", shown=progress) as advance:
                return run_all(samples, run, file, advance)
        except (KeyboardInterrupt, SacrevalError):
            kept = len(file.known.rows) - before
            notice(f"{path}: {kept:,} new verdicts are kept; --resume goes on", quiet=quiet)
            raise


def _summary(counts: RunCounts, path: Path) -> Iterator[str]:
    """Yield what the run has done."""
    from sacreval.asking.answering import counted

    shown = ", ".join(f"{number:,} {name}" for name, number in sorted(counts.verdicts.items()))
    yield f"{path}: {sum(counts.verdicts.values()):,} samples: {shown}"
    ran = counted(counts.ran, "program was run", "programs were run")
    yield f"{ran}; {counted(counts.kept, 'sample', 'samples')} had a verdict before"
    if counts.repeated:
        slow = counted(counts.repeated, "program was", "programs were")
        yield f"{slow} too slow and run again, alone and with twice the limit, which counts"
    if counts.near:
        near = counted(counts.near, "program", "programs")
        yield (
            f"{near} took more than 80 % of the limit; on a slower machine they may be too slow; "
            "give more --seconds"
        )
