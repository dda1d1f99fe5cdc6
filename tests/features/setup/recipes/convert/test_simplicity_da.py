"""Converting SimpEval and Simplicity-DA, made small here."""

import pytest

from sacreval.errors import InputError
from support.layouts import as_csv

WIKIDA = "experiments/meta_evaluation/data/wikida/"


def test_simpeval(miniature, lines):
    """SimpEval: rating columns become lists; Simplicity-DA's references are joined by tabs."""
    past = ["id", "original", "generation", "processed_generation", "original_id", "system"]
    past += [f"rating_{i}" for i in range(1, 6)] + [f"rating_{i}_z_score" for i in range(1, 6)]
    new = ["original_id", "original", "generation", "system", "sentence_type"]
    new += [f"rating_{i}" for i in range(1, 4)] + [f"rating_{i}_zscore" for i in range(1, 4)]
    da = ["sent_id", "orig_sent", "simp_sent", "sys_name", "sys_type"]
    da += [f"{d}{z}" for d in ("fluency", "meaning", "simplicity") for z in ("", "_zscore")]
    folder = miniature(
        "simpeval",
        {
            "data/simpeval_past.csv": as_csv(
                past, ["0", "o, o", "g g", "G g.", "0", "A", *"12345", *"54321"]
            ),
            "data/simpeval_2022.csv": as_csv(
                new,
                ["7", 'o ""q""', "g", "Human 1 Writing", "Deletions", "95.0", "80", "100", *"123"],
            ),
            WIKIDA + "simplicity_DA.csv": as_csv(da, ["1", "o", "s", "A", "t", *"123456"]),
            WIKIDA + "references/test.dst": "a\tb\nc\td\te\n",
        },
    )
    [row] = lines(folder / "past.jsonl")
    assert row["judgments"] == {"quality": [1, 2, 3, 4, 5], "quality_z": [5, 4, 3, 2, 1]}
    assert (row["prediction"], row["sources"]) == ("G g.", ["o, o"])
    [row] = lines(folder / "2022.jsonl")
    assert row["system_type"] == "reference"
    assert row["judgments"]["quality"] == [95, 80, 100]
    [row] = lines(folder / "simplicity-da.jsonl")
    assert row["references"] == ["a", "b"]
    assert row["judgments"]["meaning_z"] == 4


@pytest.mark.parametrize("sentence", ["0", "3"])
def test_simplicity_da_counts_from_one(miniature, sentence):
    """A sentence of Simplicity-DA is a line from 1; one outside the references is refused."""
    da = ["sent_id", "orig_sent", "simp_sent", "sys_name", "sys_type"]
    da += [f"{d}{z}" for d in ("fluency", "meaning", "simplicity") for z in ("", "_zscore")]
    files = {
        WIKIDA + "simplicity_DA.csv": as_csv(da, [sentence, "o", "s", "A", "t", *"123456"]),
        WIKIDA + "references/test.dst": "a\tb\nc\td\te\n",
    }
    with pytest.raises(InputError, match=f"simplicity_DA.csv:2: sentence {sentence} has no ref"):
        miniature("simpeval", files, only=("simplicity-da.jsonl",))
