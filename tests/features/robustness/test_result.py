"""The robustness file: its content is that of the report, without notices and failures."""

import msgspec

from sacreval.features.robustness.result import (
    Measure,
    Realised,
    Robustness,
    RobustnessFile,
    RobustnessReport,
)


def test_a_file_is_read_back():
    """What is written is what the published structure reads."""
    measure = Measure(0.5, 0.25, 0.75)
    result = Robustness(
        metric="rouge", output="rouge1_f1", system_id="a", n=2, variants=3, higher_is_better=True,
        mean=measure, perturbed_mean=measure, change=measure, absolute_change=measure,
        worst=Measure(None), share_changed=measure, signature="rouge|", engine="native",
    )  # fmt: skip
    realised = Realised(
        system_id="a", variants=6, inputs_changed=None, character_rate=None, outputs_changed=0.5
    )
    report = RobustnessReport(level=0.9, results=[result], realised=[realised], notices=["n"])
    found = msgspec.json.decode(msgspec.json.encode(report.to_file()), type=RobustnessFile)
    assert found == report.to_file()
    assert (found.results, found.realised, found.level) == ([result], [realised], 0.9)
