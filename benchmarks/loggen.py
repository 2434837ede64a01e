"""Generates daily logs for the benchmarks of distillation: several languages, headings, lists, labels, no two alike.

Everything is derived from a seed, so that two machines measure the same text. A log has about five kilobytes: status
lists, plans, events, and now and then a lesson, a problem with its fix, a decision, a wish or a fact.
"""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FIRST_DAY = date(2024, 1, 1)
LOG_CHARS = 4_600
PER_DAY = 4
"""So many logs fall on one day, each under a name of its own, as agents with several sessions a day write them."""

_PLACES = (
    "gateway", "scheduler", "importer", "mail bridge", "photo index", "backup job", "invoice parser", "router",
    "dashboard", "webhook", "sensor hub", "search index", "calendar sync", "build runner", "release script", "proxy",
    "message queue", "report builder", "price feed", "garden controller", "speech server", "login page", "cache",
    "download folder", "print server", "meter reader", "test suite", "staging host", "archive disk", "notebook",
)  # fmt: skip
_ACTS = (
    "restarted", "checked", "moved", "rebuilt", "compared", "measured", "renamed", "paused", "cleaned", "reviewed",
    "updated", "rolled back", "deployed", "tested", "traced", "split", "merged", "listed", "exported", "recounted",
)  # fmt: skip
_CAUSES = (
    "the lock file was left by a killed process", "the time zone of the container was UTC", "the quota was used up",
    "the token expires after ninety days", "two writers shared one temporary name", "the certificate chain lacked a link",
    "the parser stops at the first empty row", "the disk was mounted read-only", "the retry had no upper limit",
    "the header is cut at 4096 bytes", "the cron entry ran twice after the clock change", "the index was locked",
    "the client caches the old address", "the script assumes a trailing slash", "the service starts before the network",
)  # fmt: skip
_RULES = (
    "set a limit on every request", "write to a temporary file and rename it", "ask before anything is deleted",
    "compare checksums after a copy", "keep the old version until the new one has answered", "read the log first",
    "pin the version in the lock file", "never run two importers at once", "test the restore and not only the backup",
    "use absolute paths in timers", "store times with their zone", "check the exit code and not the last line",
    "stop after three attempts and report", "measure before changing anything", "quote names with spaces",
)  # fmt: skip
_ZH_PLACES = ("网关", "调度器", "导入脚本", "邮件桥", "相册索引", "备份任务", "发票解析", "路由器", "看板", "消息队列", "登录页", "缓存")  # fmt: skip
_ZH_CAUSES = ("锁文件没有释放", "容器时区是 UTC", "配额已经用完", "令牌九十天后过期", "证书链缺少一环", "磁盘只读", "重试没有上限", "索引被占用")  # fmt: skip
_ZH_RULES = ("每个请求都要设置超时", "先写临时文件再改名", "删除之前必须确认", "复制之后比较校验和", "定时任务使用绝对路径", "先测量再修改", "三次失败后停止并报告")  # fmt: skip
_DE_PLACES = ("Gateway", "Zeitplaner", "Importer", "Postbrücke", "Fotoindex", "Sicherung", "Rechnungsleser", "Zwischenspeicher")  # fmt: skip
_DE_RULES = ("jede Anfrage braucht eine Frist", "vor dem Löschen immer nachfragen", "Zeiten nur mit Zone speichern", "nach dem Kopieren Prüfsummen vergleichen", "erst messen, dann ändern")  # fmt: skip
_ES_PLACES = ("la pasarela", "el planificador", "el importador", "el puente de correo", "la copia", "el índice", "la caché")  # fmt: skip
_ES_RULES = ("poner un límite a cada petición", "preguntar antes de borrar", "guardar la hora con su zona", "medir antes de cambiar", "probar la restauración")  # fmt: skip
_SYLLABLES = (
    "ka",
    "ro",
    "mi",
    "ten",
    "sol",
    "ber",
    "lu",
    "vak",
    "ner",
    "pi",
    "dor",
    "fen",
    "gal",
    "hux",
    "jo",
    "zim",
)


def logs(count: int, *, seed: int = 7) -> Iterator[tuple[str, str]]:
    """Name and text of ``count`` logs, oldest first."""
    voices: tuple[Callable[[random.Random], str], ...] = (
        _english,
        _english,
        _english,
        _chinese,
        _german,
        _spanish,
    )
    for number in range(count):
        chance = random.Random(seed * 1_000_003 + number)
        day = FIRST_DAY + timedelta(days=number // PER_DAY)
        slot = number % PER_DAY
        base = f"{day}.md" if slot == 0 else f"{day}-{5 * slot + 4:02d}{chance.randrange(60):02d}.md"
        yield f"memory/{base}", _log(chance, day, chance.choice(voices))


def _log(chance: random.Random, day: date, voice: Callable[[random.Random], str]) -> str:
    parts = [f"# {day}\n"]
    size = 0
    while size < LOG_CHARS:
        section = _section(chance, voice)
        parts.append(section)
        size += len(section.encode())
    return "\n".join(parts)


def _section(chance: random.Random, voice: Callable[[random.Random], str]) -> str:
    clock = f"{chance.randrange(6, 23):02d}:{chance.randrange(60):02d}"
    if chance.random() < 0.22:
        return f"## {clock} {voice(chance)}\n"
    lines = [f"## {clock} {chance.choice(_PLACES).capitalize()} {_name(chance)}"]
    lines.extend(_event(chance) for _ in range(chance.randrange(4, 12)))
    return "\n".join(lines) + "\n"


def _event(chance: random.Random) -> str:
    place, other = chance.sample(_PLACES, 2)
    name, number = _name(chance), chance.randrange(2, 99_000)
    return chance.choice((
        f"- {chance.choice(_ACTS).capitalize()} the {place} on {name}, {number} entries, {chance.randrange(1, 900)} ms",
        f"- [ ] ask {name} about the {place} before the {other} is {chance.choice(_ACTS)}",
        f"- ✅ {place} {name}: {chance.randrange(90, 101)} % ok, {number} files seen, {other} waits",
        f"The {place} was {chance.choice(_ACTS)} at the second try; {name} said the {other} can wait until {number}.",
        f"- {name}: {number} of {number + chance.randrange(500)} rows came through, the {other} took the rest",
        f"| {name} | {number} | {place} | {chance.choice(_ACTS)} |",
        f"- read about the {other} in `/srv/{name}/{place.replace(' ', '-')}.log`, nothing new since {number}",
    ))  # fmt: skip


def _english(chance: random.Random) -> str:
    place, cause, rule, name = (
        chance.choice(_PLACES),
        chance.choice(_CAUSES),
        chance.choice(_RULES),
        _name(chance),
    )
    number = chance.randrange(2, 9_000)
    return chance.choice((
        f"Lesson: {place}\n- With the {place} of {name}, {rule}: {cause}, and it cost {number} minutes",
        f"{place.capitalize()} {name} fails\n**Problem:** the {place} of {name} stopped after {number} rows\n**Cause:** {cause}\n**Fix:** {rule}",
        f"Decision about the {place}\nDecided to keep the {place} on {name} and not on port {number}, because {cause}.",
        f"A wish\n- The user wants {name} to {rule} before the {place} is touched, at most {number} lines a day",
        f"Where things are\n- The {place} of {name} listens on port {number}, its data lies in /srv/{name}/{number}",
    ))  # fmt: skip


def _chinese(chance: random.Random) -> str:
    place, cause, rule, name = (
        chance.choice(_ZH_PLACES),
        chance.choice(_ZH_CAUSES),
        chance.choice(_ZH_RULES),
        _name(chance),
    )
    number = chance.randrange(2, 9_000)
    return chance.choice((
        f"教训：{place}\n- {name} 的{place}{rule}，因为{cause}，浪费了 {number} 分钟",
        f"{place}{name}出错\n**问题**：{name} 的{place}在第 {number} 行停止\n**原因**：{cause}\n**修复**：{rule}",
        f"决定\n决定把{place}放在 {name}，不用端口 {number}，因为{cause}。",
        f"偏好\n- 用户要求 {name} 的{place}{rule}，每天最多 {number} 行",
    ))  # fmt: skip


def _german(chance: random.Random) -> str:
    place, rule, name, number = (
        chance.choice(_DE_PLACES),
        chance.choice(_DE_RULES),
        _name(chance),
        chance.randrange(2, 9_000),
    )
    return chance.choice((
        f"Lektion: {place}\n- Beim {place} von {name} gilt: {rule}, sonst gehen {number} Minuten verloren",
        f"{place} {name}\n**Problem:** {place} von {name} blieb nach {number} Zeilen stehen\n**Lösung:** {rule}",
        f"Entscheidung\nWir bleiben beim {place} auf {name} und nicht auf Port {number}: {rule}.",
    ))  # fmt: skip


def _spanish(chance: random.Random) -> str:
    place, rule, name, number = (
        chance.choice(_ES_PLACES),
        chance.choice(_ES_RULES),
        _name(chance),
        chance.randrange(2, 9_000),
    )
    return chance.choice((
        f"Lección: {place}\n- Con {place} de {name} hay que {rule}; costó {number} minutos",
        f"Fallo de {place} {name}\n**Problema:** {place} de {name} se paró tras {number} filas\n**Solución:** {rule}",
        f"Preferencia\n- El usuario pide {rule} en {name} antes de tocar {place}, máximo {number} líneas",
    ))  # fmt: skip


def _name(chance: random.Random) -> str:
    return "".join(chance.choices(_SYLLABLES, k=chance.randrange(2, 4)))
