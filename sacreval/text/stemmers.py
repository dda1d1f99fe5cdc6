"""The stemmers of METEOR 1.5: Snowball's of about 2010."""

from __future__ import annotations

from collections.abc import Callable

from sacreval.errors import UsageError, nearest

Stemmer = Callable[[str], str]

SNOWBALL = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
"""Language to the name of its Snowball stemmer."""


def stemmer(language: str) -> Stemmer:
    """Return the stemmer of a language, a function of one word in lower case.

    Args:
        language: One of `SNOWBALL`.

    Raises:
        UsageError: If there is no stemmer for it.
    """
    if language not in SNOWBALL:
        raise UsageError(f"there is no stemmer for '{language}'; {nearest(language, SNOWBALL)}")
    import snowballstemmer

    stem: Stemmer = snowballstemmer.stemmer(SNOWBALL[language]).stemWord
    return stem
