"""Tests that could not run: each reason is listed once at the end of the run."""

import re
from collections.abc import Generator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import pytest

from sacreval.errors import NotSetUpError

OF_EXTRAS = {  # modules that `[test-all]` installs and `[test]` does not
    "codebleu": ["tree_sitter", "tree_sitter_python"],
    "duckdb": ["duckdb"],
    "ja": ["MeCab"],
    "labels": ["sklearn", "seqeval"],
    "math": ["math_verify"],
    "parquet": ["pyarrow"],
    "plots": ["matplotlib"],
    "ranking": ["pytrec_eval"],
    "ray": ["ray"],
    "spm": ["sentencepiece"],
    "zstd": ["zstandard"],
}
SENTENCES: dict[str, None] = {}


def say(sentence: str) -> None:
    """Record what could not run, and why."""
    SENTENCES[sentence] = None


def module(name: str, what: str) -> ModuleType:
    """Import a package that a test needs, or note what cannot run without it and skip.

    Args:
        name: The module.
        what: What the test is about, in the plural.
    """
    try:
        return import_module(name)
    except ImportError:
        say(f"{what}: {name} is not installed")
        pytest.skip(f"{name} is not installed", allow_module_level=True)


def needs(name: str, what: str) -> pytest.MarkDecorator:
    """Return a mark that skips tests, and lists what they are about, without a package.

    Args:
        name: The module.
        what: What the tests are about, in the plural.
    """
    lacking = find_spec(name) is None
    if lacking:
        say(f"{what}: {name} is not installed")
    return pytest.mark.skipif(lacking, reason=f"{name} is not installed")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """Skip a test that needs a package of an extra that `[test]` leaves to `[test-all]`."""
    try:
        return (yield)
    except (ModuleNotFoundError, NotSetUpError) as error:
        if not (name := absent(error)):
            raise
        say(f"some tests: {name} is not installed")
        pytest.skip(f"{name} is not installed")


def absent(error: BaseException) -> str:
    """Return the package that an error asks for, if it is one of `[test-all]` and not installed."""
    if isinstance(error, ModuleNotFoundError):
        names = [(error.name or "").partition(".")[0]]
    elif not isinstance(error, NotSetUpError):
        return ""
    else:
        extra = re.search(r"'sacreval\[(\w+)\]'", str(error))
        names = OF_EXTRAS.get(extra[1], []) if extra else []
    known = {name for modules in OF_EXTRAS.values() for name in modules}
    return next((name for name in names if name in known and find_spec(name) is None), "")
