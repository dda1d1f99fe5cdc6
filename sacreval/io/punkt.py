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
    from nltk.data import FileSystemPathPointer
    from nltk.tokenize.punkt import PunktSentenceTokenizer, load_punkt_params

    try:
        params = load_punkt_params(FileSystemPathPointer(str(folder)))
    except (OSError, ValueError, KeyError, IndexError) as error:
        raise InputError(
            f"{folder}: no parameters of punkt ({one_line(error)}); run: sacreval setup-metric "
            "punkt --force"
        ) from error
    splitter = PunktSentenceTokenizer()
    splitter._params = params  # noqa: SLF001 - as PunktTokenizer of NLTK does
    return splitter
