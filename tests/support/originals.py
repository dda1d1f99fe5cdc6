"""The original programs of metrics, named by environment variables, and what they need.

SACREVAL_ROUGE_155 is the path of ROUGE-1.5.5.pl, with its `data` beside it; SACREVAL_METEOR_JAR is
that of meteor-1.5.jar, with the English paraphrases in `data` beside it. CONTRIBUTING.md says where
they can be had. What cannot run without is listed at the end of the run.
"""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from sacreval.io.resources import data_folder
from support import missing

TABLES = ("function/", "nonbreaking/", "synonym/")
PERL_MODULES = ("XML::DOM", "DB_File")


def rouge_script() -> Path:
    """Return the path of ROUGE-1.5.5.pl, with its data set up; skip where it cannot run."""
    script = named("SACREVAL_ROUGE_155", "ROUGE-1.5.5.pl")
    if not _perl():
        missing.say(f"comparisons with ROUGE-1.5.5.pl: no Perl with {' and '.join(PERL_MODULES)}")
        pytest.skip("Perl or its modules are not installed")
    target = _data_folder() / "rouge-1.5.5"
    if not target.exists():
        shutil.copytree(script.parent / "data", target)
    return script


def meteor_jar() -> Path:
    """Return the path of meteor-1.5.jar, with its tables set up; skip where it cannot run.

    The table of paraphrases is an empty file, for modules that do not use it.
    """
    jar = named("SACREVAL_METEOR_JAR", "meteor-1.5.jar")
    if shutil.which("java") is None:
        missing.say("comparisons with meteor-1.5.jar: Java is not installed")
        pytest.skip("Java is not installed")
    target = _data_folder() / "meteor-1.5"
    if not target.exists():
        with ZipFile(jar) as inside:
            names = [name for name in inside.namelist() if name.startswith(TABLES)]
            inside.extractall(target, names)
        (target / "paraphrases-en.table").touch()
    return jar


def _data_folder() -> Path:
    """Return the data folder of the test, which the fixture `alone` makes."""
    if not os.environ.get("SACREVAL_HOME"):
        raise RuntimeError("use the fixture `alone`: data would be left in the user's folder")
    return data_folder()


def named(variable: str, what: str) -> Path:
    """Return the path in an environment variable; skip where it names no file."""
    path = Path(os.environ.get(variable) or os.devnull)
    if not path.is_file():
        missing.say(f"comparisons with {what}: {variable} names no such file")
        pytest.skip(f"{variable} names no file")
    return path.resolve()


@cache
def _perl() -> bool:
    words = ["perl", *(f"-M{name}" for name in PERL_MODULES), "-e", "1"]
    return shutil.which("perl") is not None and not subprocess.run(words, check=False).returncode


def registered(name: str, path: Path) -> None:
    """Register a program as the user's copy, in the data folder of the test."""
    from sacreval.io.programs.official_programs import checked, store

    store(name, checked(name, str(path)))
