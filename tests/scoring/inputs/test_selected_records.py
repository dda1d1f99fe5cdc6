"""Which systems take part, and how signatures say it."""

import json
from collections import Counter
from math import comb, log
from weakref import ref

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.core.results import Result
from sacreval.core.selection import Selection
from sacreval.errors import InputError, UsageError
from sacreval.scoring.inputs.selected_records import RecordFilter, add_references
from sacreval.scoring.inputs.stated_selections import (
    KEYS,
    in_options,
    other_selection,
    parts,
    stated,
)
from support.program import write_jsonl

PEERS = [
    {"system_id": system, "instance_id": i, "prediction": f"the cat {i} {word}",
     "references": [f"the cat {i} sat"], "judgments": {"good": grade + i}}
    for system, word, grade in (("a", "sat", 3), ("b", "ran", 2), ("c", "dog", 0))
    for i in range(4)
]  # fmt: skip

HUMANS = [
    {"system_id": "refA", "instance_id": i, "system_type": "reference",
     "prediction": f"the cat {i} sat", "judgments": {"good": 4}}
    for i in range(4)
]  # fmt: skip

FAULTY = [{"system_id": "d", "instance_id": i, "prediction": "no references"} for i in range(4)]

LEFT_OUT = "4 outputs of type reference have nothing to be compared with and are left out ('refA')"

RUNS = {
    "evaluate": ["--format", "json"],
    "compare": ["--format", "json", "--trials", "100"],
    "score": [],
    "correlate": ["--human", "good", "--interval", "none", "--format", "json"],
}


@pytest.fixture
def judged(tmp_path):
    """Write a corpus with a human translation that has no reference of its own."""
    return write_jsonl(tmp_path / "judged.jsonl", [*PEERS[:6], *HUMANS, *PEERS[6:]])


def systems(verb, outcome):
    """List the systems in what a verb printed."""
    assert outcome.code == 0, outcome.err
    if verb == "score":
        return {json.loads(line)["system_id"] for line in outcome.out.splitlines()}
    key = "results" if verb == "evaluate" else "standings"
    return {row.get("system_id", row.get("system")) for row in outcome.json()[key]}


@pytest.mark.parametrize("subject", [("bleu",), ("suite", "-m", "chrf", "-m", "length")])
@pytest.mark.parametrize("verb", RUNS)
def test_human_texts_without_references_are_left_out(cli, judged, verb, subject):
    """A human text that a metric cannot judge stops no verb: it is left out and counted once."""
    done = cli(verb, *subject, judged, *RUNS[verb])
    assert done.code == 0, done.err
    assert done.err.count(LEFT_OUT) == (verb != "correlate")  # where peers are asked for anyway
    if verb != "correlate":
        assert systems(verb, done) == {"a", "b", "c"}
    everyone = cli(verb, *subject, judged, *RUNS[verb], "--systems", "all")
    assert (everyone.code, everyone.err.count(LEFT_OUT)) == (0, 1)


def test_a_human_text_is_scored_where_nothing_is_missing(cli, judged):
    """A metric without references scores human texts as any others."""
    done = cli("evaluate", "length", judged, "--format", "json")
    assert systems("evaluate", done) == {"a", "b", "c", "refA"}
    assert "left out" not in done.err


@pytest.mark.parametrize("verb", ["evaluate", "score", "compare"])
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--systems", "peer"], {"a", "b", "c"}),
        (["--systems", "a", "--systems", "c"], {"a", "c"}),
        (["--systems", "reference", "--systems", "b"], {"b", "refA"}),
        (["--exclude", "b", "--exclude", "refA"], {"a", "c"}),
        (["--systems", "all", "--exclude", "a"], {"b", "c", "refA"}),
    ],
)
def test_systems_by_kind_and_by_name(cli, judged, verb, words, expected):
    """Systems are chosen by type and by name, and left out by name, in every verb."""
    assert systems(verb, cli(verb, "length", judged, *RUNS[verb], *words)) == expected


@pytest.mark.parametrize("words", [["--exclude", "d"], ["--systems", "a", "--systems", "b"]])
@pytest.mark.parametrize("verb", RUNS)
def test_who_takes_no_part_is_not_checked(cli, tmp_path, verb, words):
    """What a metric would refuse in the records of a system that was left out does not matter."""
    path = write_jsonl(tmp_path / "x.jsonl", [*FAULTY, *PEERS])
    assert cli(verb, "bleu", path, *RUNS[verb], "-q").code == 2
    done = cli(verb, "bleu", path, *RUNS[verb], "-q", *words)
    assert done.code == 0, done.err


@pytest.mark.parametrize("option", ["--systems", "--exclude"])
@pytest.mark.parametrize("verb", RUNS)
def test_names_that_are_not_there(cli, judged, verb, option):
    """A system that no record has is refused with the nearest name, or a list of those there."""
    near = cli(verb, "bleu", judged, *RUNS[verb], option, "reff")
    assert (near.code, near.err.count("\n")) == (2, 1)
    assert "did you mean 'refA'?" in near.err
    far = cli(verb, "bleu", judged, *RUNS[verb], option, "zzz")
    assert "available: a, b, c, refA" in far.err


def test_nothing_left(cli, judged, tmp_path):
    """A selection that leaves no output is an error, and writes nothing."""
    for words in (["--systems", "reference"], ["--systems", "a", "--exclude", "a"]):
        done = cli("evaluate", "bleu", judged, *words, "-o", "r.json")
        assert (done.code, done.err.count("\n"), done.out) == (2, 1, "")
        assert not (tmp_path / "r.json").exists()


def test_files_say_who_took_part(cli, judged, tmp_path):
    """Results, comparisons and manifests hold the selection; without one, null."""
    words = ["--systems", "peer", "--exclude", "c"]
    records = {"where": [], "limit": None, "sample": None, "seed": None}
    stated = {"systems": ["peer"], "exclude": ["c"], **records}
    for verb in ("evaluate", "compare"):
        assert cli(verb, "bleu", judged, *RUNS[verb], *words).json()["selection"] == stated
        assert cli(verb, "bleu", judged, *RUNS[verb]).json()["selection"] is None
    assert cli("score", "bleu", judged, "-o", "s.jsonl", *words).code == 0
    assert json.loads((tmp_path / "s.manifest.json").read_text())["selection"] == stated


def test_a_config_selects_as_the_command_line_does(cli, judged, tmp_path):
    """`systems` and `exclude` stand in a config, for every verb."""
    text = "metrics: [bleu]\nsystems: [a, c]\nexclude: [c]\nhuman: good\n"
    (tmp_path / "c.yaml").write_text(text)
    done = cli("evaluate", "suite", "c.yaml", judged, "--format", "json")
    assert systems("evaluate", done) == {"a"}
    (tmp_path / "c.yaml").write_text(text.replace("exclude: [c]", "exclude: [z]"))
    wrong = cli("evaluate", "suite", "c.yaml", judged)
    assert wrong.code == 2
    assert "c.yaml:3" in wrong.err


def test_verify_reads_what_took_part(cli, tmp_path):
    """`verify` makes a run with a selection again from all of its inputs."""
    path = write_jsonl(tmp_path / "x.jsonl", [*PEERS, *FAULTY, *HUMANS])
    words = ["-m", "bleu", "-m", "length", path, "--exclude", "d", "-o", "r.json", "-q"]
    assert cli("evaluate", "suite", *words).code == 0
    done = cli("verify", "r.json", path)
    assert done.code == 0, done.err


def test_correlations_of_named_systems(cli, judged):
    """`correlate` takes systems by name, from scores as from records, and says so."""
    assert cli("score", "chrf", judged, "-o", "s.jsonl", "-q").code == 0
    words = ["--human", "good", "--level", "system", "--interval", "none"]
    for subject in (("scores", "s.jsonl", "--metric", "chrf"), ("chrf", judged)):
        named = cli("correlate", *subject, *words, "--systems", "a", "--systems", "b")
        assert named.code == 0, named.err
        assert "systems:a,b|" in named.out
        assert "2 x 4" in named.out


def test_a_text_whose_only_reference_is_itself(cli, tmp_path):
    """`score` leaves a human text out that is its own only reference, and says so."""
    copies = [{**human, "references": [human["prediction"]]} for human in HUMANS]
    path = write_jsonl(tmp_path / "x.jsonl", [*PEERS, *copies])
    done = cli("score", "bleu", path)
    assert systems("score", done) == {"a", "b", "c"}
    assert LEFT_OUT in done.err


def test_a_baseline_with_more_systems(cli, judged):
    """A run that leaves out systems of its baseline says which."""
    words = ["evaluate", "bleu", judged, "--systems", "peer"]
    assert cli(*words, "-o", "r.json", "--instances", "s.jsonl").code == 0
    done = cli(*words, "--exclude", "b", "--baseline", "r.json")
    assert done.code == 0, done.err
    assert "it also has 'b', which is not in this run" in done.err
    assert "it also has" not in cli(*words, "--baseline", "r.json").err


def test_a_system_of_the_baseline_that_is_gone(cli, tmp_path):
    """It fails the run, also in JUnit, unless the systems that take part are named."""
    record = {"prediction": "a b c d", "references": ["a b c d"]}
    both = [record | {"system_id": x} for x in "ab"]
    write_jsonl(tmp_path / "x.jsonl", both)
    words = ["evaluate", "bleu", "x.jsonl"]
    assert cli(*words, "-o", "r.json", "--instances", "s.jsonl").code == 0
    write_jsonl(tmp_path / "x.jsonl", [both[0], both[0] | {"system_id": "c"}])
    for gate in ([], ["--max-drop", "bleu=1"]):
        options = [*gate, "--baseline", "r.json", "--force-baseline"]
        done = cli(*words, *options, "--junit", "gates.xml", "--force")
        assert done.code == 1
        assert "gate failed: b is in the baseline and has no record in this run" in done.err
        assert 'testsuite name="b"' in (tmp_path / "gates.xml").read_text()
        assert cli(*words, *options, "--systems", "a").code == 0


@pytest.fixture
def baselines(tmp_path):
    """Write systems, of which two are of type baseline and one has the name of another type."""
    of_types = [
        {**record, "system_type": kind, "system_id": name}
        for record in PEERS[:4]
        for name, kind in (("lead", "baseline"), ("random", "baseline"), ("rules", "own"))
    ]
    return write_jsonl(tmp_path / "b.jsonl", [*PEERS, *of_types, *(
        {**record, "system_id": "own"} for record in PEERS[:4]
    )])  # fmt: skip


def test_other_types_are_chosen_by_name(cli, baselines):
    """--systems takes any system_type; other outputs of systems are jackknifed as peers are."""
    for verb in ("evaluate", "compare", "score"):
        words = ["--systems", "baseline", "--systems", "a"]
        done = cli(verb, "bleu", baselines, *RUNS[verb], *words)
        assert systems(verb, done) == {"a", "lead", "random"}
    done = cli("evaluate", "bleu", baselines, "--systems", "peer", "--format", "json")
    assert systems("evaluate", done) == {"a", "b", "c", "own"}
    wrong = cli("evaluate", "bleu", baselines, "--systems", "basline")
    assert wrong.code == 2
    assert "no output of a system or type 'basline'; did you mean 'baseline'" in wrong.err
    assert cli("evaluate", "bleu", baselines, "--exclude", "baseline").code == 2


def test_other_types_are_told(cli, baselines):
    """Without a choice a notice lists them, so that a misspelt type does not pass."""
    done = cli("evaluate", "bleu", baselines)
    assert (
        "there are systems of other types than peer and reference: 'baseline' (lead, random); "
        "'own' (rules); they are scored as outputs of systems"
    ) in done.err
    assert "other types" not in cli("evaluate", "bleu", baselines, "--systems", "all", "-q").err


def test_a_name_that_is_a_system_and_a_type(cli, baselines):
    """Both take part, and a notice says so."""
    done = cli("evaluate", "bleu", baselines, "--systems", "own", "--format", "json")
    assert systems("evaluate", done) == {"own", "rules"}
    assert "--systems own: there is a system 'own' and a type; both take part" in done.err


def test_correlations_by_type(cli, baselines):
    """Peers are the default; another type is chosen by its name, from records and from scores."""
    rest = ["--human", "good", "--interval", "none", "--level", "system", "--format", "json"]
    words = ["--systems", "baseline", "--systems", "peer"]
    assert cli("score", "bleu", baselines, "-o", "s.jsonl").code == 0
    for verb in (["correlate", "bleu", baselines], ["correlate", "scores", "s.jsonl"]):
        report = cli(*verb, *rest, *words).json()
        assert {c["n_systems"] for c in report["results"]} == {6}
        assert cli(*verb, *rest, "--systems", "basline").code == 2
    means = cli("correlate", "judgments", baselines, "--format", "json").json()
    kinds = {row["system_id"]: row["system_type"] for row in means}
    assert (kinds["lead"], kinds["rules"], kinds["a"]) == ("baseline", "own", "peer")


def test_human_texts_that_are_their_own_reference(cli, tmp_path):
    """Texts that are left out as equal to their reference are counted, with who takes part."""
    half = [
        {"system_id": "refB", "instance_id": i, "system_type": "reference",
         "prediction": f"the cat {i} sat", "references": [f"the cat {i}{' sat' * (i < 3)}"]}
        for i in range(4)
    ]  # fmt: skip
    path = write_jsonl(tmp_path / "half.jsonl", [*PEERS, *HUMANS, *half])
    done = cli("score", "bleu", path)
    assert "7 outputs of type reference have nothing to be compared with" in done.err
    assert (
        "('refA', 'refB'); 3 of them have only their own text as reference; the other outputs of "
        "'refB' take part"
    ) in done.err
    assert done.out.count('"refB"') == 1


def peer(system, prediction, references, instance="1"):
    return Instance(
        instance_id=instance, system_id=system, prediction=prediction, references=references
    )


def test_references_as_systems_must_agree():
    """Systems with different references for one input cannot share human systems."""
    batch = Batch([peer("p", "1", ["2", "3"]), peer("q", "1", ["2", "4"])])
    with pytest.raises(InputError, match="other references"):
        list(add_references([batch]))


def batches(systems="ab", n=40, size=7):
    """Return batches of systems with the instances 1 to n, each with its number in meta."""
    records = [Instance(instance_id=i, prediction="x", meta={"n": i}) for i in range(1, n + 1)]
    return [
        Batch(records[k : k + size], "f.jsonl", range(k + 1, n + 1)[:size], system=s)
        for s in systems
        for k in range(0, n, size)
    ]


def taken(selected=None, **options):
    """Return the instances of each system that take part, and the filter."""
    chosen = RecordFilter(Selection(**options))
    by_system = {}
    for batch in chosen.of(batches() if selected is None else selected):
        for name, system in zip(batch.instance_ids, batch.system_ids, strict=True):
            by_system.setdefault(system, []).append(name)
    return by_system, chosen


def test_without_a_selection_nothing_is_counted():
    """Batches pass as they are, and signatures do not change."""
    whole = batches()
    chosen = RecordFilter(Selection(("peer",)))
    assert list(map(id, chosen.of(whole))) == list(map(id, whole))
    assert (chosen.total, chosen.notices()) == (Counter(), [])
    assert (chosen.signed("m|data:1", "a"), chosen.of_system("a")) == ("m|data:1", None)


def test_conditions_all_hold():
    """A record takes part if every condition is true of it; null is not true."""
    names, chosen = taken(where=("meta.n > `10`", "meta.n < `13`"))
    assert names == {"a": ["11", "12"], "b": ["11", "12"]}
    assert (chosen.total["a"], chosen.taken["a"]) == (40, 2)
    assert taken(where=("system_id == 'b'", "meta.gone || meta.n == `3`"))[0] == {"b": ["3"]}


@pytest.mark.parametrize(
    ("where", "error", "message"),
    [
        ("meta.n", InputError, r"f\.jsonl:1: --where meta\.n finds 1, not true or false; compare"),
        ("meta", InputError, "finds an object, not true or false"),
        ("length(meta.n) > `1`", InputError, r"f\.jsonl:1: --where length\(meta\.n\).*be applied"),
        ("meta.n ==", UsageError, "not a JMESPath expression"),
        ("n == `1`", InputError, "--where n == `1`: true of none of 80 records; conditions name"),
    ],
)
def test_conditions_that_choose_nothing(where, error, message):
    """What is no condition, or true of no record, is refused."""
    with pytest.raises(error, match=message):
        taken(where=(where,))


def test_the_first_instances_are_those_of_the_first_file():
    """Systems have the same instances, also where their files have another order."""
    assert taken(limit=2)[0] == {"a": ["1", "2"], "b": ["1", "2"]}
    first, second = batches(n=5)
    backwards = second.select(range(4, -1, -1))
    assert taken([first, backwards], limit=2)[0] == {"a": ["1", "2"], "b": ["2", "1"]}
    later = [b for b in batches() if b.system == "a" or b.instances[0].meta["n"] > 7]
    assert taken(later, limit=9)[0] == {"a": list("123456789"), "b": ["8", "9"]}


def test_conditions_come_before_the_limit():
    """The first instances are those of which the conditions are true."""
    assert taken(limit=2, where=("meta.n > `10`",))[0]["b"] == ["11", "12"]


def test_a_sample_depends_on_seed_and_ids_alone():
    """Order, batches and systems do not change it, and a larger one has the smaller."""
    names = taken(sample=8, seed=1)[0]
    assert names["a"] == names["b"]
    assert len(names["a"]) == 8
    order = taken(list(reversed(batches("ba", size=3))), sample=8, seed=1)[0]
    assert sorted(order["a"]) == sorted(order["b"]) == sorted(names["a"])
    assert set(names["a"]) < set(taken(sample=9, seed=1)[0]["a"])
    assert set(names["a"]) != set(taken(sample=8, seed=2)[0]["a"])
    assert len(taken(sample=1000, seed=1)[0]["a"]) == 40


def test_every_sample_is_as_likely():
    """The pairs of five instances are drawn equally often: chi-square over 2,000 seeds.

    The bound is the 0.999 quantile of chi-square with 9 degrees of freedom.
    """
    counts = Counter(
        tuple(sorted(taken(batches("a", n=5), sample=2, seed=seed)[0]["a"])) for seed in range(2000)
    )
    expected = 2000 / comb(5, 2)
    assert len(counts) == 10
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 27.88


def test_few_records_are_held():
    """A sample holds about size * (1 + log(n / size)) of n records, not all."""
    alive, most = [], 0

    def watched():
        nonlocal alive, most
        for i in range(1, 5001):
            batch = Batch([Instance(instance_id=i, prediction="x")])
            alive.append(ref(batch))
            yield batch
            alive = [reference for reference in alive if reference() is not None]
            most = max(most, len(alive))

    names, _ = taken(watched(), sample=10, seed=3)
    assert len(names["system"]) == 10
    assert most < 2 * 10 * (1 + log(5000 / 10))


def test_numbers_beside_scores(cli, tmp_path):
    """Verbs state n of N in tables, JSON and signatures, and name a system without records."""
    path = write_jsonl(tmp_path / "x.jsonl", [
        {"instance_id": i, "system_id": s, "prediction": f"the cat {i}", "references": ["the cat"],
         "judgments": {"q": i}}
        for s in "ab" for i in range(6) if s == "a" or i > 2
    ])  # fmt: skip
    table = cli("evaluate", "chrf", path, "--limit", "4")
    assert "a       4 of 6" in table.out
    assert "b       1 of 3" in table.out
    assert "|limit:4|taken:4-of-6 (" in table.out
    assert "5 of 9 records take part (--limit 4)" in table.err
    result = cli("evaluate", "chrf", path, "--limit", "2", "--format", "json")
    assert [(r["n"], r["of"]) for r in result.json()["results"]] == [(2, 6)]
    assert result.json()["selection"]["limit"] == 2
    assert "no record of 'b' takes part (--limit 2)" in result.err
    pairs = cli("compare", "chrf", path, "--where", "contains('45', instance_id)", "--format",
                "json")  # fmt: skip
    assert [(c["n"], c["of"]) for c in pairs.json()["comparisons"]] == [(2, 6)]
    scores = cli("score", "chrf", path, "--sample", "3", "--seed", "5")
    assert "records take part (--sample 3 --seed 5)" in scores.err
    assert len({json.loads(line)["instance_id"] for line in scores.out.splitlines()}) == 3


SELECTIONS = [
    Selection(where=("a == 'x|limit:3' || b", 'c."d:e"')),
    Selection(where=("x",), limit=5),
    Selection(sample=10, seed=0),
]


@pytest.mark.parametrize("selection", SELECTIONS, ids=str)
def test_a_signature_states_the_selection(selection):
    """What is written is read again, whatever signs an expression has."""
    text = f"bleu|lowercase:false{parts(selection, 3, 10)}|data:0"
    assert stated(text) == selection
    assert "|taken:3-of-10|data:" in text


def test_no_selection():
    """Without one, all records take part, and options of a metric are no selection."""
    assert stated("m|limit:5|data:0") == Selection()
    assert in_options(Selection()) == "all records"


def test_no_metric_has_an_option_of_the_same_name():
    """Names of parts are told from options of metrics."""
    for name in metrics:
        assert KEYS.isdisjoint(metrics.get(name).__dataclass_fields__), name


def result(signature):
    return Result(metric="m", output="m", system_id="s", group=None, value=1.0, n=1,
                  higher_is_better=True, interval=None, signature=signature, engine="")  # fmt: skip


def test_other_selections():
    """Only conditions, limit, sample and seed make another selection, not the counts."""
    now, old = (
        result(f"m{parts(s, n, 9)}|data:0") for s, n in ((SELECTIONS[1], 3), (SELECTIONS[2], 4))
    )
    assert other_selection(now, old) == (
        "it is of another selection of records: --sample 10 --seed 0 there, --where x --limit 5 "
        "here"
    )
    assert not other_selection(now, result(f"m{parts(SELECTIONS[1], 4, 8)}|data:1"))
    assert "all records there" in other_selection(now, result("m|data:0"))
