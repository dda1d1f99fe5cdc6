"""Resources: data that metrics need, their folders, and the command that fetches them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from sacreval.errors import NotSetUpError, UsageError, nearest

DEBIAN_WORDNET = "/usr/share/wordnet"  # installed by the Debian package wordnet-base


class Resource(Struct, frozen=True):
    """One resource and the folders that may hold it.

    Args:
        about: Its description in messages.
        recipe: The recipe of `metric_setup/` that fetches it.
        place: Its folder, relative to the data folder.
        proof: A file whose presence shows that the folder holds the resource.
        nltk: Its folder relative to a folder of NLTK data; "" if NLTK does not have it.
        elsewhere: System folders that may hold it.
        needed_by: The metrics that need it, each with the option that requires it.
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
        """The metrics that need it, as text; resources of future metrics have none."""
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
        needed_by=(
            "rouge --split-summaries",
            "summac-zs",
            "summac-conv",
            "alignscore",
            "minicheck",
            "minicheck-t5",
            "unieval",
            "blanc-help",
            "nli-faithfulness --splitting",
        ),
    ),
    "summac-conv": Resource(
        about="The file of learned layers of SummaC-Conv",
        recipe="summac-conv-layers",
        place="summac-conv",
        proof="summac_conv_vitc_sent_perc_e.bin",
        needed_by=("summac-conv",),
    ),
    "simetrix": Resource(
        about="The background corpus of SIMetrix",
        recipe="simetrix",
        place="simetrix",
        proof="bgIdfValues.stemmed.txt",
        needed_by=("simetrix",),
    ),
    "meteor-1.5": Resource(
        about="The data of METEOR 1.5",
        recipe="meteor-1.5",
        place="meteor-1.5",
        proof="paraphrases-en.table",
        needed_by=("meteor-1.5",),
    ),
    "bertscore-baselines": Resource(
        about="The rescaling baselines of BERTScore",
        recipe="bertscore-baselines",
        place="bertscore-baselines",
        proof="en/roberta-large.tsv",
        needed_by=("bertscore --rescale",),
    ),
    "rouge-1.5.5": Resource(
        about="The data of ROUGE-1.5.5 (stop words and exceptions)",
        recipe="rouge-1.5.5",
        place="rouge-1.5.5",
        proof="smart_common_words.txt",
        needed_by=(
            "rouge-1.5.5 --stemmer",
            "rouge-1.5.5 --stem-models-only",
            "rouge-1.5.5 --remove-stopwords",
        ),
    ),
    "alpaca-eval": Resource(
        about="The judges of AlpacaEval",
        recipe="alpaca-eval",
        place="judges/alpaca-eval",
        proof="alpaca-eval.yaml",
        needed_by=("judge",),
    ),
    "gemba": Resource(
        about="The judges of GEMBA",
        recipe="gemba",
        place="judges/gemba",
        proof="gemba-da.yaml",
        needed_by=("judge",),
    ),
    "geval": Resource(
        about="The judges of G-Eval",
        recipe="geval",
        place="judges/geval",
        proof="geval-coherence.yaml",
        needed_by=("judge",),
    ),
    "mt-bench": Resource(
        about="The judges of MT-Bench",
        recipe="mt-bench",
        place="judges/mt-bench",
        proof="mt-bench-single.yaml",
        needed_by=("judge",),
    ),
}


def data_folder() -> Path:
    """Return the folder of fetched data: `SACREVAL_HOME`, else the platform's data folder."""
    if named := os.environ.get("SACREVAL_HOME"):
        return expanded(named, "SACREVAL_HOME")
    return _user_folder("data", ".local/share")


def cache_folder() -> Path:
    """Return the cache folder: `SACREVAL_CACHE_HOME`, else the platform's cache folder."""
    if named := os.environ.get("SACREVAL_CACHE_HOME"):
        return expanded(named, "SACREVAL_CACHE_HOME")
    return _user_folder("cache", ".cache")


def expanded(path: str, option: str) -> Path:
    """Expand a `~` at the start of a path.

    Args:
        path: The path as the user wrote it.
        option: The option or variable it comes from, for messages.

    Raises:
        UsageError: If there is no such user, or their home is unknown.
    """
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise UsageError(
            f"{option}: there is no home folder for {path}; write the full path"
        ) from None


def _user_folder(kind: str, below_home: str) -> Path:
    if sys.platform != "linux":
        import platformdirs

        return Path(getattr(platformdirs, f"user_{kind}_dir")("sacreval", appauthor=False))
    # The folders of platformdirs, without the time that importing it takes.
    named = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
    base = Path(named) if Path(named).is_absolute() else expanded("~", "HOME") / below_home
    return base / "sacreval"


def known(name: str) -> Resource:
    """Return a resource.

    Args:
        name: Name of the resource, such as `wordnet`.

    Raises:
        UsageError: If there is no resource of that name.
    """
    if name not in RESOURCES:
        raise UsageError(f"There is no resource '{name}'; {nearest(name, RESOURCES)}")
    return RESOURCES[name]


def find(name: str) -> Path | None:
    """Return the folder of a resource, or None if it has not been set up.

    Args:
        name: Name of the resource, such as `wordnet`.
    """
    needed = known(name)
    for folder in _candidates(needed):
        if (folder / needed.proof).is_file():
            return folder
    return None


def resource(name: str) -> Path:
    """Return the folder of a resource, which must have been set up.

    Args:
        name: Name of the resource, such as `wordnet`.

    Raises:
        NotSetUpError: If it has not been set up; the message gives the command to run.
    """
    if (folder := find(name)) is None:
        needed = known(name)
        raise NotSetUpError(
            f"{needed.about} is not installed; run: sacreval setup-metric {needed.recipe}"
        )
    return folder


def missing_for(metric: str) -> list[str]:
    """List the recipes of resources that a metric needs with its defaults, and that are missing.

    Args:
        metric: Name of the metric.
    """
    return [
        needed.recipe
        for name, needed in RESOURCES.items()
        if metric in needed.needed_by and find(name) is None
    ]


def _candidates(needed: Resource) -> Iterator[Path]:
    yield data_folder() / needed.place
    if needed.nltk:
        yield from (Path(folder) / needed.nltk for folder in _nltk_folders())
    yield from map(Path, needed.elsewhere)


def _nltk_folders() -> list[str]:
    """Return NLTK's data folders, without importing NLTK, which takes a second."""
    named = [folder for folder in os.environ.get("NLTK_DATA", "").split(os.pathsep) if folder]
    if os.name == "nt":
        roots = [sys.prefix, str(Path(sys.prefix) / "share"), str(Path(sys.prefix) / "lib")]
        roots += [os.environ.get("APPDATA", "C:\\"), "C:\\", "D:\\", "E:\\"]
    else:
        roots = [sys.prefix, *(str(Path(sys.prefix) / part) for part in ("share", "lib"))]
        roots += ["/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib"]
    homes = [os.path.expanduser("~")]  # noqa: PTH111 - leaves `~` unchanged if there is no home folder
    return [*named, *(str(Path(root) / "nltk_data") for root in homes + roots)]
