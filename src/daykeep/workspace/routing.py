"""Keeps the skill routing table of AGENTS.md, inside daykeep's own fence; every other byte is somebody else's.

The table says which skill is for what, from the descriptions in ``skills/*/SKILL.md``. AGENTS.md is read at every
start, so rows are short, and text of a skill that reads like an order to the agent is left out of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.guard.hidden import find_hidden
from daykeep.guard.injection import find_signs
from daykeep.guard.secrets import mask_secrets
from daykeep.text.comments import neutralise
from daykeep.workspace.fence import append_block, find_block, replace_block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Document
    from daykeep.workspace.skills import Skill

ROUTING_FENCE = "routing"
ROW_CHARS = 300
"""What a row quotes of a description: enough to choose by, little enough to be read at every start."""

_HEADINGS = {
    "en": ("## Skill routing", ("Skill", "When to use it")),
    "zh": ("## 技能路由", ("技能", "触发场景")),
}
_NONE_YET = {"en": "*(no skills yet)*", "zh": "*（还没有技能）*"}
_WITHHELD = {"en": "read its SKILL.md with care before you use it", "zh": "使用前先仔细阅读它的 SKILL.md"}


class RoutingPlan(NamedTuple):
    """AGENTS.md as it should be: ``data`` is None when nothing has to be written.

    ``state`` is ``kept`` (as it should be), ``update`` (the fence is out of step), ``append`` (there is no fence
    yet) or ``none`` (there is no AGENTS.md). ``left_out`` says which skills have no row or a guarded one, and why.
    """

    state: str
    name: str
    data: bytes | None
    rows: tuple[str, ...]
    left_out: tuple[str, ...]


def plan_routing(document: Document | None, skills: Sequence[Skill], *, language: str) -> RoutingPlan:
    """Decide what AGENTS.md becomes; pure. The heading is written only with a fence that is new to the file."""
    rows, left_out = _rows(skills, language)
    if document is None:
        return RoutingPlan("none", "", None, rows, left_out)
    block = find_block(document, ROUTING_FENCE)
    heading = _HEADINGS[language][0]
    table = _table(rows, language)
    if block is None:
        data = append_block(document, ROUTING_FENCE, [heading, "", *table], blank=True)
        return RoutingPlan("append", document.name, data, rows, left_out)
    kept = _kept_heading(document.texts[block.first : block.last - 1])
    new = replace_block(document, block, [*kept, *table])
    state = "kept" if new == document.data else "update"
    return RoutingPlan(state, document.name, None if state == "kept" else new, rows, left_out)


def _kept_heading(body: Sequence[str]) -> list[str]:
    """The heading inside the fence and the line below it, if the fence brought its own."""
    if body and body[0].startswith("#"):
        return [body[0], ""]
    return []


def _table(rows: Sequence[str], language: str) -> list[str]:
    if not rows:
        return [_NONE_YET[language]]
    left, right = _HEADINGS[language][1]
    return [f"| {left} | {right} |", "|---|---|", *rows]


def _rows(skills: Sequence[Skill], language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    rows, left_out = [], []
    for skill in skills:
        if not skill.usable:
            reason = next(problem.message for problem in skill.problems if problem.level == "error")
            left_out.append(f"{skill.file}: {reason}")
            continue
        text, doubt = _describe(skill.description, language)
        if doubt:
            left_out.append(f"{skill.file}: its description is not quoted: {doubt}")
        rows.append(f"| `{skill.name}` | {text} |")
    return tuple(rows), tuple(left_out)


def _describe(description: str, language: str) -> tuple[str, str]:
    """A description as one table cell, and why it was replaced, if it was."""
    text = " ".join(description.split())
    if find_hidden(text):
        return _WITHHELD[language], "it holds hidden characters"
    signs = find_signs(text)
    if signs:
        return _WITHHELD[language], f"it reads like an instruction ({signs[0].kind})"
    masked, _ = mask_secrets(text)
    return neutralise(_shorten(masked)).replace("\\", "\\\\").replace("|", "\\|"), ""


def _shorten(text: str) -> str:
    if len(text) <= ROW_CHARS:
        return text
    cut = text[: ROW_CHARS - 1]
    at = max(cut.rfind(end) + len(end.rstrip()) for end in (". ", "。", "；", "; ", "! ", "? "))
    if at > ROW_CHARS // 2:
        return cut[:at]
    return cut.rpartition(" ")[0].rstrip(",;:") + "…" if " " in cut[ROW_CHARS // 2 :] else cut + "…"
