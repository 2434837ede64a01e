"""The inputs of a score in words that a person understands; a name without words stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_EACH = 2
_LEAST = 0.05

_THINGS = {
    "lesson": "a lesson", "announce": "a word that announces lessons", "problem": "a problem", "cause": "a cause", "fix": "a fix", "fixed": "its being fixed", "decision": "a decision",
    "prefer": "a wish", "scope": "only, never or always", "rule": "a rule", "important": "something important",
    "negation": "a negation", "contrast": "a contrast", "todo": "a plan", "done": "work that is done",
    "status": "a status", "metric": "figures", "research": "news or research", "locator": "where something is",
    "discover": "a finding", "suggest": "a suggestion", "user": "a person", "default": "how something behaves",
    "identity": "who somebody is", "permanent": "something lasting", "chat": "messages", "condition": "a condition",
    "first": "an order of steps", "time": "a time", "git": "commits", "file": "files", "secret": "keys or passwords",
    "insight": "an insight", "gone": "something missing", "arrow": "an arrow", "question": "a question",
    "exclaim": "an exclamation", "paren": "brackets", "quoted": "a quotation", "dash": "a dash", "url": "an address",
    "mail": "a mail address", "code": "code", "strike": "struck text", "equals": "an equals sign", "slash": "a slash",
    "bold": "bold text", "colon": "a colon", "ok": "a ✅", "bad": "a ❌", "wait": "a ⏳", "emoji": "an emoji",
    "date": "a date", "number": "a number", "long_number": "a long number", "hex": "an id", "upper": "capitals",
    "shout": "words in capitals", "past": "what happened", "name": "a name", "word": "plain words",
    "percent": "per cent", "money": "money", "braces": "braces", "semicolon": "a semicolon", "plus": "a plus",
    "bullet": "a bullet", "numbered": "a numbered point", "open_box": "an open checkbox", "done_box": "a ticked box",
    "table": "a table", "fence": "code", "plain": "plain text", "quoted_line": "a quotation", "indented": "an indented line",
    "label": "a label", "bold_label": "a bold label", "label_empty": "a label alone", "key_value": "a key and its value",
    "json": "JSON", "slot": "an unfilled slot", "digits": "mostly digits", "tiny": "very short lines",
    "short": "short lines", "middle": "middling lines", "long": "long lines", "ends_colon": "a colon at the end",
    "ends_stop": "a full stop at the end", "one_token": "a single word",
}  # fmt: skip
_WHERE = {
    "heading": "in the heading", "parent": "in the heading above", "above": "in a heading above",
    "some": "in a line", "several": "in two lines", "many": "in many lines", "third": "in a third of the lines",
    "most": "in most lines", "label": "in a label", "labels": "in two labels", "last": "in the last line",
    "first": "in the first line", "lead": "as first words of a line", "leads": "as first words of two lines",
    "label_or_heading": "in a label or heading", "line": "in one line", "lines": "in two lines each",
    "lacking": "", "chain": "",
}  # fmt: skip
_SIZES = {
    "count": "{} lines or more", "chars": "{} characters or more", "per_line": "{} characters a line or more",
    "level": "a heading of level {} or deeper", "parents": "{} headings above or more",
    "heading_chars": "a heading of {} characters or more", "blanks": "{} blank lines or more",
    "concepts": "{} meanings a line or more", "peak": "a line with {} meanings or more",
}  # fmt: skip
_SHAPES = {
    "h_number": "a numbered heading", "h_question_end": "a heading that asks", "h_colon_end": "a heading with a colon",
    "h_no": "no heading", "labelled_pair": "a labelled problem and fix", "labelled_chain": "a labelled problem, cause and fix",
    "heading_pair": "a heading that names problem and fix",
}  # fmt: skip


_ANNOUNCED = {
    "lesson_heading": "a heading that announces lessons", "lesson_above": "a heading above that announces lessons",
    "lesson_label": "a label that announces lessons", "lesson_but_counted": "lessons that the heading only counts",
    "cause_heading": "a heading that names a cause", "decision_heading": "a heading that names a decision",
    "wish_heading": "a heading that names wishes or rules", "pair": "labels of a problem and its fix",
    "chain": "labels of a problem, its cause and its fix", "pair_in_line": "a problem and its fix in one line",
    "told_by_user": "a line with what the user wants", "only_wish": "little but what the user wants",
    "pair_kind": "a lesson or a fix announced", "other_kind": "a decision or a wish announced",
}  # fmt: skip


def telling(reasons: Sequence[tuple[str, float]]) -> str:
    """The inputs that moved a score most, the strongest two up and two down, in words.

    >>> telling([("heading:todo", -0.5), ("heading:word", -0.3), ("line:cause+fix", 0.4)])
    'a plan in the heading -0.5, a cause and a fix in one line +0.4'
    """
    own = [(name, weight) for name, weight in reasons if not name.endswith(":word") and abs(weight) >= _LEAST]
    up, down = [one for one in own if one[1] > 0], [one for one in own if one[1] < 0]
    shown = [one for one in own if one in up[:_EACH] or one in down[:_EACH]]
    return ", ".join(f"{input_in_words(name)} {weight:+.1f}" for name, weight in shown)


def input_in_words(name: str) -> str:
    """What one input of a score looks at.

    >>> input_in_words("third:negation"), input_in_words("line:cause+fix"), input_in_words("chars>=120")
    ('a negation in a third of the lines', 'a cause and a fix in one line', '120 characters or more')
    """
    block, _, rest = name.partition(":")
    if not rest:
        block, _, rest = name.partition(">=")
        return _SIZES[block].format(rest) if block in _SIZES else _SHAPES.get(name, name)
    if rest.startswith(">=") and block in _SIZES:
        return _SIZES[block].format(rest[2:])
    if block in {"shape", "announced"}:
        return (_SHAPES if block == "shape" else _ANNOUNCED).get(rest, name)
    for sign, joint in (("+", " and "), ("-", " without "), (">", ", then ")):
        one, found, other = rest.partition(sign)
        if found and one in _THINGS and other in _THINGS:
            return f"{_THINGS[one]}{joint}{_THINGS[other]} {_WHERE.get(block, '')}".strip()
    if block in _WHERE and rest in _THINGS:
        return f"{_THINGS[rest]} {_WHERE[block]}".strip()
    return name
