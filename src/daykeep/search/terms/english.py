"""Light reduction of English words to what their forms share: irregular forms by table, endings by rule.

The rules are Porter's second English stemmer (Snowball "english"), which groups what inflection and common derivation
separate ("running", "runs" -> "run"; "adoption", "adopt" -> "adopt"). Irregular forms come first, because no rule
takes "bought" to "buy".
"""

from __future__ import annotations

import re

_VOWELS = "aeiouy"
_REGION = re.compile(r"[aeiouy][^aeiouy]")
_SHORT = re.compile(r"(?:^|.*[^aeiouy])[aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$")
_VOWEL = re.compile(r"[aeiouy]")
_DOUBLES = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")
_DOUBLED_ROOTS = frozenset(("add", "ebb", "egg", "err", "inn", "odd", "off"))
_STEP_2 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("ization", "ize"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("iveness", "ive"),
    ("biliti", "ble"),
    ("entli", "ent"),
    ("ation", "ate"),
    ("alism", "al"),
    ("aliti", "al"),
    ("ousli", "ous"),
    ("iviti", "ive"),
    ("fulli", "ful"),
    ("lessli", "less"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("abli", "able"),
    ("izer", "ize"),
    ("ator", "ate"),
    ("alli", "al"),
    ("bli", "ble"),
)
_STEP_3 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("alize", "al"),
    ("icate", "ic"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ness", ""),
    ("ful", ""),
)
_STEP_4 = (
    *(
        "ement",
        "ance",
        "ence",
        "able",
        "ible",
        "ment",
        "ant",
        "ent",
        "ism",
        "ate",
        "iti",
        "ous",
        "ive",
        "ize",
    ),
    *("al", "er", "ic"),
)

_IRREGULAR_WORDS = """
be am is are was were been being|become became|begin began begun|bend bent|bite bit bitten|bleed bled|blow blew blown
break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen
cling clung|come came|creep crept|deal dealt|dig dug|do did done does|draw drew drawn|dream dreamt|drink drank drunk
drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown
forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten
give gave given|go went gone goes|grow grew grown|hang hung|have had has|hear heard|hide hid hidden|hold held
keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant|leap leapt|learn learnt|leave left|lend lent
lie lain|light lit|lose lost|make made|mean meant|meet met|mistake mistook mistaken|pay paid|prove proven|quit quitted
ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent
shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat
sleep slept|slide slid|speak spoke spoken|speed sped|spend spent|spin spun|spring sprang sprung|stand stood
steal stole stolen|stick stuck|sting stung|strike struck stricken|swear swore sworn|sweep swept|swim swam swum
swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
understand understood|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|withdraw withdrew withdrawn
write wrote written rewrote rewritten|child children|man men|woman women|person people|foot feet|tooth teeth
goose geese|mouse mice|wife wives|life lives|knife knives|shelf shelves|leaf leaves|wolf wolves|half halves
thief thieves|loaf loaves|index indices indexes|matrix matrices|analysis analyses|crisis crises|axis axes
criterion criteria|phenomenon phenomena|datum data|medium media|die dying|lie lying|tie tying
"""
_KEPT_WORDS = (
    "news howe atlas cosmos bias andes inning outing evening canning herring earring proceed exceed succeed"
)
_KEPT = frozenset(_KEPT_WORDS.split(" "))
_WHOLE_PREFIXES = ("gener", "commun", "arsen", "past", "univers", "emerg", "organ", "inter", "later")
_EARLY = {
    "sky": "sky",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
}


def _irregular() -> dict[str, str]:
    table = {}
    for group in _IRREGULAR_WORDS.replace("\n", "|").split("|"):
        base, *forms = group.split() or [""]
        table.update(dict.fromkeys(forms, base))
    return table


_IRREGULAR = _irregular()


def stem(word: str) -> str:
    """What the forms of an English word share; ``word`` is of lower-case ASCII letters, and short ones stay.

    >>> [stem(word) for word in ("painting", "painted", "paints", "bought", "cities", "generously")]
    ['paint', 'paint', 'paint', 'buy', 'citi', 'generous']
    """
    word = _IRREGULAR.get(word, word)
    if len(word) <= 2 or word in _KEPT:
        return word
    if word in _EARLY:
        return _EARLY[word]
    word = _consonant_y(word)
    first, second = _regions(word)
    word = _plural(word)
    if word in _KEPT:
        return word
    word = _past(word, first)
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    return _derived(word, first, second).replace("Y", "y")


def _consonant_y(word: str) -> str:
    if "y" not in word:
        return word
    letters = list(word)
    for place, letter in enumerate(letters):
        if letter == "y" and (place == 0 or letters[place - 1] in "aeiouy"):
            letters[place] = "Y"
    return "".join(letters)


def _regions(word: str) -> tuple[int, int]:
    for prefix in _WHOLE_PREFIXES:
        if word.startswith(prefix):
            first = len(prefix)
            break
    else:
        found = _REGION.search(word)
        first = found.end() if found else len(word)
    found = _REGION.search(word, first)
    return first, found.end() if found else len(word)


def _plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith(("us", "ss")) or not word.endswith("s"):
        return word
    return word[:-1] if _VOWEL.search(word, 0, len(word) - 2) else word


def _past(word: str, first: int) -> str:
    for ending in ("eedly", "eed"):
        if word.endswith(ending):
            return word[: -len(ending)] + "ee" if len(word) - len(ending) >= first else word
    for ending in ("ingly", "edly", "ing", "ed"):
        if word.endswith(ending):
            root = word[: -len(ending)]
            return _repaired(root, first) if _VOWEL.search(root) else word
    return word


def _repaired(root: str, first: int) -> str:
    if root.endswith(("at", "bl", "iz")):
        return root + "e"
    if root.endswith(_DOUBLES):
        return root if root in _DOUBLED_ROOTS else root[:-1]
    return root + "e" if first >= len(root) and _SHORT.match(root) else root


def _derived(word: str, first: int, second: int) -> str:
    word = _step_2(word, first)
    for ending, left in _STEP_3:
        if word.endswith(ending):
            word = word[: -len(ending)] + left if len(word) - len(ending) >= first else word
            break
    else:
        if word.endswith("ative") and len(word) - 5 >= second:
            word = word[:-5]
    word = _step_4(word, second)
    if word.endswith("e"):
        root = word[:-1]
        return root if len(root) >= second or (len(root) >= first and not _SHORT.match(root)) else word
    return word[:-1] if word.endswith("ll") and len(word) - 1 >= second else word


def _step_2(word: str, first: int) -> str:
    for ending, left in _STEP_2:
        if word.endswith(ending):
            return word[: -len(ending)] + left if len(word) - len(ending) >= first else word
    if word.endswith("ogi"):
        return word[:-1] if len(word) - 3 >= first and word.endswith("logi") else word
    if word.endswith("li") and len(word) - 2 >= first and word[-3] in "cdeghkmnrt":
        return word[:-2]
    return word


def _step_4(word: str, second: int) -> str:
    for ending in _STEP_4:
        if word.endswith(ending):
            return word[: -len(ending)] if len(word) - len(ending) >= second else word
    if word.endswith("ion") and len(word) - 3 >= second and word[-4] in "st":
        return word[:-3]
    return word
