"""Exceptions of sacreval; each message is one sentence that ends with the remedy."""

import errno
from collections.abc import Iterable
from typing import ClassVar, Literal

SENTENCE = 480  # characters of a message; with its prefix, a message stays below 500
_NAMED = 24  # names listed in a message; more would hide the rest of the sentence
_STEM = 3  # characters of an abbreviation
_SEVERAL = 3  # names that a message suggests
_MOST = 200  # characters of a third-party error message
_VALUE = 100  # characters of a value in a message
NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)  # how a write may fail
_NO_MEMORY = (
    "failed to map segment",
    "Cannot allocate memory",
    "cannot allocate memory",
    "can't load unicodedata",  # of a module with a character by name
)
_REMEDIES = {
    errno.EFBIG: "raise the limit on the size of files (ulimit -f), or write less",
    errno.EMFILE: "raise the limit on open files (ulimit -n)",
    errno.ENFILE: "close other programs: this machine has too many open files",
    errno.ENOMEM: "free memory, or raise its limit (ulimit -v)",
    errno.ENAMETOOLONG: "give a shorter name",
    errno.EIO: "check the disk",
}


class SacrevalError(Exception):
    """An error that the user can fix: input, options or set-up. The command exits with 2."""

    exit_code = 2


class UsageError(SacrevalError):
    """An option, a name or a configuration that cannot be used."""


class MistakesError(UsageError):
    """Several mistakes in one file, such as a config.

    Attributes:
        sentences: A sentence for each.
    """

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)
        super().__init__("\n".join(self.sentences))


class UnknownOutputError(UsageError):
    """A gate or an option names an output that the run does not have.

    Attributes:
        output: The name.
    """

    def __init__(self, sentence: str, output: str = "") -> None:
        super().__init__(sentence)
        self.output = output


class InputError(SacrevalError):
    """A file or a record that cannot be read."""


class MissingFilesError(MistakesError, InputError):
    """Several files that do not exist."""


class NotSetUpError(SacrevalError):
    """A package or data that a metric or a reader needs and that is not installed."""


class GateError(SacrevalError):
    """A gate that failed, or a result that was not reproduced. The command exits with 1."""

    exit_code = 1


class MetricError(SacrevalError):
    """A metric that raises an unexpected exception on a record."""


class RecordError(SacrevalError):
    """One record that a metric cannot score, though its fields are well formed.

    It is counted rather than fatal; the command exits with 3 unless errors were allowed.
    """

    exit_code = 3


class Notice(Warning):
    """What the user should know and that does not end the run; commands print it as one line.

    Attributes:
        kind: What it is about, in the file of --notices.
    """

    kind: ClassVar[Literal["input", "plugin", "result"]]


class InputNotice(Notice, UserWarning):
    """A notice about an input; shown once for each file."""

    kind = "input"


class ResultWarning(Notice, UserWarning):
    """A notice about a result, which the command writes to standard error."""

    kind = "result"


class PluginWarning(Notice, UserWarning):
    """A plug-in that is skipped; the message gives the reason."""

    kind = "plugin"


def _begun(name: str, known: Iterable[str]) -> list[str]:
    """Return the shortest name that an abbreviation begins, as `refs` does `references`."""
    stem = name.removesuffix("s")
    return sorted((x for x in known if x.startswith(stem)), key=len)[: len(stem) >= _STEM]


def _longer(name: str, known: Iterable[str]) -> list[str]:
    """Return a few names that add a part to a name, as `rouge1_f1` does to `rouge-1`."""
    stem = _plain(name)
    longer = [x for x in known if _plain(x).startswith(stem) and len(stem) >= _STEM]
    longer = [x for x in longer if not any(x != y and x.startswith(y) for y in longer)]
    return sorted(longer, key=len) if len(longer) <= _SEVERAL else []


def _with_part(name: str, known: Iterable[str]) -> list[str]:
    """Return a few names of which a name is a part, as `relevance` is of `expert_relevance`."""
    names = [x for x in known if name in x.replace("-", "_").split("_")]
    return names if len(names) <= _SEVERAL else []


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name))


def one_line(error: BaseException) -> str:
    """Format a third-party exception as one truncated line."""
    text = " ".join(str(error).split())
    text = f"{type(error).__name__}{text and f': {text}'}"
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"


def shortened(text: str, most: int = _VALUE) -> str:
    """Replace the middle of a text that is too long for a message by an ellipsis.

    Args:
        text: A text that may be long, such as a name or a value from a file.
        most: Largest length of the result, in characters.
    """
    if len(text) <= most:
        return text
    tail = most // 3
    return f"{text[: most - tail - 1]}…{text[-tail:]}"


def comma_list(texts: Iterable[str], most: int = 6) -> str:
    """Join texts by commas, and count those that are too many to list.

    Args:
        texts: Texts, such as names.
        most: How many are listed.
    """
    listed = list(texts)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def is_memory(error: BaseException) -> bool:
    """Return whether an error means that memory ran out, as some import and system errors do."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    text = str(error)
    return isinstance(error, ImportError | SyntaxError) and any(sign in text for sign in _NO_MEMORY)


def remedy(error: OSError) -> str:
    """Return the remedy for a failed read or write, as a clause."""
    return _REMEDIES.get(error.errno or 0, "free space, or choose another place")


def nearest(name: str, known: Iterable[str], remedy: str = "") -> str:
    """Suggest the known name that is closest to an unknown one, whatever its case.

    Args:
        name: What the user wrote.
        known: All known names.
        remedy: What to do where no name is close; by default the names are listed.

    Returns:
        A clause such as "did you mean 'bleu'?", the remedy, or the first known names.
    """
    from difflib import get_close_matches

    names = sorted(known)
    folded = {known_name.casefold(): known_name for known_name in names}
    meant = name.casefold() if len(name) <= _VALUE else ""  # a longer name is no misspelling
    longer = _longer(meant, folded)
    very = get_close_matches(meant, folded, n=1, cutoff=0.8)
    close = (
        (very if very and very[0] in longer else longer or very)
        or _begun(meant, folded)
        or _with_part(meant, folded)
        or get_close_matches(meant, folded, n=1, cutoff=0.6)
    )
    if close:
        *first, last = [f"'{folded[name_folded]}'" for name_folded in close]
        return f"did you mean {', '.join(first)}{' or ' if first else ''}{last}?"
    if remedy:
        return remedy
    more = f", and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"available: {', '.join(names[:_NAMED]) or 'none'}{more}"
