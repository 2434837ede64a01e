"""Puts what is known into a context: a thin front of daykeep's own rating and placing, over files that you name.

`context_manager.py enhance` searches the whole workspace instead. Needs the Python that daykeep is installed for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.context.enhance import Passage, enhance
from daykeep.session.records.finding import rate

if TYPE_CHECKING:
    from pathlib import Path

THRESHOLD = 0.5
BUDGET_TOKENS = 1500


class RetrievalEnhancer:
    """The paragraphs of some files, each with the level of memory that its file is on."""

    def __init__(self, memory_paths: dict[str, Path]) -> None:
        """``memory_paths`` are files by their level."""
        self.memory_paths = memory_paths
        self.index: dict[str, list[str]] = {}

    def build_index(self) -> None:
        """Read the files; one that is missing has nothing."""
        self.index = {
            level: _paragraphs(path.read_text(encoding="utf-8"))
            for level, path in self.memory_paths.items()
            if path.is_file()
        }

    def retrieve(self, query: str, top_k: int = 5, threshold: float = THRESHOLD) -> list[dict[str, Any]]:
        """The best paragraphs for a question, each with its score from 0 to 1; none below the threshold."""
        entries = [(level, text) for level, texts in self.index.items() for text in texts]
        scores = rate(query, [text for _, text in entries])
        found: list[dict[str, Any]] = [
            {"level": level, "content": text, "score": score, "metadata": {}}
            for (level, text), score in zip(entries, scores, strict=True)
            if score >= threshold
        ]
        return sorted(found, key=lambda one: -one["score"])[:top_k]

    def enhance_context(self, current_context: str, query: str, position: str = "start") -> str:
        """The context with what is known, marked as data; as it is where nothing relevant is known or all is said."""
        passages = [
            Passage(one["level"], str(self.memory_paths[one["level"]].name), one["content"])
            for one in self.retrieve(query)
        ]
        return enhance(current_context, passages, budget_tokens=BUDGET_TOKENS, position=position).text


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\r\n", "\n").split("\n\n") if part.strip()]
