"""Abbreviations that keep their full stop in the Penn Treebank tokenizer of CoreNLP 3.4.1."""

FOLDED = """
adj adm adv al ala alex apr ariz assn assoc asst atty aug ave bancorp bhd bldg blvd brig bros calif
capt cf cie cmdr co col colo comdr conn corp cos cpl ct dak dec dept det dr drs elec ens esq
est etc ext feb fla fri ft ga gen gov govs hon inc ind insp intl invt jan jos jr jul jun kan kans ky
lt ltd maj mar md messrs mich minn mlle mme mo mon mont mr mrs ms msgr mt natl neb nev nov oct okla
penn pfc ph plc pres prof pvt rd rep reps rev rt sen sens sep sept seq sfc sgt spc sq sr st ste supt
sys tel tenn thu tue tues univ va vs vt wed wis wisc wm wyo
"""
"""In any case."""

CASED = "mfg mtg ppte ppty pte ptes pty ptys"
"""In lower case after the first letter."""

PROPER = "Ark Az Del Ill La Mass Miss Ore Pa Tex Wash"
"""With a capital."""

NUMBERED = "art ca fig figs no nos op pp prop"
"""Only before a number, in any case."""

SENTENCE_STARTERS = """
A About According Additionally After An As At But Earlier He Her Here However If In It Last Many
More Now Once One Other Our She Since So Some Such That The Their Then There These They This We
What When While Yet You
"""
"""Words after which a single letter and a full stop are two tokens."""
