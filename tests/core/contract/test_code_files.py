"""Source files of third-party code."""

import importlib
import sys

import msgspec
import pytest

from sacreval.core.contract.code_files import of_class, of_modules, source_hash
from sacreval.core.metric import metrics


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Import a package whose class has a base in another module."""
    folder = tmp_path / "thirdparty17"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "base.py").write_text("class Base: ...\n")
    (folder / "own.py").write_text("from thirdparty17.base import Base\nclass Own(Base): ...\n")
    (folder / "unused.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.startswith("thirdparty17")]:
        del sys.modules[name]


def test_a_class_rests_on_its_package(package):
    """All files of the package count, whether they were imported or not."""
    from importlib import import_module

    own = import_module("thirdparty17.own").Own
    assert of_class(own) == sorted(package.glob("*.py"))


def test_a_package_is_listed_once(package, monkeypatch):
    """However many of its files import each other: listing each time is quadratic in files."""
    from sacreval.core.contract import code_files

    for i in range(9):
        (package / f"more{i}.py").write_text("import thirdparty17.base, thirdparty17.own\n")
    importlib.import_module("thirdparty17.own")
    asked = []
    listed = code_files._files
    monkeypatch.setattr(code_files, "_files", lambda name: asked.append(name) or listed(name))
    assert len(of_modules(["thirdparty17.own"])) == 13
    assert sorted(asked) == ["thirdparty17", "thirdparty17.own"]


def test_what_modules_import_from_outside_site_packages(tmp_path, monkeypatch):
    """A metric's source is its module and those it imports, also in a function; others are not."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "mine31.py").write_text("import near31, numpy\ndef f(): from late31 import x\n")
    for name in ("near31", "late31", "other31"):
        (tmp_path / f"{name}.py").write_text("")
    (tmp_path / "near31.py").write_text("import mine31\n")
    importlib.import_module("mine31")
    names = [path.name for path in of_modules(["mine31"])]
    assert names == ["late31.py", "mine31.py", "near31.py"]
    before = source_hash(["mine31"])
    assert len(before) == 16
    (tmp_path / "other31.py").write_text("x = 1\n")
    assert source_hash(["mine31"]) == before
    (tmp_path / "late31.py").write_text("import more31\n")
    assert source_hash(["mine31"]) != before
    (tmp_path / "more31.py").write_text("")
    assert "more31.py" in [path.name for path in of_modules(["mine31"])]
    assert source_hash(["os.path"]) == ""
    assert source_hash(["msgspec"]) not in {"", before}


def test_sacreval_and_python_are_left_out():
    """Their versions say what they are."""
    assert of_class(metrics.get("exact-match")) == []
    assert of_modules(["json", "sacreval.core.metric", "no_such_module"]) == []
    assert of_modules([msgspec.__name__])
