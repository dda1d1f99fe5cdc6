"""What the data flow of each language is read from: types of nodes, and fields of these."""

from __future__ import annotations

from typing import Literal

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


def _types(text: str) -> frozenset[str]:
    return frozenset(text.split())


C_SHARP = Language(
    definitions=_types("variable_declarator"),
    name_and_value="two",
    assignments=_types("assignment_expression"),
    increments=_types("postfix_unary_expression"),
    branches=_types("if_statement else"),
    alternatives=_types("if_statement else"),
    counted=_types("for_statement"),
    counter="local_variable_declaration",
    over=_types("for_each_statement"),
    over_fields=("left", "right", "body"),
    repeated=_types("while_statement"),
)
LANGUAGES = {
    "python": Language(
        definitions=_types("default_parameter"),
        assignments=_types("assignment augmented_assignment for_in_clause"),
        pairwise=True,
        branches=_types("if_statement"),
        alternatives=_types("elif_clause else_clause"),
        once_other=False,
        over=_types("for_statement"),
        repeated=_types("while_statement"),
        first=_types("for_in_clause"),
    ),
    "java": Language(
        definitions=_types("variable_declarator"),
        assignments=_types("assignment_expression"),
        increments=_types("update_expression"),
        branches=_types("if_statement else"),
        alternatives=_types("if_statement else"),
        counted=_types("for_statement"),
        counter="local_variable_declaration",
        over=_types("enhanced_for_statement"),
        repeated=_types("while_statement"),
    ),
    "javascript": Language(
        definitions=_types("variable_declarator"),
        assignments=_types("assignment_pattern augmented_assignment_expression"),
        increments=_types("update_expression"),
        branches=_types("if_statement else"),
        alternatives=_types("if_statement else"),
        may_skip=True,
        counted=_types("for_statement"),
        counter="variable_declaration",
        repeated=_types("while_statement"),
    ),
    "go": Language(
        definitions=_types("var_spec"),
        assignments=_types("assignment_statement"),
        increments=_types("inc_statement"),
        branches=_types("if_statement else"),
        alternatives=_types("if_statement else"),
        may_skip=True,
        counted=_types("for_statement"),
        counter="for_clause",
        updated=True,
    ),
    "php": Language(
        definitions=_types("simple_parameter"),
        name_and_value=("name", "default_value"),
        assignments=_types("assignment_expression augmented_assignment_expression"),
        increments=_types("update_expression"),
        branches=_types("if_statement else_clause"),
        alternatives=_types("if_statement else_clause"),
        may_skip=True,
        counted=_types("for_statement"),
        counter="assignment_expression",
        over=_types("foreach_statement"),
        over_fields=("", "", "body"),
        repeated=_types("while_statement"),
    ),
    "ruby": Language(
        definitions=_types("keyword_parameter"),
        assignments=_types("assignment operator_assignment"),
        pairwise=True,
        branches=_types("if elsif else unless when"),
        alternatives=_types("if elsif else unless when"),
        once_other=False,
        over=_types("for"),
        over_fields=("pattern", "value", "body"),
        repeated=_types("while_modifier until"),
        shares_states=True,
    ),
    "rust": Language(
        definitions=_types("function_item"),
        name_and_value="middle",
        assignments=_types("assignment_expression compound_assignment_expr let_expression"),
        branches=_types("if_expression if_let_expression match_expression else"),
        alternatives=_types("if_expression if_let_expression match_expression else"),
        counted=_types("for_expression"),
        counter="local_variable_declaration",
        over=_types("for_each_statement"),
        over_fields=("left", "right", "body"),
        repeated=_types("while_expression while_let_expression loop_expression"),
    ),
    "c": C_SHARP,  # as CodeBLEU for C and C++ reads it, by the types of nodes of C#
    "cpp": C_SHARP,
    "c_sharp": C_SHARP,
}
