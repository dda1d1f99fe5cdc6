"""CodeBLEU (Ren et al. 2020, arXiv:2009.10297): n-grams, syntax and data flow of programs."""

from __future__ import annotations

import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from sacreval.core.metric import Metric, ScoreScale, metrics
from sacreval.core.version import version
from sacreval.errors import NotSetUpError, RecordError, UsageError
from sacreval.metrics.structures import _data_flow
from sacreval.metrics.structures._data_flow import LANGUAGES
from sacreval.stats.ratio import ratio
from sacreval.text.words import ngrams

if TYPE_CHECKING:
    from sacreval.core.metric import Array


Lang = Literal["c", "c_sharp", "cpp", "go", "java", "javascript", "php", "python", "ruby", "rust"]
Match = tuple[int, int]  # what is in common, and all
ORDERS = 4
PARTS = ("ngram_match", "weighted_ngram_match", "syntax_match", "dataflow_match")
UNITS = 5  # a keyword has weight 1 and any other token 0.2; rows have whole numbers of fifths
_EXAMPLE = "def area(width, height):\n    total = width * height\n    return total"


@metrics.register("codebleu")
@dataclass(frozen=True, kw_only=True)
class CodeBleu(Metric):
    """CodeBLEU: n-grams, n-grams with keywords, syntax and data flow of programs, 0 to 1.

    Higher is better. The score is the weighted mean of four others. Counts are summed over records
    and references before they are divided. As in the package codebleu, a data-flow match of 0, also
    where references have no data flow, counts as 1 in the mean, but is printed as 0. Programs are
    parsed by tree-sitter and never run. It needs `pip install 'sacreval[codebleu]'`.

    Args:
        lang: Programming language of outputs and references.
        weights: Weights of n-gram match, weighted n-gram match, syntax match and data-flow match.

    Source: the Python package codebleu 0.7.0, whose data flow is that of CodeXGLUE and XLCoST. A
    variable computed from several, in a loop, has them there in the order of a set of texts, which
    differs from run to run; here it is the order of the program.
    """

    tasks: ClassVar[tuple[str, ...]] = ("code", "generation")
    score_scale = ScoreScale(
        greatest={"codebleu": 1.0, **{f"codebleu_{part}": 1.0 for part in PARTS}}
    )
    whole_rows: ClassVar[bool] = True
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": _EXAMPLE, "references": [_EXAMPLE]},
        {"prediction": "def area(a, b):\n    return a * b", "references": [_EXAMPLE]},
        {"prediction": "x = 1\nwhile x < 5:\n    x = x + 1", "references": [_EXAMPLE, "x = 1"]},
        {"prediction": "", "references": [_EXAMPLE]},
    )

    lang: Lang = "python"
    weights: tuple[float, ...] = (0.25, 0.25, 0.25, 0.25)

    def __post_init__(self) -> None:
        if len(self.weights) != len(PARTS) or not all(isfinite(w) and w >= 0 for w in self.weights):
            raise UsageError(
                f"weights are {', '.join(f'{w:g}' for w in self.weights)}; give four numbers, 0 or "
                "more: of n-grams, weighted n-grams, syntax and data flow"
            )
        require(self.lang)

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the names of the weighted mean and of its four parts."""
        return ("codebleu", *(f"codebleu_{part}" for part in PARTS))

    def official_versions(self) -> Mapping[str, str]:
        """Return the versions of the parser and of the grammar, on which trees depend."""
        return {name: version(name) for name in ("tree-sitter", package(self.lang))}

    def prepare(self, *context: Any) -> list[ParsedProgram]:
        """Parse the references."""
        return [self._program(text) for text in context[0]]

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Count tokens, n-grams, subtrees and edges, and those in common.

        The columns are: tokens, tokens of the closest reference, n-grams in common of order 1 to 4,
        n-grams of order 1 to 4; 2 for the record; weighted n-grams in common, and of references;
        subtrees in common, and of the references; edges in common, and of the references.
        """
        ours = self._program(prediction)
        mine = [ngrams(ours.tokens, n) for n in range(1, ORDERS + 1)]
        theirs = [[ngrams(code.tokens, n) for n in range(1, ORDERS + 1)] for code in prepared]
        lengths = [len(code.tokens) for code in prepared]
        closest = min(lengths, key=lambda size: (abs(size - len(ours.tokens)), size))
        precision = [_precision(bag, [x[n] for x in theirs]) for n, bag in enumerate(mine)]
        recall = [self._recall(n + 1, bag, [x[n] for x in theirs]) for n, bag in enumerate(mine)]
        syntax = [matches(ours.tree, code.tree) for code in prepared]
        flow = [_data_flow.matches(ours.flow, code.flow) for code in prepared]
        # The package takes a reference and its weights for the tokens of a text of two.
        columns = [(len(ours.tokens), closest), *zip(*precision, strict=True), (2,)]
        columns += [*zip(*recall, strict=True)]
        columns += [tuple(map(sum, zip(*counts, strict=True))) for counts in (syntax, flow)]
        return [float(number) for column in columns for number in column]

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide the sums, and average the four parts by their weights."""
        import numpy as np

        size = sums[..., 0]
        plain, weighted = sums[..., 2:10], sums[..., 11:19]
        fifths = np.array([1.0 / UNITS, 1.0, 1.0, 1.0] * 2)
        syntax, flow = (ratio(sums[..., i], sums[..., i + 1], otherwise=0.0) for i in (19, 21))
        parts = [
            _bleu(plain, size, sums[..., 1]),
            _bleu(weighted * fifths, size, sums[..., 10]),
            syntax,
            flow,
        ]
        counted = [*parts[:3], np.where(flow == 0, 1.0, flow)]
        mean = np.sum([w * part for w, part in zip(self.weights, counted, strict=True)], axis=0)
        return dict(zip(self.outputs, [mean, *parts], strict=True))

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Return the data-flow match where no reference has any."""
        none = len(rows) > 0 and not rows[..., 22].any()
        return {"codebleu_dataflow_match": "references have no data flow"} if none else {}

    def _program(self, text: str) -> ParsedProgram:
        text = text.strip()
        bare = without_comments(text, self.lang)
        root = parsed(bare, self.lang)
        return ParsedProgram(
            text.split(), root, _data_flow.data_flow(root, bare, LANGUAGES[self.lang])
        )

    def _recall(self, n: int, ours: Counter[Any], theirs: Sequence[Counter[Any]]) -> Match:
        """Count n-grams of the references that the output has, and all; unigrams by weight."""
        weight, least = (self._weight, UNITS) if n == 1 else (_unit_weight, 1)
        matched = total = 0
        for reference in theirs:
            matched += sum(weight(x) * min(count, ours[x]) for x, count in reference.items())
            total += max(least, sum(weight(x) * count for x, count in reference.items()))
        return matched, total

    def _weight(self, ngram: tuple[str, ...]) -> int:
        return UNITS if ngram[0] in KEYWORDS[self.lang] else 1


class ParsedProgram(NamedTuple):
    """What one program is compared by.

    Args:
        tokens: Its words, separated by blanks.
        tree: The root of its syntax tree, without comments.
        flow: Its data flow.
    """

    tokens: Sequence[str]
    tree: Any
    flow: Sequence[_data_flow.Edge]


DEEPEST = 1000  # levels of a program; the text of all its subtrees grows with their number

# Literals are kept, so that what looks like a comment inside them stays.
_COMMENT_OR_LITERAL = re.compile(
    r"""(?P<comment>//.*?$|/\*.*?\*/)|'(?:\\.|[^\\'])*'|"(?:\\.|[^\\"])*\"""",
    re.DOTALL | re.MULTILINE,
)


def package(lang: str) -> str:
    """Return the package with the grammar of a language."""
    return f"tree-sitter-{lang.replace('_', '-')}"


def require(lang: str) -> None:
    """Check that the parser and the grammar of a language are installed, without importing them."""
    for name in ("tree-sitter", package(lang)):
        if find_spec(name.replace("-", "_")) is None:
            raise NotSetUpError(f"codebleu needs {name}; run: pip install 'sacreval[codebleu]'")


@cache
def _grammar(lang: str) -> Any:
    from tree_sitter import Language

    module = import_module(package(lang).replace("-", "_"))
    return Language(module.language_php() if lang == "php" else module.language())


def parsed(text: str, lang: str) -> Any:
    """Return the root of the syntax tree of a program, which may have errors."""
    from tree_sitter import Parser

    root = Parser(_grammar(lang)).parse(text.encode("utf-8", "surrogatepass")).root_node
    level, depth = [root], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise RecordError(f"the program is nested more than {DEEPEST:,} levels deep")
        level = [child for node in level for child in node.children]
    return root


def without_comments(text: str, lang: str) -> str:
    """Return a program without comments, docstrings and blank lines; Ruby's stays as it is."""
    if lang == "ruby":
        return text
    if lang == "python":
        try:
            text = _python_without_comments(text)
        except (tokenize.TokenError, SyntaxError):
            return text
    else:
        text = _COMMENT_OR_LITERAL.sub(lambda m: " " if m["comment"] else m[0], text)
    return "\n".join(line for line in text.split("\n") if line.strip())


def _python_without_comments(text: str) -> str:
    """Drop comments, and strings that stand where a statement begins."""
    kept: list[str] = []
    before, row, column = tokenize.INDENT, -1, 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.start[0] > row:
            column = 0
        kept.append(" " * max(0, token.start[1] - column))
        bare = before in (tokenize.INDENT, tokenize.NEWLINE) or token.start[1] == 0
        is_docstring = token.type == tokenize.STRING and bare
        if token.type != tokenize.COMMENT and not is_docstring:
            kept.append(token.string)
        before, (row, column) = token.type, token.end
    return "".join(kept)


def subtrees(root: Any) -> Iterator[str]:
    """Yield the S-expression of the root, and of each node below it that has parts."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield str(node)
        waiting += [child for child in node.children if child.children]


def matches(candidate: Any, reference: Any) -> tuple[int, int]:
    """Count the subtrees of a reference that a candidate has too, and all of the reference."""
    known = set(subtrees(candidate))
    theirs = list(subtrees(reference))
    return sum(subtree in known for subtree in theirs), len(theirs)


MISSED = 0.1  # matches of an order without any, by the first smoothing of Chen and Cherry (2014)


def _unit_weight(_ngram: tuple[str, ...]) -> int:
    return 1


def _precision(ours: Counter[Any], theirs: Sequence[Counter[Any]]) -> Match:
    """Count n-grams of the output that a reference has, and all of the output, at least 1."""
    matched = sum(min(count, max(counts[x] for counts in theirs)) for x, count in ours.items())
    return matched, max(1, ours.total())


def _bleu(counts: Array, size: Array, reference_size: Array) -> Array:
    """Compute BLEU with smoothing of orders without a match."""
    import numpy as np

    matched, total = counts[..., :ORDERS], counts[..., ORDERS:]
    p = np.where(matched == 0, MISSED, matched) / np.maximum(total, 1e-9)
    shortness = ratio(reference_size, size, otherwise=np.inf)
    brevity = np.exp(np.minimum(1.0 - shortness, 0.0))
    score: Array = np.where(matched[..., 0] == 0, 0.0, brevity * np.exp(np.log(p).mean(axis=-1)))
    return score


KEYWORDS = {
    "c": _data_flow.words("""
        _Packed auto break case char const continue default do double else enum extern float for
        goto if int long register return short signed sizeof static struct switch typedef union
        unsigned void volatile while
    """),
    "c_sharp": _data_flow.words("""
        abstract add alias as ascending async await base bool break by byte case catch char
        checked class const continue decimal default delegate descending do double dynamic else
        enum equals event explicit extern false finally fixed float for foreach from get global
        goto group if implicit in int interface internal into is join let lock long nameof
        namespace new notnull null object on operator orderby out override params partial
        private protected public readonly ref remove return sbyte sealed select set short sizeof
        stackalloc static string struct switch this throw true try typeof uint ulong unchecked
        unmanaged unsafe ushort using value var virtual void volatile when where while yield
    """),
    "cpp": _data_flow.words("""
        INT_MAX INT_MIN MAX_RAND NULL and and_eq asm auto bitand bitor bool break case catch
        char cin class compl const const_cast continue cout default delete do double
        dynamic_cast else endl enum explicit extern false float for friend goto if include
        inline int iomanip iostream long main mutable namespace new not not_eq npos operator or
        or_eq private protected public register reinterpret_cast return short signed sizeof
        static static_cast std string struct switch template this throw true try typedef typeid
        typename union unsigned using virtual void volatile wchar_t while xor xor_eq
    """),
    "go": _data_flow.words("""
        break case chan const continue default defer else fallthrough false for func go goto if
        import interface map package range return select struct switch true type var
    """),
    "java": _data_flow.words("""
        abstract assert boolean break byte case catch char class const continue default do
        double else enum extends final finally float for goto if implements import instanceof
        int interface long native new package private protected public return short static
        strictfp super switch synchronized this throw throws transient try void volatile while
    """),
    "javascript": _data_flow.words("""
        True await break case catch class const continue debugger default delete do else enum
        export extends false finally for function if implements import in instanceof interface
        let new null package private protected public return static super switch this throw try
        typeof var void while with yield
    """),
    "php": _data_flow.words("""
        __halt_compiler abstract and array as break callable case catch class clone const
        continue declare default die do echo else elseif empty enddeclare endfor endforeach
        endif endswitch endwhile eval exit extends final for foreach function global goto if
        implements include include_once instanceof insteadof interface isset list namespace new
        or print private protected public require require_once return static switch throw trait
        try unset use var while xor
    """),
    "python": _data_flow.words("""
        False None True and as assert async await break case class continue def del elif else
        except finally for from global if import in is lambda match nonlocal not or pass raise
        return try type while with yield
    """),
    "ruby": _data_flow.words("""
        BEGIN END __ENCODING__ __FILE__ __LINE__ alias and begin break case class def defined?
        do else elsif end ensure false for if in module next nil not or redo rescue retry return
        self super then true undef unless until when while yield
    """),
    "rust": _data_flow.words("""
        as async await block bool break char const continue crate default dyn else enum expr
        extern f32 f64 false fn for i128 i16 i32 i64 i8 ident if impl in isize item let lifetime
        literal loop macro_rules! match meta mod move mut pat path pub ref return self static
        stmt str struct super trait true tt ty type u128 u16 u32 u64 u8 union unsafe use usize
        vis where while yield
    """),
}
