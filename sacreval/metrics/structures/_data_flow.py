"""Data flow: which variable each variable of a program comes from, by language.

The graph is that of GraphCodeBERT (Guo et al. 2021, arXiv:2009.08366), as CodeBLEU reads it: names
in the order of the text, without scopes; the branches of a condition are joined, and loops walked
twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct

Named = tuple[str, str]  # the fields with a name and its value


class Language(Struct, frozen=True):
    """Types of nodes in the grammar of a language.

    Args:
        definitions: Nodes that define a name, perhaps with a value.
        name_and_value: Their fields; or `two` and `middle` for grammars without such fields.
        assignments: Nodes that assign `right` to `left`.
        pairwise: Whether the parts of both sides belong to each other one by one.
        increments: Nodes that compute a variable from itself.
        branches: Nodes whose parts are alternatives, and the types of those parts.
        alternatives: The types of those parts, if they differ from `branches`.
        once_other: Whether all parts after the first alternative are alternatives too.
        may_skip: Whether what holds before a branch may hold after it, whatever its parts.
        counted: Loops with a counter, of which all that follows `counter` is repeated.
        counter: The part of such a loop that runs once.
        updated: Whether the counter has a field `update`, which is repeated before the body.
        over: Loops over the values of an expression.
        over_fields: Their fields: name, value, body.
        repeated: Loops that are walked twice as a whole.
        first: Parts that are walked before the others.
        shares_states: Whether only leaves copy what is known of variables.
    """

    definitions: frozenset[str]
    assignments: frozenset[str]
    branches: frozenset[str]
    name_and_value: Named | Literal["two", "middle"] = ("name", "value")
    pairwise: bool = False
    increments: frozenset[str] = frozenset()
    alternatives: frozenset[str] = frozenset()
    once_other: bool = True
    may_skip: bool = False
    counted: frozenset[str] = frozenset()
    counter: str = ""
    updated: bool = False
    over: frozenset[str] = frozenset()
    over_fields: tuple[str, str, str] = ("name", "value", "body")
    repeated: frozenset[str] = frozenset()
    first: frozenset[str] = frozenset()
    shares_states: bool = False


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


C_SHARP = Language(
    definitions=words("variable_declarator"),
    name_and_value="two",
    assignments=words("assignment_expression"),
    increments=words("postfix_unary_expression"),
    branches=words("if_statement else"),
    counted=words("for_statement"),
    counter="local_variable_declaration",
    over=words("for_each_statement"),
    over_fields=("left", "right", "body"),
    repeated=words("while_statement"),
)
LANGUAGES = {
    "python": Language(
        definitions=words("default_parameter"),
        assignments=words("assignment augmented_assignment for_in_clause"),
        pairwise=True,
        branches=words("if_statement"),
        alternatives=words("elif_clause else_clause"),
        once_other=False,
        over=words("for_statement"),
        repeated=words("while_statement"),
        first=words("for_in_clause"),
    ),
    "java": Language(
        definitions=words("variable_declarator"),
        assignments=words("assignment_expression"),
        increments=words("update_expression"),
        branches=words("if_statement else"),
        counted=words("for_statement"),
        counter="local_variable_declaration",
        over=words("enhanced_for_statement"),
        repeated=words("while_statement"),
    ),
    "javascript": Language(
        definitions=words("variable_declarator"),
        assignments=words("assignment_pattern augmented_assignment_expression"),
        increments=words("update_expression"),
        branches=words("if_statement else"),
        may_skip=True,
        counted=words("for_statement"),
        counter="variable_declaration",
        repeated=words("while_statement"),
    ),
    "go": Language(
        definitions=words("var_spec"),
        assignments=words("assignment_statement"),
        increments=words("inc_statement"),
        branches=words("if_statement else"),
        may_skip=True,
        counted=words("for_statement"),
        counter="for_clause",
        updated=True,
    ),
    "php": Language(
        definitions=words("simple_parameter"),
        name_and_value=("name", "default_value"),
        assignments=words("assignment_expression augmented_assignment_expression"),
        increments=words("update_expression"),
        branches=words("if_statement else_clause"),
        may_skip=True,
        counted=words("for_statement"),
        counter="assignment_expression",
        over=words("foreach_statement"),
        over_fields=("", "", "body"),
        repeated=words("while_statement"),
    ),
    "ruby": Language(
        definitions=words("keyword_parameter"),
        assignments=words("assignment operator_assignment"),
        pairwise=True,
        branches=words("if elsif else unless when"),
        once_other=False,
        over=words("for"),
        over_fields=("pattern", "value", "body"),
        repeated=words("while_modifier until"),
        shares_states=True,
    ),
    "rust": Language(
        definitions=words("function_item"),
        name_and_value="middle",
        assignments=words("assignment_expression compound_assignment_expr let_expression"),
        branches=words("if_expression if_let_expression match_expression else"),
        counted=words("for_expression"),
        counter="local_variable_declaration",
        over=words("for_each_statement"),
        over_fields=("left", "right", "body"),
        repeated=words("while_expression while_let_expression loop_expression"),
    ),
    "c": C_SHARP,  # as CodeBLEU for C and C++ reads it, by the types of nodes of C#
    "cpp": C_SHARP,
    "c_sharp": C_SHARP,
}


STRINGS = frozenset(("string_literal", "string", "character_literal"))
FAULTS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)

Span = tuple[Any, Any]
States = dict[str, list[int]]


class Token(NamedTuple):
    """A token of a program: its number, from 0, and its text."""

    place: int
    text: str


class Edge(NamedTuple):
    """A variable, and the variables that its value is from.

    Args:
        name: The variable.
        place: The number of its token.
        kind: `comesFrom` or `computedFrom`.
        sources: The other variables.
        places: The numbers of their tokens.
    """

    name: str
    place: int
    kind: str
    sources: tuple[str, ...] = ()
    places: tuple[int, ...] = ()


def data_flow(root: Any, text: str, language: Language) -> list[Edge]:
    """Return the edges of a program, in the order of their variables; none if it cannot be read."""
    try:
        tokens = _tokens(root, text.split("\n"))
        edges, _ = _Walk(language, tokens).visit(root, {})
    except FAULTS:
        return []
    used = {place for edge in edges for place in edge.places}
    used |= {edge.place for edge in edges if edge.places}
    kept = [edge for edge in edges if edge.place in used]
    return _merged(kept, key=lambda edge: (edge.place,))


def normalized(edges: Iterable[Edge]) -> list[tuple[Any, ...]]:
    """Return edges with variables named by the order in which they occur."""
    names: dict[str, int] = {}
    numbered = []
    for edge in edges:
        sources = tuple(names.setdefault(name, len(names)) for name in edge.sources)
        numbered.append((names.setdefault(edge.name, len(names)), edge.kind, sources))
    return numbered


def matches(candidate: Iterable[Edge], reference: Iterable[Edge]) -> tuple[int, int]:
    """Count the edges of a reference that a candidate has too, and all of the reference."""
    theirs, ours = Counter(normalized(reference)), Counter(normalized(candidate))
    return (theirs & ours).total(), theirs.total()


def _is_leaf(node: Any) -> bool:
    return (not node.children or node.type in STRINGS) and node.type != "comment"


def _leaves(node: Any) -> Iterable[Any]:
    if _is_leaf(node):
        yield node
        return
    for child in node.children:
        yield from _leaves(child)


def _span(node: Any) -> Span:
    return node.start_point, node.end_point


def _tokens(root: Any, lines: Sequence[str]) -> dict[Span, Token]:
    """Return the tokens by their spans."""
    tokens = {}
    for place, leaf in enumerate(_leaves(root)):
        (first, start), (last, end) = _span(leaf)
        if first == last:
            text = lines[first][start:end]
        else:
            text = "".join([lines[first][start:], *lines[first + 1 : last], lines[last][:end]])
        tokens[_span(leaf)] = Token(place, text)
    return tokens


def _merged(edges: Iterable[Edge], key: Any) -> list[Edge]:
    """Join edges of equal keys, with the sources of all, each once."""
    merged: dict[Any, Edge] = {}
    for edge in edges:
        known = merged.setdefault(key(edge), edge)
        if known is not edge:
            merged[key(edge)] = known._replace(
                sources=tuple(dict.fromkeys(known.sources + edge.sources)),
                places=tuple(sorted({*known.places, *edge.places})),
            )
    return list(merged.values())


def _in_order(edges: Iterable[Edge]) -> list[Edge]:
    return sorted(edges, key=lambda edge: edge.place)


def _loop(edges: Iterable[Edge]) -> list[Edge]:
    return _in_order(_merged(edges, key=lambda edge: edge[:3]))


class _Walk:
    """A walk over a syntax tree; states are the tokens that last gave each variable its value."""

    def __init__(self, language: Language, tokens: dict[Span, Token]) -> None:
        self.language = language
        self.tokens = tokens

    def visit(self, node: Any, states: States) -> tuple[list[Edge], States]:
        """Return the edges below a node, and what is known after it."""
        if not self.language.shares_states:
            states = dict(states)
        if _is_leaf(node):
            return self._leaf(node, dict(states))
        language = self.language
        for types, walk in (
            (language.definitions, self._definition),
            (language.assignments, self._assignment),
            (language.increments, self._increment),
            (language.branches, self._branches),
            (language.counted, self._counted),
            (language.over, self._over),
            (language.repeated, self._repeated),
        ):
            if node.type in types:
                return walk(node, states)
        children = [child for child in node.children if child.type in language.first]
        children += [child for child in node.children if child.type not in language.first]
        edges, states = self._all(children, states)
        return _in_order(edges), states

    def _all(self, nodes: Iterable[Any], states: States) -> tuple[list[Edge], States]:
        edges: list[Edge] = []
        for node in nodes:
            added, states = self.visit(node, states)
            edges += added
        return edges, states

    def _leaf(self, node: Any, states: States) -> tuple[list[Edge], States]:
        place, name = self.tokens[_span(node)]
        if node.type == name:
            return [], states
        if name in states:
            return [Edge(name, place, "comesFrom", (name,), tuple(states[name]))], states
        if node.type == "identifier":
            states[name] = [place]
        return [Edge(name, place, "comesFrom")], states

    def _variables(self, node: Any) -> list[Token]:
        """Return the tokens below a node that are no keywords or signs."""
        pairs = ((leaf, self.tokens[_span(leaf)]) for leaf in _leaves(node))
        return [token for leaf, token in pairs if leaf.type != token.text]

    def _definition(self, node: Any, states: States) -> tuple[list[Edge], States]:
        name, value = self._name_and_value(node)
        names = self._variables(name)
        if value is None:
            edges = [Edge(token.text, token.place, "comesFrom") for token in names]
            states.update({token.text: [token.place] for token in names})
            return _in_order(edges), states
        values = self._variables(value)
        edges, states = self.visit(value, states)
        edges += self._each(names, values, "comesFrom", states)
        return _in_order(edges), states

    def _name_and_value(self, node: Any) -> tuple[Any, Any]:
        how, padded = self.language.name_and_value, list[Any]([*node.children, None])
        if how == "two":
            name, value, *others = padded
            return name, value if len(others) == 1 else None
        if how == "middle":
            _, name, value, *_ = padded
            return name, value
        return tuple(node.child_by_field_name(name) for name in how)

    def _each(
        self, names: Iterable[Token], values: Sequence[Token], kind: str, states: States
    ) -> list[Edge]:
        """Return an edge for each name and value, and note the names."""
        edges = []
        for token in names:
            edges += [Edge(token.text, token.place, kind, (x.text,), (x.place,)) for x in values]
            states[token.text] = [token.place]
        return edges

    def _assignment(self, node: Any, states: States) -> tuple[list[Edge], States]:
        if self.language.pairwise:
            lefts, rights = self._sides(node)
            edges, states = self._pairs(lefts, rights, states)
            return _in_order(edges), states
        left, right = (node.child_by_field_name(name) for name in ("left", "right"))
        edges, states = self.visit(right, states)
        names, values = self._variables(left), self._variables(right)
        edges += self._each(names, values, "computedFrom", states)
        return _in_order(edges), states

    def _sides(self, node: Any) -> tuple[list[Any], list[Any]]:
        """Return the parts of both sides that belong to each other."""
        left, right = (node.child_by_field_name(name) for name in ("left", "right"))
        if node.type == "for_in_clause":
            return [left], [node.children[-1]]
        if node.type == "assignment" and right is None and not self.language.shares_states:
            return [], []
        return self._matched(node, left, right)

    def _matched(self, node: Any, left: Any, right: Any) -> tuple[list[Any], list[Any]]:
        lefts, rights = ([x for x in side.children if x.type != ","] for side in (left, right))
        if len(lefts) != len(rights) or not lefts:
            lefts, rights = [left], [right]
        if node.type == "operator_assignment":
            return [node.children[0]], [node.children[-1]]
        return lefts, rights

    def _pairs(
        self, lefts: Sequence[Any], rights: Sequence[Any], states: States
    ) -> tuple[list[Edge], States]:
        edges, states = self._all(rights, states)
        for left, right in zip(lefts, rights, strict=True):
            values = self._variables(right)
            sources, places = tuple(v.text for v in values), tuple(v.place for v in values)
            for token in self._variables(left):
                edges.append(Edge(token.text, token.place, "computedFrom", sources, places))
                states[token.text] = [token.place]
        return edges, states

    def _increment(self, node: Any, states: States) -> tuple[list[Edge], States]:
        names = self._variables(node)
        return _in_order(self._each(names, names, "computedFrom", states)), states

    def _branches(self, node: Any, states: States) -> tuple[list[Edge], States]:
        """Walk alternatives from what holds before all of them, and join what holds after each."""
        language = self.language
        alternatives = language.alternatives or language.branches
        edges: list[Edge] = []
        current, ends = dict(states), []
        otherwise = "else" in node.type
        other = False
        for child in node.children:
            otherwise = otherwise or "else" in child.type
            if child.type not in alternatives and not (other and language.once_other):
                added, current = self.visit(child, current)
            else:
                other = True
                added, end = self.visit(child, states)
                ends.append(end)
            edges += added
        ends.append(current)
        if language.may_skip or not otherwise:
            ends.append(states)
        joined: dict[str, set[int]] = {}
        for end in ends:
            for name, places in end.items():
                joined.setdefault(name, set()).update(places)
        return _in_order(edges), {name: sorted(places) for name, places in joined.items()}

    def _counted(self, node: Any, states: States) -> tuple[list[Edge], States]:
        edges, states = self._all(node.children, states)
        again = False
        for child in node.children:
            if again:
                added, states = self.visit(child, states)
                edges += added
            elif child.type == self.language.counter:
                update = child.child_by_field_name("update") if self.language.updated else None
                if update is not None:
                    added, states = self.visit(update, states)
                    edges += added
                again = True
        return _loop(edges), states

    def _over(self, node: Any, states: States) -> tuple[list[Edge], States]:
        edges: list[Edge] = []
        for _ in range(2):
            if self.language.pairwise:
                added, states = self._pairs(*self._loop_sides(node), states)
            else:
                name, value = self._loop_variable(node)
                added, states = self.visit(value, states)
                names, values = self._variables(name), self._variables(value)
                added += self._each(names, values, "computedFrom", states)
            edges += added
            body = self._body(node)
            if body is not None:
                added, states = self.visit(body, states)
                edges += added
        return _loop(edges), states

    def _loop_sides(self, node: Any) -> tuple[list[Any], list[Any]]:
        if self.language.shares_states:
            pattern, value, _ = (node.child_by_field_name(x) for x in self.language.over_fields)
            return [pattern], [value]
        left, right = (node.child_by_field_name(name) for name in ("left", "right"))
        return self._matched(node, left, right)

    def _loop_variable(self, node: Any) -> tuple[Any, Any]:
        name, value, _ = self.language.over_fields
        if name:
            return node.child_by_field_name(name), node.child_by_field_name(value)
        variables = [x for x in node.children if x.type == "variable_name"]
        return variables[1], variables[0]

    def _body(self, node: Any) -> Any:
        """Return the body of a loop over values; Python's is its last part."""
        if self.language.pairwise and not self.language.shares_states:
            last = node.children[-1]
            return last if last.type == "block" else None
        body = node.child_by_field_name(self.language.over_fields[2])
        if body is None:
            raise LookupError("the loop has no body")
        return body

    def _repeated(self, node: Any, states: States) -> tuple[list[Edge], States]:
        edges, states = self._all([*node.children, *node.children], states)
        return _loop(edges), states
