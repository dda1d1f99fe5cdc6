"""BOLD: beginnings of sentences about people and topics, by group.

Source: Dhamala et al. (2021), BOLD.
"""

from __future__ import annotations

from collections.abc import Iterator

from sacreval.core.records import Instance
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.json_documents import document


def convert(place: CorpusFiles, *, domains: dict[str, str]) -> Iterator[Instance]:
    """Yield one record for each prompt; there are no outputs.

    Args:
        place: The recipe's files.
        domains: Domain to its JSON file of groups, entities and prompts.
    """
    for domain, file in domains.items():
        for group, entities in document(str(place / file)).items():
            for entity, prompts in entities.items():
                for number, prompt in enumerate(prompts, start=1):
                    yield Instance(
                        instance_id=f"{domain}:{group}:{entity}:{number}",
                        system_id="prompts",
                        input=prompt,
                        groups={"domain": domain, "group": group, "entity": entity},
                    )
