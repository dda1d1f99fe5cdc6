"""Places of METEOR 1.5's tables of paraphrases, by language."""

from __future__ import annotations

from pathlib import Path

from sacreval.errors import NotSetUpError
from sacreval.io.resources import data_folder, resource

LANGUAGES = ("en", "cs", "de", "es", "fr", "ru")
"""Languages for which METEOR 1.5 has paraphrases; only the English ones can be fetched."""


def own_table(language: str) -> Path:
    """Return the path of the user's own table, which may be missing.

    Args:
        language: Code of the language, such as `de`.
    """
    return data_folder() / "meteor-1.5-own" / f"paraphrases-{language}.table"


def find_table(language: str) -> Path:
    """Return the table of a language: the user's own, else the fetched one.

    Args:
        language: Code of the language, such as `de`.

    Raises:
        NotSetUpError: If there is none; the message gives the command to run.
    """
    if (own := own_table(language)).is_file():
        return own
    if language == "en":
        return resource("meteor-1.5") / "paraphrases-en.table"
    raise NotSetUpError(
        f"The paraphrases of METEOR 1.5 for '{language}' are not installed; run: sacreval "
        f"setup-metric meteor-1.5 --paraphrases {language}=FILE.gz with your file, or leave the "
        "module paraphrase out of --modules"
    )
