"""Texts of many kinds that the estimate of tokens is fitted to and judged on: documents cut into pieces, the same every time."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import random
import re
import sysconfig
import unicodedata
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.counting.texts import objects, texts_under
from benchmarks.harness import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SEED = 7
SIZES = (400, 900, 1_800, 3_500)
"""How long a piece may be, in characters."""
SHORTEST = 300
MOST = 400
"""Pieces of one kind."""
DOCUMENTS = Path("/usr/share/doc")
MODULES = Path("/usr/lib/node_modules")
HEADERS = Path("/usr/include")

SCRIPTS = {
    "Chinese": (r"[\u4e00-\u9fff]", 0.35, ("zh-CN", "zh_CN")),
    "Japanese": (r"[\u3040-\u30ff]", 0.25, ("ja-JP", "ja")),
    "Korean": (r"[\uac00-\ud7af]", 0.3, ("ko-KR", "ko")),
    "Russian": (r"[\u0400-\u04ff]", 0.5, ("ru-RU", "ru")),
    "Arabic": (r"[\u0600-\u06ff]", 0.4, ("ar-MA",)),
}
"""The characters of a script, the share of them that makes a paragraph one in it, the folders of its manuals."""
LATIN = ("de-DE", "fr-FR", "es-ES", "vi-VN")
EMOJI = [
    "😀",
    "😂",
    "❤️",
    "👍",
    "🎉",
    "🔥",
    "✅",
    "🚀",
    "😊",
    "🙏",
    "💡",
    "⚠️",
    "📝",
    "🐛",
    "✨",
    "👀",
    "💯",
    "🤔",
    "😅",
    "❌",
]
RARE_EMOJI = [
    chr(code)
    for first, last in ((0x1F300, 0x1F5FF), (0x1F600, 0x1F64F), (0x1F680, 0x1F6C5), (0x1F900, 0x1F9FF))
    for code in range(first, last)
    if unicodedata.category(chr(code)) == "So"
]


class Piece(NamedTuple):
    """A piece of a document; pieces of one document are never in the fit and in what is judged at once."""

    kind: str
    document: str
    text: str

    @property
    def fold(self) -> int:
        """In which fifth the document is judged."""
        return int(hashlib.sha256(f"{self.kind} {self.document}".encode()).hexdigest(), 16) % 5


def gather(data: Path, documents: Path = DOCUMENTS, modules: Path = MODULES) -> dict[str, list[Piece]]:
    """The pieces of each kind; a kind whose sources are not at hand has none.

    ``data`` is the folder of recorded talks and sessions. ``documents`` holds the manuals of the Debian packages
    ``debian-handbook`` and ``installation-guide-amd64``, ``modules`` any npm packages.
    """
    chance = random.Random(SEED)  # noqa: S311 - the same pieces every time
    found: dict[str, list[Piece]] = {}
    for kind, document, text, most in (*_recorded(data), *_manuals(documents), *_programs(modules)):
        found.setdefault(kind, []).extend(_cut(kind, document, text.strip(), most, chance))
    words = [word for piece in found.get("English", [])[:60] for word in piece.text.split()]
    for kind, texts in _made(words, chance):
        found[kind] = [Piece(kind, str(n), text) for n, text in enumerate(texts)]
    return {
        kind: chance.sample(pieces, MOST) if len(pieces) > MOST else pieces for kind, pieces in found.items()
    }


def _cut(kind: str, document: str, text: str, most: int, chance: random.Random) -> Iterator[Piece]:
    """So many pieces at most, spread over the text."""
    start = given = 0
    while start < len(text) and given < most:
        size = chance.choice(SIZES)
        piece = text[start : start + size]
        if len(piece) >= SHORTEST:
            given += 1
            yield Piece(kind, document, piece)
        start += max(size, len(text) // most)


def _recorded(data: Path) -> Iterator[tuple[str, str, str, int]]:
    for path in sorted(data.glob("locomo/*_dev.json")):
        for n, talk in enumerate(_load(path)):
            yield "talk", f"{path.name}{n}", "\n".join(texts_under(talk, "text")), 25
    for path in sorted(data.glob("sgd/dialogues*.json")):
        for n, talk in enumerate(_load(path)[:60]):
            yield "talk", f"{path.name}{n}", "\n".join(texts_under(talk, "utterance")), 1
    for n, row in enumerate(_lines(data / "distill/train.jsonl")):
        yield "daily logs", row.get("workspace", "") + str(n // 50), row["text"], 1
    for n, row in enumerate(_lines(data / "qmsum/val.jsonl")):
        said = " ".join(one.get("content", "") for one in row.get("meeting_transcripts", []))
        yield "English", f"meeting{n}", said, 4
    for path in sorted(data.glob("cmrc/*_dev_half.json")):
        for n, text in enumerate(texts_under(_load(path), "context")):
            yield "Chinese", f"article{n}", text, 1
    yield from _worked(data)


def _worked(data: Path) -> Iterator[tuple[str, str, str, int]]:
    for path in sorted(data.glob("tau/*_dev.json")):
        for n, task in enumerate(_load(path)):
            yield "JSON", f"{path.name}{n}", json.dumps(task, ensure_ascii=False), 2
            for text in _answers(task):
                yield "tool results", f"{path.name}{n}", text, 1
    for n, row in enumerate(_lines(data / "pi/before-compaction.jsonl")):
        message = row.get("message") or {}
        if message.get("role") == "toolResult":
            text = "\n".join(part.get("text", "") for part in message["content"])
            yield "tool results", f"session{n // 20}", text, 1
        elif n % 4 == 0:
            yield "JSON", f"session{n // 20}", json.dumps(row), 1


def _manuals(documents: Path) -> Iterator[tuple[str, str, str, int]]:
    manuals = (documents / "debian-handbook/html", documents / "installation-guide-amd64")
    for kind, (letters, least, folders) in SCRIPTS.items():
        for path in _below((manual / folder for manual in manuals for folder in folders), "**/*.html"):
            lines = (line.strip() for line in _plain(path).split("\n"))
            chosen = [
                line
                for line in lines
                if len(line) > 40 and len(re.findall(letters, line)) >= least * len(line)
            ]
            yield kind, str(path), "\n".join(chosen), 6
    for path in _below([manuals[0] / "en-US"], "*.html"):
        yield "English", str(path), _plain(path), 5
    for path in _below((manuals[0] / folder for folder in LATIN), "*.html"):
        yield "other Latin", str(path), _plain(path), 2


def _programs(modules: Path) -> Iterator[tuple[str, str, str, int]]:
    sources = (
        ("code", Path(sysconfig.get_paths()["stdlib"]), "*.py", 90, 3),
        ("code", HEADERS, "*.h", 60, 2),
        ("code", modules, "**/*.js", 90, 2),
        ("code", REPOSITORY / "src", "**/*.py", 60, 2),
        ("Markdown", modules, "**/*.md", 120, 3),
        ("Markdown", REPOSITORY / "docs", "**/*.md", 120, 3),
        ("JSON", modules, "**/package.json", 80, 1),
    )
    for kind, folder, pattern, files, most in sources:
        paths = _below([folder], pattern)
        for path in paths[:: max(1, len(paths) // files)][:files]:
            yield kind, str(path), path.read_text(encoding="utf-8", errors="replace"), most


def _made(words: list[str], chance: random.Random) -> Iterator[tuple[str, list[str]]]:
    if words:
        yield "emoji", [_with_emoji(words, chance) for _ in range(60)]
    yield (
        "numbers",
        ["\n".join(_measurement(chance) for _ in range(chance.choice((20, 60)))) for _ in range(40)],
    )
    yield "encoded bytes", [_encoded(n % len(FORMS), chance) for n in range(60)]


def _with_emoji(words: list[str], chance: random.Random) -> str:
    said = []
    for _ in range(chance.choice((60, 150))):
        said.append(chance.choice(words))
        if chance.random() < 0.25:
            some = (
                chance.choice(EMOJI if chance.random() < 0.7 else RARE_EMOJI)
                for _ in range(chance.randint(1, 3))
            )
            said.append("".join(some))
    return " ".join(said)


def _measurement(chance: random.Random) -> str:
    day = f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    at = f"{chance.randint(0, 23):02}:{chance.randint(0, 59):02}:{chance.randint(0, 59):02}"
    size = chance.randint(0, 10 ** chance.randint(1, 9))
    asked = f"{chance.choice(('GET', 'POST'))} /api/v{chance.randint(1, 3)}/item/{chance.randint(1, 99_999)}"
    return f"{day}T{at}.{chance.randint(0, 999):03}Z,{chance.random():.6f},{size},{asked} {chance.choice((200, 404, 500))}"


def _encoded(form: int, chance: random.Random) -> str:
    return FORMS[form](chance.randbytes(chance.choice((500, 1_500, 3_000))))


def _uuids(data: bytes) -> str:
    return "\n".join(str(uuid.UUID(bytes=data[at : at + 16])) for at in range(0, len(data) - 16, 30))


def _hashes(data: bytes) -> str:
    return "\n".join(
        f"{hashlib.sha256(data[at:]).hexdigest()}  file{at}.txt" for at in range(len(data) // 60)
    )


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _wrapped(data: bytes) -> str:
    return base64.encodebytes(data).decode()


FORMS: tuple[Callable[[bytes], str], ...] = (_base64, bytes.hex, _uuids, _hashes, _wrapped)
"""How bytes are written."""


def _answers(task: Any) -> list[str]:
    """What tools answered in a conversation of a task, four at most."""
    said = (message.get("content") for message in objects(task) if message.get("role") == "tool")
    return [text for text in said if isinstance(text, str)][:4]


def _below(folders: Iterable[Path], pattern: str) -> list[Path]:
    return [path for folder in folders for path in sorted(folder.glob(pattern)) if path.is_file()]


def _plain(path: Path) -> str:
    """The words of a page of HTML."""
    text = path.read_text(encoding="utf-8", errors="replace")
    text = re.sub(r"(?s)<(script|style|head).*?</\1>", "", text)
    return re.sub(r"\n\s*\n+", "\n", html.unescape(re.sub(r"<[^>]+>", "", text)))


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _lines(path: Path) -> list[Any]:
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []
    )
