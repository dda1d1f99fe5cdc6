"""`sacreval normalize NAME`: what a normalizer, an extractor or a tokenizer makes of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, get_args

import typer

from sacreval.cli.notices import notice
from sacreval.errors import RecordError, UsageError, nearest
from sacreval.text.user_functions import SCHEME

Kind = Literal["normalizer", "extractor", "tokenizer"]
Change = Callable[[str], Any]
MISSING = 3
ROUGE: Literal["rouge"] = "rouge"  # which only that metric has


def normalize(
    *,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A value of --normalize, --extract or --tokenize; see `sacreval list`.",
        ),
    ],
    texts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TEXT]...", help="The texts; by default the lines of standard input."
        ),
    ] = None,
    kind: Annotated[
        Kind | None,
        typer.Option("--kind", help="What NAME is, for a name that is more than one of these."),
    ] = None,
    form: Annotated[
        Literal["text", "jsonl"],
        typer.Option(
            "--format",
            help="text: a line for each text, with line breaks as \\n, and an empty line where "
            "there is no answer. jsonl: an object with text and result, or text and error.",
        ),
    ] = "text",
) -> None:
    """Show what a normalizer, an extractor or a tokenizer makes of texts.

    Exits with 3 if an extractor finds no answer in a text.
    """
    change = _change(name, kind)
    missing = 0
    for number, text in enumerate(texts or _lines(), start=1):
        try:
            result, error = change(text), None
        except RecordError as found:
            result, error = None, str(found)
            missing += 1
        if form == "jsonl":
            _write_object(text, result, error)
        else:
            typer.echo(_in_a_line(result))
            if error:
                notice(f"text {number}: {error}")
    if missing:
        raise typer.Exit(MISSING)


def _in_a_line(result: Any) -> str:
    """Return a result as one line: a text with its line breaks escaped, other values as JSON."""
    import msgspec

    if result is None:
        return ""
    text = result if isinstance(result, str) else msgspec.json.encode(result).decode()
    return text.replace("\r", "\\r").replace("\n", "\\n")


def _write_object(text: str, result: Any, error: str | None) -> None:
    import msgspec

    outcome = {"result": result} if error is None else {"error": error}
    typer.echo(msgspec.json.encode({"text": text, **outcome}).decode())


def _lines() -> Iterator[str]:
    """Yield the lines of standard input."""
    from sacreval.io.files import STDIN, open_bytes
    from sacreval.io.lines import lines

    with open_bytes(STDIN) as stream:
        yield from (line.rstrip("\r\n") for line in lines(stream, STDIN))


def _change(name: str, kind: Kind | None) -> Change:
    """Return the function of a name."""
    kinds = [x for x in get_args(Kind) if _is(name, x)]
    if kind is None and not kinds:
        known = dict.fromkeys(x for kind_ in get_args(Kind) for x in _names(kind_))
        raise UsageError(
            f"there is no normalizer, extractor or tokenizer '{name}'; {nearest(name, known)}"
        )
    if kind is None and len(kinds) > 1 and name != "none":
        raise UsageError(f"{name} is {' and '.join(map(_with_article, kinds))}; add --kind")
    if kind is not None and kind not in kinds:
        raise UsageError(f"there is no {kind} '{name}'; {nearest(name, _names(kind))}")
    return _function(name, kind or kinds[0])


def _with_article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _is(name: str, kind: Kind) -> bool:
    """Return whether a name stands for a normalizer, an extractor or a tokenizer."""
    from sacreval.text.answers.answer_extractors import EXTRACTORS, WITH_ARGUMENT, in_turn
    from sacreval.text.normalizers import NORMALIZERS

    if kind == "tokenizer":
        return name in _names(kind) or name.startswith(SCHEME)
    if kind == "normalizer":
        return all(x in NORMALIZERS or x.startswith(SCHEME) for x in name.split("+"))
    heads = (part.partition(":") for part in in_turn(name))
    return all(head in (WITH_ARGUMENT if colon else EXTRACTORS) for head, colon, _ in heads)


def _function(name: str, kind: Kind) -> Change:
    if kind == "normalizer":
        from sacreval.text.normalizers import normalizer

        return normalizer(name)
    if kind == "extractor":
        from sacreval.text.answers.answer_extractors import extractor

        return extractor(name)
    if name == ROUGE:
        from sacreval.metrics.ngrams.rouge import splitter

        split = splitter(ROUGE, stemmer=False)
        return lambda text: " ".join(split(text))
    from sacreval.text.tokenizers import check, tokenized

    check(name)
    return lambda text: " ".join(tokenized(text, name, lowercase=False))


def _names(kind: Kind) -> list[str]:
    from sacreval.commands.list_choices import extractors
    from sacreval.text.normalizers import NORMALIZERS

    if kind == "tokenizer":
        from sacreval.text.tokenizers import TOKENIZERS

        return [ROUGE, *TOKENIZERS]
    return [*NORMALIZERS] if kind == "normalizer" else [row["name"] for row in extractors()]
