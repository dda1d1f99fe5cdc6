"""sacreval cite: sentences and BibTeX from results and names."""

import json
import shutil
from pathlib import Path

import pytest

from sacreval.core.version import version
from sacreval.features.cite.cited import Cited, Statistic, cited
from sacreval.features.cite.command import latex, text
from support.fixtures import quietly
from support.program import write_jsonl

pytestmark = pytest.mark.usefixtures("recipes_once")


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Make a result of each verb, once for all tests, and return their folder."""
    folder = tmp_path_factory.mktemp("results")
    texts = {"A": "the cat {} sat", "B": "a cat {} sat on it", "C": "cats {}"}
    write_jsonl(
        folder / "data.jsonl",
        [
            {"instance_id": str(i), "system_id": system, "prediction": text.format(i),
             "references": [f"the cat {i} sat" + " there" * (i % 3)],
             "judgments": {"q": (i + len(text)) % 4}}
            for system, text in texts.items() for i in range(12)
        ],
    )  # fmt: skip
    for words in (
        "evaluate bleu data.jsonl --lowercase --ci -o evaluate.json",
        "compare chrf data.jsonl --test paired-bs -o compare.json",
        "compare chrf data.jsonl --style paper --columns score,interval -o t.tex -o around.json",
        "correlate suite -m bleu -m chrf data.jsonl --human q -o correlate.json",
        "evaluate chrf --dataset xquad=data.jsonl -o sets.json",
        "score bleu data.jsonl -o scores.jsonl",
    ):
        quietly(*words.split(), "-q", folder=folder)
    return folder


@pytest.fixture
def results(cli, tmp_path, written):
    """Return a function that runs commands where there is a result of each verb."""
    shutil.copytree(written, tmp_path, dirs_exist_ok=True)
    return cli


def sentences(done):
    """Return the sentences of an output as text."""
    assert done.code == 0, done.err
    return done.out.split("\n", 1)[0]


def test_evaluate(results):
    """A result is cited with its options, versions, n and interval, and its corpus is asked for."""
    done = results("cite", "evaluate.json")
    text = sentences(done)
    assert text.startswith(
        "For 3 systems (n = 12), we report BLEU (Papineni et al. 2002; Post 2018)"
    )
    assert f", with lowercase on, tokenize 13a, sacrebleu {version('sacrebleu')}" in text
    assert "Intervals (95 %) are computed by the expanded percentile bootstrap (Hesterberg" in text
    assert "1000 resamples, seed 12345." in text
    assert "@inproceedings{papineni2002," in done.out
    assert "@misc{sacreval," in done.out
    assert "name it after the file" in done.err


def test_compare(results):
    """A comparison is cited with its test and the correction of p-values."""
    text = sentences(results("cite", "compare.json"))
    assert "tested by the paired bootstrap (Koehn 2004), 1000 resamples, seed 12345" in text
    assert "P-values are corrected by Holm's method (Holm 1979), level 0.05." in text


def test_intervals_of_compared_scores(results):
    """Intervals of scores that a table shows are cited beside those of differences."""
    text = sentences(results("cite", "around.json"))
    assert "Intervals (95 % simultaneous, 97.5 % each) of differences are computed by" in text
    said = "Intervals (95 %) of scores are computed by the expanded percentile bootstrap (Hesterb"
    assert said in text
    assert "1000 resamples, seed 12345. The signatures of sacrebleu are chrF2|" in text


def test_words_of_correlate(results):
    """The judgments, the level as asked, the part of ROUGE and jackknifing are named."""
    words = (
        "score rouge data2.jsonl -o s.jsonl -q",
        (
            "correlate scores s.jsonl data2.jsonl --human q --metric rouge1_f1_jk --level segment "
            "--coefficient pearson -o jk.json -q"
        ),
    )
    lines = [json.loads(line) for line in Path("data.jsonl").read_text().splitlines()]
    more = [{**record, "references": [*record["references"], "a cat"]} for record in lines]
    write_jsonl(Path("data2.jsonl"), more)
    for line in words:
        assert results(*line.split()).code == 0
    text = sentences(results("cite", "jk.json"))
    assert "ROUGE-1 (Lin 2004), F1, jackknifed over references, rouge-score " in text
    assert "Correlations with human judgments (q) are measured by Pearson's r (Pearson" in text
    assert "at segment level" in text


@pytest.mark.parametrize("verb", ["evaluate", "compare", "correlate"])
def test_types_of_rouge(results, verb):
    """Only types of ROUGE that the file has are named, and other metrics keep their names."""
    words = [verb, "suite", "-m", "rouge", "-m", "chrf", "data.jsonl", "-o", "rouge.json", "-q"]
    assert results(*words, *(["--human", "q"] if verb == "correlate" else [])).code == 0
    text = sentences(results("cite", "rouge.json"))
    assert "we report ROUGE-1, ROUGE-2 and ROUGE-L (Lin 2004)" in text
    assert text.count("ROUGE") == 3
    assert "; chrF (Popović 2015" in text


def test_chosen_types_of_rouge(results):
    """A correlation of some scores of a file names these only."""
    assert results(*"score rouge data.jsonl -o rouge.jsonl -q".split()).code == 0
    words = "correlate scores rouge.jsonl --human q --metric rouge1_f1 -o one.json -q"
    assert results(*words.split()).code == 0
    assert "we report ROUGE-1 (Lin 2004)" in sentences(results("cite", "one.json"))


def test_correlate(results):
    """A meta-evaluation is cited with the metrics inside its signatures, and with coefficients."""
    text = sentences(results("cite", "correlate.json"))
    assert text.startswith("For 3 systems and 12 inputs, we report BLEU")
    assert "effective order on" in text
    assert "; chrF (Popović 2015" in text
    assert "measured by Pearson's r (Pearson 1895), at summary, system and global level" in text


def test_files_of_earlier_versions(results, tmp_path):
    """Signatures of metrics in the field `refs`, as it was called, are read as well."""
    text = (tmp_path / "correlate.json").read_text()
    assert "|metrics:bleu|" in text
    (tmp_path / "old.json").write_text(text.replace("|metrics:bleu|", "|refs:bleu|"))
    assert sentences(results("cite", "old.json")) == sentences(results("cite", "correlate.json"))


def test_scores_without_signatures(results, tmp_path):
    """Metrics whose scores were read are named on standard error, as their options are unknown."""
    path = tmp_path / "scores.jsonl"
    path.write_text(path.read_text().replace('"bleu"', '"mine"'))
    words = "correlate scores scores.jsonl --human q --coefficient pearson -o read.json -q"
    assert results(*words.split()).code == 0
    done = results("cite", "read.json")
    assert done.code == 0
    assert "mine was computed is not stated; cite it yourself" in done.err
    start = "The numbers for 3 systems and 12 inputs are computed with sacreval "
    assert done.out.startswith(start)
    assert "@misc{sacreval," in done.out
    assert "pearson1895" in done.out


def test_many_scores_without_signatures(results, tmp_path):
    """Scores without signatures are one sentence, by what their names begin with."""
    scores = {f"{name}_{part}": 0.5 for name in ("rouge-1", "qa") for part in ("f1", "recall")}
    write_jsonl(
        tmp_path / "many.jsonl",
        [
            {"instance_id": str(i), "system_id": s, "scores": scores, "judgments": {"q": i}}
            for i in range(3) for s in "abc"
        ],
    )  # fmt: skip
    words = "correlate scores many.jsonl --human q --interval none -o many.json -q"
    assert results(*words.split()).code == 0
    said = "how 4 scores were computed is not stated; cite them yourself: qa, rouge-1\n"
    assert said in results("cite", "many.json").err


def test_corpora(results):
    """A corpus is cited if it is named, and if a data set has its name."""
    assert "on XQuAD (Artetxe et al. 2020)" in sentences(results("cite", "sets.json"))
    done = results("cite", "compare.json", "wmt23")
    assert "on WMT23 (Freitag et al. 2023), we report" in sentences(done)
    assert "@inproceedings{corpus-wmt23," in done.out
    assert done.err == ""
    assert sentences(results("cite", "gsm8k")) == "We evaluate on GSM8K (Cobbe et al. 2021)."


def test_several(results):
    """What several files share is cited once, and a file or a name that is given twice too."""
    files = ("evaluate.json", "compare.json", "evaluate.json", "sacrebleu", "ter", "TER")
    done = results("cite", *files)
    assert done.out.count("@inproceedings{post2018,") == 1
    assert sentences(done).count("TER (") == 1
    assert sentences(done).startswith("For 3 systems (n = 12), we report")


def test_names(cli):
    """Other names of metrics have their options, tests and libraries are cited by themselves."""
    text = sentences(cli("cite", "chrf++"))
    assert ", with word order 2. The numbers are computed with sacreval" in text
    assert sentences(cli("cite", "wilcoxon", "scipy")) == (
        "We use Wilcoxon's signed-rank test (Wilcoxon 1945); scipy (Virtanen et al. 2020)."
    )


def test_bibtex(results):
    r"""The BibTeX form has the sentences in LaTeX as a comment, with `\citep` and escapes."""
    words = ("evaluate", "exact-match", "data.jsonl", "--extract", "regex:[a_%]{1}(.*)")
    assert results(*words, "-o", "odd.json", "-q").code == 0
    first, rest = results("cite", "odd.json", "--format", "bibtex").out.split("\n", 1)
    assert first.startswith(
        "% For 3 systems (n = 12), we report Exact match~\\citep{rajpurkar2016}"
    )
    assert r"extract regex:[a\_\%]\{1\}(.*)." in first
    assert rest.startswith("\n@inproceedings{rajpurkar2016,\n")


def test_json(results):
    """The JSON form has the sentences, the entries by field, and the signatures."""
    document = json.loads(results("cite", "compare.json", "--format", "json").out)
    assert set(document) == {"sentences", "latex", "entries", "signatures"}
    keys = [entry["key"] for entry in document["entries"]]
    assert keys[:3] == ["popovic2015", "popovic2017", "post2018"]
    assert len(keys) == len(set(keys))
    assert document["entries"][0]["fields"]["author"] == "Popović, Maja"
    assert all(signature.startswith("chrf|") for signature in document["signatures"])


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("bleuu", "did you mean 'bleu'?"),
        ("wmt33", "did you mean 'wmt23'?"),
        ("f1", "token-f1"),
        ("gone.json", "no such file"),
        ("data.jsonl", "`sacreval evaluate METRIC data.jsonl -o result.json`, and cite result"),
        ("scores.jsonl", "`sacreval correlate scores scores.jsonl --human NAME -o result.json`"),
        ("scores.manifest.json", "`sacreval correlate scores SCORES.jsonl --human NAME -o result"),
        ("py:json:loads", "is no metric"),
        ("", "is no metric"),
    ],
)
def test_what_cannot_be_cited(results, word, said):
    """An unknown name is answered with the nearest, a file that is no result with one sentence."""
    done = results("cite", "compare.json", word)
    assert (done.code, done.out) == (2, "")
    assert any(phrase in done.err for phrase in said.split("|")), done.err
    assert done.err.count("\n") == 1


def test_code_named_in_a_file_is_not_run(results, tmp_path):
    """A metric that a file names as code is never imported, and is to be cited by the user."""
    text = (tmp_path / "evaluate.json").read_text().replace('"bleu|', '"py:no_module:Metric|')
    (tmp_path / "other.json").write_text(text)
    done = results("cite", "other.json")
    assert done.code == 0
    assert "py:no_module:Metric is defined outside sacreval; cite it yourself" in done.err


def test_a_comparison_over_sets_is_refused(results):
    """A comparison over data sets states no metrics, and the sentence says what to give."""
    for name in "ab":
        results("evaluate", "chrf", "data.jsonl", "-o", f"{name}.json", "-q")
    assert results("compare", "results", "a=a.json", "b=b.json", "-o", "o.json", "-q").code == 0
    done = results("cite", "o.json")
    assert done.code == 2
    assert "over data sets" in done.err


def test_text():
    """Metrics have their options, and each is cited by authors and year."""
    prose = text(cited(["chrf++", "ter"]))
    assert "with word order 2" in prose
    assert "Popović 2015" in prose
    assert "TER (" in prose
    assert prose.endswith(".")


def test_latex():
    """In LaTeX keys are cited, and special characters are escaped."""
    tex = latex(cited(["bleu"]))
    assert r"\citep{papineni2002" in tex
    assert "%" not in tex.replace(r"\%", "")


def test_percent_in_latex():
    """The beginning of a sentence is escaped too, so that a level does not begin a comment."""
    stated = Statistic("wilson", "Intervals (95 %) are computed by")
    citations = Cited(sizes=["3 systems (n = 9)"], statistics=[stated])
    assert r"Intervals (95 \%) are computed by" in latex(citations)
    assert "Intervals (95 %) are computed by" in text(citations)


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("bootstrap-both", "the bootstrap over systems and inputs"),
        ("jackknife-z-systems", "the jackknife of Fisher's z over systems"),
        ("perm-inputs", "a permutation test that exchanges two metrics' scores of whole inputs"),
    ],
)
def test_methods_of_correlations_in_words(method, said):
    """Methods of correlations are named by what is drawn, and over what."""
    citations = Cited(statistics=[Statistic(method, "Correlations are compared by", ("seed 1",))])
    assert f"Correlations are compared by {said}" in text(citations)


def test_a_corpus_without_metrics():
    """A corpus stands between commas where metrics are not stated."""
    corpus = cited(["fabbri2020"]).corpora
    prose = text(Cited(sizes=["3 systems and 9 inputs"], corpora=corpus))
    assert "for 3 systems and 9 inputs, on SummEval (Fabbri et al. 2021), are computed" in prose
