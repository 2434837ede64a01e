"""The notes of a day in words: short lines as a person would write them, in the workspace's language. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.backfill.day import (
    ASIDE,
    ASKED,
    COMMITTED,
    DECIDED,
    DONE,
    FOUND,
    LEARNED,
    OPEN,
    PREFERRED,
    TODO,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.session.backfill.day import DayNotes, Ran

TITLE_CHARS = 70
SHOWN_FILES, SHOWN_COMMANDS, SHOWN_ASKS = 8, 6, 6
SHOWN_LINES: Mapping[str, int] = {DECIDED: 8, PREFERRED: 5, FOUND: 4, COMMITTED: 6, DONE: 4, TODO: 5, OPEN: 2}
"""So many lines of a kind are told, the last ones; of requests the first ones that led to something."""
_ENDS = " .。!！"
MANY_FILES = 3
"""From so many files on, the folder that all of them are in is named once."""

LABELS: Mapping[str, Mapping[str, str]] = {
    "en": {
        ASKED: "Asked",
        DECIDED: "Decided",
        PREFERRED: "Wanted",
        FOUND: "Found",
        DONE: "Done",
        COMMITTED: "Committed",
        TODO: "To do",
        OPEN: "Open",
        "files": "Changed",
        "commands": "Ran",
    },
    "zh": {
        ASKED: "请求",
        DECIDED: "决定",
        PREFERRED: "要求",
        FOUND: "发现",
        DONE: "完成",
        COMMITTED: "提交",
        TODO: "待办",
        OPEN: "未答",
        "files": "改动",
        "commands": "运行",
    },
}
_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "colon": ": ",
        "comma": ", ",
        "session": "Session",
        "kept": "Kept before the context was compacted",
        "more": "and {} more",
        "inside": "(in {})",
        "times": "{name} {times} times",
        "failed": "{said} ({failed} failed)",
        "failed_once": "{said} (failed)",
        "asked_more": "and {} more requests",
        "asked_one": "and one more request",
    },
    "zh": {
        "colon": "：",
        "comma": "、",
        "session": "会话",
        "kept": "上下文压缩前的记录",
        "more": "等 {} 个",
        "inside": "（在 {}）",
        "times": "{name} {times} 次",
        "failed": "{said}（{failed} 次失败）",
        "failed_once": "{said}（失败）",
        "asked_more": "另有 {} 个请求",
        "asked_one": "另有 1 个请求",
    },
}


class Told(NamedTuple):
    """An entry for the log: its title and lines, and the texts that are told with it, by which they are known again.

    Among these are the ones that there was no room for: they are not made up for later.
    """

    title: str
    body: str
    texts: tuple[str, ...]


def tell_day(notes: DayNotes, language: str) -> Told | None:
    """What a session made of a day; None if nothing is worth a line: commands alone are not."""
    asks = _asks(notes)
    lines = _lines(notes, tuple(SHOWN_LINES))
    if not lines and not asks and not notes.files:
        return None
    words = _WORDS[language]
    title = _short(notes.goal or next(iter([*notes.of(ASKED), *asks]), "") or words["session"])
    said = [_labelled(ASKED, text, language) for text in asks if text.rstrip(_ENDS) != title]
    left = len(notes.of(ASKED, ASIDE)) - len(asks)
    if left > 0:
        said.append(f"- {words['asked_one'] if left == 1 else words['asked_more'].format(left)}")
    said += [_labelled(kind, text, language) for kind, text in lines]
    if notes.files:
        said.append(_changed(notes.files, language))
    ran = [one for one in notes.commands if one.name != "git commit" or not notes.of(COMMITTED)]
    if ran:
        names = [_ran(one, language) for one in sorted(ran, key=lambda one: -one.times)]
        said.append(_labelled("commands", _several(names, SHOWN_COMMANDS, language), language))
    body = "\n".join(said or [_labelled(ASKED, text, language) for text in asks])
    return Told(title, body, tuple(text for _, text in notes.lines))


def tell_learned(notes: DayNotes, language: str) -> Told | None:
    """What of a day must not be lost with the context; None if there is nothing."""
    lines = _lines(notes, LEARNED)
    if not lines:
        return None
    said = [_labelled(kind, text, language) for kind, text in lines]
    return Told(_WORDS[language]["kept"], "\n".join(said), tuple(notes.of(*LEARNED)))


def _asks(notes: DayNotes) -> list[str]:
    """The requests to tell: all, or those that led to something, filled up with others, in their order."""
    both = [(kind, text) for kind, text in notes.lines if kind in {ASKED, ASIDE}]
    acted = [text for kind, text in both if kind == ASKED][:SHOWN_ASKS]
    others = [text for kind, text in both if kind == ASIDE][: SHOWN_ASKS - len(acted)]
    return [text for _, text in both if text in acted or text in others]


def _lines(notes: DayNotes, kinds: Sequence[str]) -> list[tuple[str, str]]:
    return [(kind, text) for kind in kinds for text in notes.of(kind)[-SHOWN_LINES[kind] :]]


def _changed(files: Sequence[str], language: str) -> str:
    """The line of changed files; a folder that holds all of many is named once."""
    folder = _common_folder(files) if len(files) >= MANY_FILES else ""
    names = [name.removeprefix(folder) for name in files]
    said = _several(names, SHOWN_FILES, language)
    return _labelled(
        "files",
        f"{said} {_WORDS[language]['inside'].format(folder.rstrip('/'))}" if folder else said,
        language,
    )


def _common_folder(files: Sequence[str]) -> str:
    """The folder, with its slash, that holds all of these files; "" for none."""
    shared: list[str] = []
    for parts in zip(*(name.split("/")[:-1] for name in files), strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(f"{parts[0]}/")
    return "".join(shared)


def _labelled(kind: str, text: str, language: str) -> str:
    label = LABELS[language][kind]
    said = re.sub(rf"^已?{re.escape(label)}\s*[:：]\s*", "", text, flags=re.IGNORECASE)
    return f"- {label}{_WORDS[language]['colon']}{said}"


def _several(names: Sequence[str], limit: int, language: str) -> str:
    words = _WORDS[language]
    shown = words["comma"].join(names[:limit])
    left = len(names) - limit
    if left <= 0:
        return shown
    if language == "zh":
        return f"{shown} {words['more'].format(len(names))}"
    return f"{shown} {words['more'].format(left)}"


def _ran(one: Ran, language: str) -> str:
    words = _WORDS[language]
    said = one.name if one.times == 1 else words["times"].format(name=one.name, times=one.times)
    if not one.failed:
        return said
    return words["failed_once" if one.times == 1 else "failed"].format(said=said, failed=one.failed)


def _short(title: str) -> str:
    title = title.rstrip(_ENDS)
    return title if len(title) <= TITLE_CHARS else f"{title[: TITLE_CHARS - 1].rstrip()}…"
