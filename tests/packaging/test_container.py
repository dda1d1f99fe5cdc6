"""The images: what the Dockerfile takes and leaves out; `.ci/image` builds and runs them."""

import re
import tomllib

import pytest

from support.mirror import CHECKOUT

FOLDER = CHECKOUT / "container"
DOCKERFILE = (FOLDER / "Dockerfile").read_text("utf-8")
IMAGE = (CHECKOUT / ".ci" / "image").read_text("utf-8")
EXTRAS = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
ELSEWHERE = {  # extras that the image `text` does not have, and why
    "character": "needs torch",
    "docs": "for development",
    "frames": "for Python programs",
    "huggingface": "loads scripts from the hub",
    "mauve": "needs torch",
    "mlflow": "sends results to a server",
    "neural": "the other image",
    "ray": "needs a cluster",
    "test": "for development",
    "test-all": "for development",
}


def named():
    """Return the extras of the image `text`."""
    return set(re.search(r"^ARG EXTRAS=(.*)$", DOCKERFILE, re.MULTILINE)[1].split(","))


def test_every_extra_is_there_or_has_a_reason():
    """A new extra is part of the image, or is left out for a reason, and the page lists them."""
    assert named() | ELSEWHERE.keys() == EXTRAS.keys()
    assert not named() & ELSEWHERE.keys()
    page = (CHECKOUT / "docs" / "container.md").read_text("utf-8")
    row = next(line for line in page.splitlines() if line.startswith("| `text`"))
    assert set(re.findall(r"`(\w+)`", row)) - {"text"} == named()


def test_the_torch_of_the_image():
    """Its torch is the release whose numbers were compared."""
    torch = re.search(
        r'^TORCH = "(.*?)"', (CHECKOUT / "noxfile.py").read_text("utf-8"), re.MULTILINE
    )[1]
    assert torch in (FOLDER / "constraints.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("target", ["text", "neural"])
def test_who_runs_what(target):
    """Both images end as a user without rights, with sacreval as their entry point."""
    stage = re.search(
        rf"^FROM .* AS {target}\n(.*?)(?=^FROM|\Z)", DOCKERFILE, re.MULTILINE | re.DOTALL
    )[1]
    assert re.findall(r"^USER (\w+)", stage, re.MULTILINE)[-1] == "sacreval"
    assert 'ENTRYPOINT ["sacreval"]' in DOCKERFILE
    assert f"[{target}]=" in IMAGE


def test_no_registry_is_named():
    """No file of the images names a host: bases and packages come from where the builder says."""
    for text in (DOCKERFILE, IMAGE, (FOLDER / "constraints.txt").read_text("utf-8")):
        assert not re.search(r"https?://(?!192\.0\.2\.)|\w\.(io|org|com)\b", text)


def test_what_is_copied():
    """What sacreval is built from is in the context, and nothing else of the checkout."""
    kept = re.findall(r"^!(.*)$", (CHECKOUT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    assert all((CHECKOUT / name).exists() for name in kept)
    assert {"sacreval", "setup.py", "pyproject.toml", "README.md", "LICENSE"} <= set(kept)
    assert not {".git", "tests", "docs", "build", ".venv"} & set(kept)
