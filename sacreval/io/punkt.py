"""Sentences as NLTK's punkt splits them, with the parameters for English."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from sacreval.errors import InputError, one_line
from sacreval.io.resources import resource


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
