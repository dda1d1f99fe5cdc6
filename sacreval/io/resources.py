"""Resources: data that metrics need, their folders, and the command that fetches them."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from sacreval.errors import InputError, NotSetUpError, UsageError, nearest, one_line

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
    return _user_folder("SACREVAL_HOME", "data", ".local/share")


def cache_folder() -> Path:
    """Return the cache folder: `SACREVAL_CACHE_HOME`, else the platform's cache folder."""
    return _user_folder("SACREVAL_CACHE_HOME", "cache", ".cache")


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


def _user_folder(variable: str, kind: str, below_home: str) -> Path:
    if named := os.environ.get(variable):
        return expanded(named, variable)
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


def punkt_folder() -> Path:
    """Return the folder of punkt's parameters for English.

    Raises:
        NotSetUpError: If it has not been set up; the message gives the command to run.
    """
    return resource("punkt") / "english"


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, as `nltk.sent_tokenize` does.

    Args:
        text: Any text.

    Raises:
        NotSetUpError: If punkt has not been set up.
        InputError: If its files are damaged.
    """
    return list(_splitter(punkt_folder()).tokenize(text))


@lru_cache(maxsize=2)
def _splitter(folder: Path) -> Any:
    """Read the parameters, which NLTK itself reads from folders of its own alone."""
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    params = PunktParameters()
    try:
        params.abbrev_types = set(_lines(folder / "abbrev_types.txt"))
        params.sent_starters = set(_lines(folder / "sent_starters.txt"))
        params.collocations = {tuple(x.split("\t")) for x in _lines(folder / "collocations.tab")}
        for line in _lines(folder / "ortho_context.tab"):
            word, contexts = line.split("\t")
            params.ortho_context[word] = int(contexts)
    except (OSError, ValueError) as error:
        raise InputError(
            f"{folder}: no parameters of punkt ({one_line(error)}); run: sacreval setup-metric "
            "punkt --force"
        ) from error
    splitter = PunktSentenceTokenizer()
    splitter._params = params  # noqa: SLF001 - as PunktTokenizer of NLTK does
    return splitter


def _lines(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8").removesuffix("\n")
    return text.split("\n") if text else []


LEXICOGRAPHER_FILES = 45  # of WordNet 3.0; no metric uses their names


@cache
def nltk_reader(folder: Path) -> Any:
    """Open WordNet with NLTK.

    Args:
        folder: The folder of `data.noun` and the other files. NLTK also requires `lexnames`, which
            Debian's package omits; numbers then replace the names.

    Returns:
        A reader of the English WordNet.
    """
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class EnglishReader(WordNetCorpusReader):  # type: ignore[misc]
        def open(self, file: str) -> Any:
            if file == "lexnames" and not (folder / file).exists():
                return io.StringIO("".join(f"{i} {i} 1\n" for i in range(LEXICOGRAPHER_FILES)))
            return super().open(file)

        def map_wn(self, version: str = "wordnet") -> None:
            """Skip the mapping of other languages, which needs more files."""

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about missing other languages
        return EnglishReader(_allowed(folder), None)


def _allowed(folder: Path) -> Any:
    """Return the folder as NLTK's path type; NLTK opens only files below its data folders."""
    import nltk

    if str(folder) not in nltk.data.path:
        nltk.data.path.append(str(folder))
    return nltk.data.FileSystemPathPointer(str(folder))


PACKAGE = Path(__file__).resolve().parents[1]


def shipped_folder(name: str) -> Path:
    """Return a folder of data: inside an installed package, or at the top of a checkout.

    Args:
        name: The name of the folder, such as `configs`.
    """
    installed = PACKAGE / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def shipped(folder: str = "evaluate") -> dict[str, Path]:
    """Return the files of a folder of `configs`, name to file: by default the suites."""
    return {path.stem: path for path in sorted((shipped_folder("configs") / folder).glob("*.yaml"))}
