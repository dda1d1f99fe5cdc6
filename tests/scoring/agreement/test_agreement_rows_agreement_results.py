"""Results of `evaluate --agree`."""

from sacreval.scoring.agreement.agreement_rows import AgreementReport, ScoreAgreement


def test_file():
    """A file names the version of its schema and of sacreval."""
    one = ScoreAgreement(file="x", tool="helm", score="em", system_id="m", agreement="equal")
    found = AgreementReport([one]).to_file()
    assert (found.schema_version, found.scores) == (1, [one])
