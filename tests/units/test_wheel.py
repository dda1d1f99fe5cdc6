"""The wheel: recipes, configurations and the sample are inside, git-ignored files are not."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from sacreval.recipes.home import folder_of
from sacreval.recipes.schema import MetricRecipe, Recipe
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


def tracked() -> list[str]:
    """List what git tracks."""
    git = shutil.which("git")
    if git is None or not (CHECKOUT / ".git").exists():
        pytest.skip("this is no git checkout")
    listed = subprocess.run(
        [git, "ls-files", "-z"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    return [name for name in listed.stdout.split("\0") if name and (CHECKOUT / name).is_file()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> set[str]:
    """Build a wheel of the tracked files among junk, without kernels, and list it."""
    source = tmp_path_factory.mktemp("source")
    for name in tracked():
        if not name.endswith((".cpp", ".hpp")):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, source / name)
    for name in JUNK:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text("junk")
    out = tmp_path_factory.mktemp("wheel")
    setup = (source / "setup.py").read_text(encoding="utf-8")
    (source / "setup.py").write_text(setup.replace("ext_modules=[kernels],", ""), encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source],
        capture_output=True, check=True,
    )  # fmt: skip
    (built,) = out.glob("*.whl")
    return set(ZipFile(built).namelist())


def test_data_is_inside(wheel):
    """Every tracked recipe, configuration and sample file is in the wheel."""
    data = {n for n in tracked() if n.split("/")[0] in FOLDERS and n.endswith((".yaml", ".jsonl"))}
    assert "configs/sample/outputs.jsonl" in data
    assert {f"sacreval/{name}" for name in data} - wheel == set()


def test_code_is_inside(wheel):
    """Every tracked module, style and script is in the wheel, with py.typed and the licence."""
    endings = (".py", ".css", ".js", "py.typed")
    code = {n for n in tracked() if n.startswith("sacreval/") and n.endswith(endings)}
    assert code - wheel == set()
    assert any(name.endswith("licenses/LICENSE") for name in wheel)


def test_nothing_else(wheel):
    """Nothing git-ignored, no test and no source of a kernel is in the wheel."""
    assert not [name for name in wheel if "junk" in name or "_cache" in name or "pycache" in name]
    assert {name.split("/")[0].split("-")[0] for name in wheel} == {"sacreval"}
    known = {*tracked(), *(f"sacreval/{n}" for n in tracked() if n.split("/")[0] in FOLDERS)}
    strange = {name for name in wheel if ".dist-info/" not in name} - known
    assert strange == set()


@pytest.mark.parametrize(
    ("folder", "found"),
    [("datasets_setup", folder_of(Recipe)), ("metric_setup", folder_of(MetricRecipe))],
)
def test_found_when_installed(folder, found):
    """The installed package, an editable one too, finds every recipe."""
    names = {Path(name).name for name in tracked() if name.startswith(f"{folder}/")}
    recipes = {name for name in names if name.endswith(".yaml")}
    assert recipes
    assert {path.name for path in found.glob("*.yaml")} == recipes
