r"""Finds the words of prose that may be imports, and the names under which the file meant by each may lie.

An ``@`` counts at the start of a line and behind a blank, a mark of prose (``*``, ``(``, a quote, a comma) or Chinese
text, which has no blanks: not in an address (``a@b.co``), behind a backslash, or as the target of a link. A blank in a
path is written ``\ `` or, where the rest of the line is a file's name, as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

TRAILING = ".,:;)]}>!?'\"*_~`。，：；、）】》！？」』…”’"
"""What a sentence may put behind a path."""

TEXT_ENDINGS = frozenset({
    "md", "mdx", "mdc", "markdown", "txt", "text", "rst", "adoc", "org", "json", "jsonc", "json5", "yaml", "yml",
    "toml", "ini", "cfg", "conf", "env", "xml", "html", "htm", "css", "scss", "csv", "tsv", "sql", "graphql", "proto",
    "py", "pyi", "js", "jsx", "ts", "tsx", "mjs", "cjs", "go", "rs", "rb", "php", "java", "kt", "swift", "c", "h",
    "cc", "cpp", "hpp", "cs", "sh", "bash", "zsh", "fish", "ps1", "lua", "vue", "svelte", "tf", "png", "jpg", "jpeg",
    "gif", "webp", "svg", "pdf", "docx", "ipynb", "log", "lock",
})  # fmt: skip
"""Endings by which a single word is taken for the name of a file that should be there."""

LONGEST = 1024
"""Characters of the longest path that is looked up."""

_WIDE = "\u2018-\u201f\u2026\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_MARKS = "。，；：、！？（）【】《》「」『』“”‘’…\u3000"
_BEHIND = rf"[\s*_~\[({{,;\"'{_WIDE}]"
_MENTION = re.compile(rf"(?:^|(?<={_BEHIND})(?<!\]\())@((?:\\ |[^\s@]|(?<![,;{_WIDE}])@)+)")
_CUT = re.compile(rf"[^{_MARKS}]*?\.[A-Za-z0-9]{{1,8}}(?=[{_WIDE}])|[^{_MARKS}]+(?=[{_MARKS}])")
_NT = re.compile(r"~?[\\/]{2}|[\\/][?.][?]?[\\/]|~[\\/][A-Za-z]:")
_MOST_WORDS = 12


class Mention(NamedTuple):
    """One ``@`` in the text: its line, what stands behind it up to a blank, and the rest of the line."""

    line: int
    token: str
    rest: str

    @property
    def is_system_path(self) -> bool:
        r"""Whether it names a device, another machine or the object space of Windows (``\??\``, ``\\host``)."""
        return _NT.match(self.token) is not None

    @property
    def is_too_long(self) -> bool:
        """Whether it is longer than a path that is looked up; its end is not at hand then."""
        return len(self.token) > LONGEST

    @property
    def is_path(self) -> bool:
        """Whether it can only be meant as a path: then a file that is missing is worth a word of its own."""
        bare = self._plain.split("#")[0]
        if any(mark in bare for mark in "()\"'<>{}=$"):
            return False
        if bare.startswith(("./", "../", "~/", "/")) or re.match(r"[A-Za-z]:[\\/]", bare):
            return len(bare) > 1
        return _ends_like_text(bare)

    @property
    def likely(self) -> str:
        """The name that is meant where no file is found: up to a word that ends like a file, else the first word."""
        bare = self._plain.split("#")[0]
        if _ends_like_text(bare):
            return bare
        longer = bare
        for word in self.rest.split(" ")[1 : _MOST_WORDS + 1]:
            longer = f"{longer} {word}"
            if _ends_like_text(longer.rstrip(TRAILING)):
                return longer.rstrip(TRAILING)
        return bare

    @property
    def _plain(self) -> str:
        """What stands there without punctuation behind it, and without the Chinese text that follows at once."""
        stripped = self.token.replace("\\ ", " ").rstrip(TRAILING)
        cut = _CUT.match(stripped)
        return cut[0].rstrip(TRAILING) if cut else stripped

    def names(self) -> Iterator[tuple[str, str]]:
        """Names to look for, the most literal first, each with what was done to what stands there (``""``: nothing)."""
        bare = self.token.replace("\\ ", " ")
        stripped = bare.rstrip(TRAILING)
        for name in dict.fromkeys((bare, stripped, self._plain)):
            if name:
                yield name, ""
        for text in dict.fromkeys((stripped, self._plain)):
            name, _, part = text.partition("#")
            if name and part:
                yield name.rstrip(TRAILING), f'the whole file is read, not only "#{part}"'
        yield from self._longer(bare)

    def _longer(self, bare: str) -> Iterator[tuple[str, str]]:
        """Names with blanks: the rest of the line, then fewer and fewer of its words."""
        words = self.rest.split(" ")[: _MOST_WORDS + 1]
        if not self.rest.strip() or not ("/" in bare or "\\" in bare or "." in self.rest):
            return
        for count in range(len(words), 1, -1):
            whole = f"{bare}{' '.join(words[:count])}".rstrip()
            yield whole, ""
            if whole.rstrip(TRAILING) != whole:
                yield whole.rstrip(TRAILING), ""


def _ends_like_text(name: str) -> bool:
    return "." in name and name.rpartition(".")[2].lower() in TEXT_ENDINGS


def find_mentions(line: int, text: str) -> Iterator[Mention]:
    """The mentions of one line, in order; what stands behind one is given as far as a path may reach.

    >>> text = "See @a.md, write to a@b.co, [x](@c.md) and @~/d.md."
    >>> [mention.token for mention in find_mentions(1, text)]
    ['a.md,', '~/d.md.']
    """
    for match in _MENTION.finditer(text) if "@" in text else ():
        if match[1][0] != "@":
            rest = text[match.end() : match.end() + LONGEST]
            yield Mention(line, match[1][: LONGEST + 1].split("](")[0], rest)
