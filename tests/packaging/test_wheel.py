"""The wheel and the source distribution hold what they should, git-ignored files are not inside."""

import shutil
import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from sacreval.features.setup.recipes.model_recipe import ModelRecipe
from sacreval.features.setup.recipes.place import folder_of
from sacreval.features.setup.recipes.schema import MetricRecipe, Recipe
from support import missing
from support.mirror import CHECKOUT

FOLDERS = ("datasets_setup", "metric_setup", "configs")
JUNK = (
    "sacreval/__pycache__/junk.cpython-311.pyc",
    "sacreval/metrics/junk.pyc",
    "configs/sample/.ruff_cache/junk.yaml",
    "datasets_setup/.mypy_cache/junk.yaml",
    "dist/junk.yaml",
    ".venv/lib/junk.py",
)


@cache
def files() -> list[str]:
    """List the files of the checkout: what git tracks, and what is new and not ignored."""
    git = shutil.which("git")
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    if git is None or not (CHECKOUT / ".git").exists():
        reason = "this is no checkout of git"
    else:
        listed = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
        reason = listed.stderr.strip().partition("\n")[0]
        if listed.returncode == 0:
            names = dict.fromkeys(listed.stdout.split("\0"))
            return [name for name in names if name and (CHECKOUT / name).is_file()]
    missing.say(f"what the wheel and the source distribution hold: {reason}")
    pytest.skip(reason)


def build(kind: str, source: Path, out: Path) -> Path:
    """Build a distribution without a network, and return it."""
    done = subprocess.run(
        [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", out, source],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = out.iterdir()
    return built


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    """Copy the checkout's files and put junk among them."""
    folder = tmp_path_factory.mktemp("source")
    for name in files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / name, folder / name)
    for name in JUNK:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("junk")
    return folder


@pytest.fixture(scope="module")
def sdist(source, tmp_path_factory) -> set[str]:
    """List what a source distribution holds."""
    with tarfile.open(build("sdist", source, tmp_path_factory.mktemp("sdist"))) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


@pytest.fixture(scope="module")
def wheel(sdist, source, tmp_path_factory) -> set[str]:  # noqa: ARG001 - it changes the source
    """List what a wheel holds; it is built without kernels, which take long."""
    setup = (source / "setup.py").read_text(encoding="utf-8")
    (source / "setup.py").write_text(setup.replace("ext_modules=[kernels],", ""), encoding="utf-8")
    return set(ZipFile(build("wheel", source, tmp_path_factory.mktemp("wheel"))).namelist())


def test_the_source_distribution_is_whole(sdist):
    """Every file of the checkout is in the source distribution, so that its tests pass; no junk."""
    assert {name for name in files() if not Path(name).name.startswith(".git")} - sdist == set()
    assert not [name for name in sdist if "junk" in name]


def test_data_is_inside(wheel):
    """Every recipe, configuration and sample file is in the wheel."""
    data = {n for n in files() if n.split("/")[0] in FOLDERS and n.endswith((".yaml", ".jsonl"))}
    assert "configs/sample/outputs.jsonl" in data
    assert {f"sacreval/{name}" for name in data} - wheel == set()
    judges = {name for name in files() if name.startswith("sacreval/judges/")}
    assert "sacreval/judges/coherence.yaml" in judges
    assert judges - wheel == set()
    assert "sacreval/features/cite/bibliography.yaml" in wheel
    assert "sacreval/features/compare/citations.yaml" in wheel


def test_code_is_inside(wheel):
    """Every module, style and script is in the wheel, with py.typed and the licence."""
    endings = (".py", ".css", ".js", "py.typed")
    code = {n for n in files() if n.startswith("sacreval/") and n.endswith(endings)}
    assert code - wheel == set()
    assert any(name.endswith("licenses/LICENSE") for name in wheel)


def test_nothing_else(wheel):
    """Nothing git-ignored, no test and no source of a kernel is in the wheel."""
    assert not [name for name in wheel if "junk" in name or "_cache" in name or "pycache" in name]
    assert {name.split("/")[0].split("-")[0] for name in wheel} == {"sacreval"}
    known = {*files(), *(f"sacreval/{n}" for n in files() if n.split("/")[0] in FOLDERS)}
    strange = {name for name in wheel if ".dist-info/" not in name} - known
    assert strange == set()
    assert not [name for name in wheel if name.endswith((".cpp", ".hpp"))]


@pytest.mark.parametrize(
    ("folder", "found"),
    [
        ("datasets_setup", folder_of(Recipe)),
        ("metric_setup", folder_of(MetricRecipe)),
        ("metric_setup/models", folder_of(ModelRecipe)),
    ],
)
def test_found_when_installed(folder, found):
    """The installed package, an editable one too, finds every recipe."""
    names = {Path(name).name for name in files() if Path(name).parent == Path(folder)}
    recipes = {name for name in names if name.endswith(".yaml")}
    assert recipes
    assert {path.name for path in found.glob("*.yaml")} == recipes
