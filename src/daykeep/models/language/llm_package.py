"""Any model that the package ``llm`` reaches (the extra ``daykeep[llm]``): its plug-ins, its names, its store of keys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from daykeep.errors import ModelError
from daykeep.models.endpoint import clean
from daykeep.models.language.model import JsonReply, count_of, read_fenced

if TYPE_CHECKING:
    from collections.abc import Mapping

_SCHEMA_IN_WORDS = "\n\nAnswer with one JSON object of this schema and nothing else:\n{schema}"


class LlmPackageModel:
    """Asks the model that ``llm`` knows by this name or alias; a model without schemas is told the schema in words.

    Nothing is logged by ``llm``. How long it waits is the plug-in's affair. The package is imported at the first question.
    """

    name = "llm"
    is_local = False

    def __init__(self, model: str) -> None:
        self.version = model

    def ask(self, instructions: str, text: str, schema: Mapping[str, Any]) -> JsonReply:
        """The answer; ModelError whatever goes wrong in the package or in one of its plug-ins."""
        who = f'the model "{self.version}" of llm'
        try:
            answer, tokens = self._prompt(instructions, text, dict(schema))
        except (
            Exception
        ) as error:  # a plug-in raises what its own client raises; all of it means that there is no answer
            raise ModelError(f"{who} failed: {clean(str(error), '') or type(error).__name__}") from None
        return JsonReply(read_fenced(answer, who), tokens)

    def _prompt(self, instructions: str, text: str, schema: dict[str, Any]) -> tuple[str, int | None]:
        import llm  # noqa: PLC0415 - an optional extra that takes half a second to import

        model = llm.get_model(self.version)
        if model.supports_schema:
            response = model.prompt(text, system=instructions, schema=schema, stream=False)
        else:
            said = instructions + _SCHEMA_IN_WORDS.format(schema=json.dumps(schema))
            response = model.prompt(text, system=said, stream=False)
        return response.text(), count_of(response.usage().input)
