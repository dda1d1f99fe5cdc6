"""Resources: where the data that metrics need lie, or which command fetches them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import NotSetUpError, UsageError, nearest

DEBIAN_WORDNET = "/usr/share/wordnet"  # where the Debian package wordnet-base puts it


class Resource(NamedTuple):
    """Where one resource may lie.

    Args:
        about: What it is, in the words of a message.
        recipe: The recipe of `metric_setup/` that fetches it.
        place: Its folder below the data folder.
        proof: A file that is in the folder when the resource is.
        nltk: Its folder below any folder of NLTK data, if NLTK knows it.
        elsewhere: Folders where the system may have it.
        needed_by: The metrics that need it, each with the option that makes it need it.
    """

    about: str
    recipe: str
    place: str
    proof: str
    nltk: str = ""
    elsewhere: tuple[str, ...] = ()
    needed_by: tuple[str, ...] = ()

    @property
    def use(self) -> str:
        """What needs it, in words; some are for metrics that later versions bring."""
        return ", ".join(self.needed_by) or "no metric of this version"


RESOURCES = {
    "wordnet": Resource(
        about="WordNet 3.0",
        recipe="meteor",
        place="nltk_data/corpora/wordnet",
        proof="data.noun",
        nltk="corpora/wordnet",
        elsewhere=(DEBIAN_WORDNET,),
        needed_by=("meteor",),
    ),
    "punkt": Resource(
        about="The punkt sentence splitter",
        recipe="punkt",
        place="nltk_data/tokenizers/punkt_tab",
        proof="english/abbrev_types.txt",
        nltk="tokenizers/punkt_tab",
        needed_by=("rouge --split-summaries",),
    ),
    "meteor-1.5": Resource(
        about="The tables of METEOR 1.5",
        recipe="meteor-1.5",
        place="meteor-1.5",
        proof="synonym/english.synsets",
    ),
    "bertscore-baselines": Resource(
        about="The rescaling baselines of BERTScore",
        recipe="bertscore-baselines",
        place="bertscore-baselines",
        proof="en/roberta-large.tsv",
    ),
    "rouge-1.5.5": Resource(
        about="The stop words and exception lists of ROUGE-1.5.5",
        recipe="rouge-1.5.5",
        place="rouge-1.5.5",
        proof="smart_common_words.txt",
    ),
}


def data_folder() -> Path:
    """Name the folder of fetched data: `SACREVAL_HOME`, else the platform's place for it."""
    if named := os.environ.get("SACREVAL_HOME"):
        return expanded(named, "SACREVAL_HOME")
    return _user_folder("data", ".local/share")


def cache_folder() -> Path:
    """Name the folder of rows: `SACREVAL_CACHE_HOME`, else the platform's place for caches."""
    if named := os.environ.get("SACREVAL_CACHE_HOME"):
        return expanded(named, "SACREVAL_CACHE_HOME")
    return _user_folder("cache", ".cache")


def expanded(path: str, option: str) -> Path:
    """Write out a `~` at the head of a path.

    Args:
        path: What the user wrote.
        option: Where, for messages.

    Raises:
        UsageError: If there is no such user, or their home is unknown.
    """
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise UsageError(
            f"{option}: there is no home folder for {path}; write the path out"
        ) from None


def _user_folder(kind: str, below_home: str) -> Path:
    if sys.platform != "linux":
        import platformdirs

        return Path(getattr(platformdirs, f"user_{kind}_dir")("sacreval", appauthor=False))
    # What platformdirs says, without the milliseconds that importing it takes.
    named = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
    base = Path(named) if Path(named).is_absolute() else expanded("~", "HOME") / below_home
    return base / "sacreval"


def known(name: str) -> Resource:
    """Look a resource up.

    Args:
        name: Such as `wordnet`.

    Raises:
        UsageError: If there is none of that name.
    """
    if name not in RESOURCES:
        raise UsageError(f"There is no resource '{name}'; {nearest(name, RESOURCES)}")
    return RESOURCES[name]


def find(name: str) -> Path | None:
    """Find the folder of a resource, or None where it has not been set up.

    Args:
        name: Such as `wordnet`.
    """
    wanted = known(name)
    for folder in _candidates(wanted):
        if (folder / wanted.proof).is_file():
            return folder
    return None


def resource(name: str) -> Path:
    """Return the folder of a resource.

    Args:
        name: Such as `wordnet`.

    Raises:
        NotSetUpError: If it has not been set up; the message names the command that does it.
    """
    if (folder := find(name)) is None:
        wanted = known(name)
        raise NotSetUpError(
            f"{wanted.about} is not here; run: sacreval setup-metric {wanted.recipe}"
        )
    return folder


def _candidates(wanted: Resource) -> Iterator[Path]:
    yield data_folder() / wanted.place
    if wanted.nltk:
        yield from (Path(folder) / wanted.nltk for folder in _nltk_folders())
    yield from map(Path, wanted.elsewhere)


def _nltk_folders() -> list[str]:
    """List where NLTK looks for its data, without the second that importing NLTK takes."""
    named = [folder for folder in os.environ.get("NLTK_DATA", "").split(os.pathsep) if folder]
    if os.name == "nt":
        roots = [sys.prefix, str(Path(sys.prefix) / "share"), str(Path(sys.prefix) / "lib")]
        roots += [os.environ.get("APPDATA", "C:\\"), "C:\\", "D:\\", "E:\\"]
    else:
        roots = [sys.prefix, *(str(Path(sys.prefix) / part) for part in ("share", "lib"))]
        roots += ["/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib"]
    homes = [os.path.expanduser("~")]  # noqa: PTH111 - which leaves `~` where there is no home
    return [*named, *(str(Path(root) / "nltk_data") for root in homes + roots)]
