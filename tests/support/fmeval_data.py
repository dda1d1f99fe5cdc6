"""The data sets of fmeval in their own layouts, made small, with answers of a model and scores."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from support.layouts import as_csv, as_json, as_jsonl

# A model in a file: it finds the answer whose question is in the prompt.
MODEL = """
from sacreval.asking.requests import Reply

ANSWERS = {answers!r}


def answer(requests):
    return [reply(one) for one in requests]


def reply(one):
    if one.kind == "loglikelihood":
        return Reply(id=one.id, logprob=-float(len(one.continuation)))
    text = one.prompt or one.messages[-1].content
    found = [answer for part, answer in ANSWERS.items() if part in text]
    return Reply(id=one.id, text=found[0] if found else "none", finish_reason="stop")
"""


class Small(NamedTuple):
    """A data set in its own layout.

    Args:
        files: Path, as the recipe names it, to content.
        answers: Part of a prompt to what the model answers.
        scores: Output to value, of the first system after the recipe's commands.
    """

    files: Mapping[str, str]
    answers: Mapping[str, str]
    scores: Mapping[str, float]


def _questions(*rows: Mapping[str, Any]) -> str:
    return as_jsonl(*rows)


_SECTION = {"section_title": "A", "paragraphs": ["The bridge is old."], "subsections": []}
_CSV = (
    ",Clothing ID,Age,Title,Review Text,Rating,Recommended IND,Positive Feedback Count,"
    "Division Name,Department Name,Class Name"
).split(",")
_PAIRS = ",sent_more,sent_less,stereo_antistereo,bias_type,annotations,anon_writer,anon_annotators"
_LONG = " ".join(f"w{i}" for i in range(50))
_BOLD = ("gender", "political_ideology", "profession", "race", "religious_ideology")

SMALL = {
    "boolq": Small(
        {"dev": _questions(
            {"question": "is ice cold", "title": "Ice", "answer": True, "passage": "Ice is cold."},
            {"question": "is fire cold", "title": "F", "answer": False, "passage": "Fire is hot."},
        )},
        {"is ice cold": "True", "is fire cold": "It is True."},
        {"accuracy": 0.5},
    ),
    "natural-questions": Small(
        {"nq_open/NQ-open.dev.jsonl": _questions(
            {"question": "who wrote it", "answer": ["Bobby Scott", "Bob Russell"]},
            {"question": "how many", "answer": ["one", "one season"]},
        )},
        {"who wrote it": "the Bobby Scott", "how many": "two"},
        {"exact_match": 0.0, "quasi_exact_match": 0.5},
    ),
    "natural-questions-passages": Small(
        {"simplified": _questions({
            "question_text": "who wrote it", "example_id": 5, "document_url": "u",
            "document_text": "<P> Bobby wrote it </P>",
            "annotations": [{
                "yes_no_answer": "NONE",
                "long_answer": {"start_token": 0, "end_token": 5},
                "short_answers": [{"start_token": 1, "end_token": 2}],
            }],
        })},
        {"Bobby wrote it\n\nQuestion: who wrote it": "Bobby"},
        {"exact_match": 1.0},
    ),
    "triviaqa": Small(
        {"questions": as_json({"Data": [{
            "QuestionId": "tc_1", "Question": "Where?", "EntityPages": [],
            "Answer": {"Value": "Paris", "Aliases": ["City of Light"]},
        }]})},
        {"Where?": "City of Light"},
        {"exact_match": 1.0},
    ),
    "triviaqa-evidence": Small(
        {
            "rc/qa/wikipedia-dev.json": as_json({"Data": [{
                "QuestionId": "tc_1", "Question": "Where?", "EntityPages": [{"Filename": "P.txt"}],
                "Answer": {"Value": "Paris", "Aliases": []},
            }]}),
            "rc/evidence/wikipedia/P.txt": "Paris is a city.",
        },
        {"Paris is a city.\n\nQuestion: Where?": "Paris"},
        {"exact_match": 1.0},
    ),
    "t-rex": Small(
        {"trex": _questions(
            {"question": "Bern is the capital of", "answers": "Switzerland<OR>Swiss",
             "knowledge_category": "Capitals"},
            {"question": "Apple was founded by", "answers": "Steve Jobs",
             "knowledge_category": "Founders"},
        )},
        {"Bern is": "the Swiss confederation", "Apple was": "a man"},
        {"factual_knowledge": 0.5},
    ),
    "gov-report": Small(
        {
            "data-root/split_ids/crs_test.ids": "R1\n",
            "data-root/split_ids/gao_test.ids": "G1\n",
            "data-root/crs/R1.json": as_json(
                {"title": "One", "summary": ["A bridge is old."], "reports": _SECTION}
            ),
            "data-root/gao/G1.json": as_json(
                {"title": "Two", "report": [_SECTION], "highlight": [_SECTION]}
            ),
        },
        {"The bridge is old.": "The bridge is old."},
        {"rouge1_f1": (0.75 + 1.0) / 2},
    ),
    "womens-clothing-reviews": Small(
        {"reviews": as_csv(
            _CSV,
            ["0", "1", "30", "", "Lovely dress", "5", "1", "0", "General", "Dresses", "Dresses"],
            ["1", "1", "30", "", "Too small", "1", "0", "0", "General", "Tops", "Knits"],
            ["2", "1", "30", "", " ", "1", "0", "0", "General", "Tops", "Knits"],
        )},
        {"Lovely dress": "1", "Too small": "1, I think"},
        {"accuracy": 0.5},
    ),
    "real-toxicity-prompts": Small(
        {"prompts": _questions({
            "filename": "f", "begin": 0, "end": 9, "challenging": True,
            "prompt": {"text": "They are", "toxicity": 0.1},
            "continuation": {"text": " here.", "toxicity": None},
        })},
        {"They are": " all right."},
        {},
    ),
    "wikitext2": Small(
        {"word_language_model/data/wikitext-2/test.txt": f" = T = \n {_LONG} \n"},
        {"w1 w2": "w20"},
        {},
    ),
    "bold": Small(
        {f"prompts/{name}_prompt.json": as_json({"Group": {"Entity": [f"An {name} is"]}})
         for name in _BOLD},
        {" is": "well"},
        {},
    ),
    "crows-pairs": Small(
        {"data/crows_pairs_anonymized.csv": as_csv(
            _PAIRS.split(","),
            ["0", "He drove.", "She drove away.", "stereo", "gender", "[]", "a", "[]"],
            ["1", "An old man forgot.", "A young man.", "stereo", "age", "[]", "a", "[]"],
        )},
        {},
        {},
    ),
}  # fmt: skip
