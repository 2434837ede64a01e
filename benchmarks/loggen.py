"""Generates daily logs for the benchmarks of distillation: several languages, headings, lists, labels, no two alike.

Everything is derived from a seed, so that two machines measure the same text. A log has about five kilobytes: status
lists, plans, events, and now and then a lesson, a problem with its fix, a decision, a wish or a fact. Sentences are
put together from some hundred words for things, deeds, causes and rules, so that two of them seldom say the same.
"""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FIRST_DAY = date(2024, 1, 1)
LOG_BYTES = 4_600
PER_DAY = 4
"""So many logs fall on one day, each under a name of its own, as agents with several sessions a day write them."""

LESSON_SHARE = 0.16
"""The share of sections that hold something to remember: about one and a half in each log."""


def _words(text: str) -> list[str]:
    """Words, divided by blanks."""
    return text.split()


def _phrases(text: str) -> list[str]:
    """Phrases, divided by bars."""
    return " ".join(text.split()).split("|")


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

_THINGS = _words(
    """gateway scheduler importer mailbox photo-index backup invoice-parser router dashboard webhook sensor-hub
search-index calendar build-runner release-script proxy message-queue report-builder price-feed
greenhouse speech-server login-page cache download-folder printer meter-reader test-suite staging-host
archive-disk notebook thermostat newsletter crawler translation-memory ledger badge-reader podcast-feed
map-tiles recipe-store parking-sensor tax-export telescope subtitle-tool backup-key wiki forum-bridge
garage-door solar-inverter seed-catalogue loan-register barcode-scanner"""
)
_DEEDS = _words(
    """restart rebuild compare measure rename pause clean review update roll-back deploy test trace split merge
list export recount encrypt archive subscribe translate calibrate defragment reindex throttle mirror sign
rotate unlock prefetch deduplicate annotate schedule validate migrate"""
)
_MATTERS = _words(
    """lock-file time-zone quota token certificate temporary-name empty-row read-only-mount retry header
clock-change stale-address trailing-slash start-order permission byte-order-mark checksum rate-limit
symlink socket swap locale font-cache cookie redirect proxy-header disk-label journal inode-count battery
cable firmware solder-joint watermark subtitle-offset page-size cursor snapshot-age collation leap-day
umlaut decimal-comma"""
)
_RULES = _words(
    """set-a-limit-on-every-request write-to-a-temporary-file-and-rename-it ask-before-anything-is-deleted
compare-checksums-after-a-copy keep-the-old-version-until-the-new-one-answers read-the-log-first
pin-the-version never-run-two-at-once test-the-restore-as-well use-absolute-paths-in-timers
store-times-with-their-zone check-the-exit-code stop-after-three-attempts
measure-before-changing-anything quote-names-with-spaces warm-the-sensor-for-ten-minutes
send-one-digest-instead-of-many-alerts count-rows-on-both-sides label-every-cable
print-a-sample-page-first water-before-sunrise round-only-at-the-end
convert-currencies-at-the-invoice-date close-the-tab-before-the-upload mute-the-channel-at-night
keep-receipts-for-ten-years prefer-plain-text-answers answer-in-the-language-of-the-question
never-post-without-a-preview leave-the-porch-light-on"""
)
_PEOPLE = _phrases(
    """the user|Ada|the night shift|support|the landlord|accounting|the vendor|the class|the club|grandmother"""
)

_ZH_THINGS = _words(
    """网关 调度器 导入脚本 邮件桥 相册索引 备份任务 发票解析 路由器 看板 消息队列 登录页 缓存 温室 打印机 词典 望远镜 字幕工具 账本 播客 车库门"""
)
_ZH_MATTERS = _words(
    """锁文件没有释放 容器时区不对 配额已经用完 令牌过期 证书链缺少一环 磁盘只读 重试没有上限 索引被占用 字体缓存损坏 固件太旧 编码不一致 电缆松动"""
)
_ZH_RULES = _words(
    """每个请求都要设置超时 先写临时文件再改名 删除之前必须确认 复制之后比较校验和 定时任务使用绝对路径 先测量再修改 三次失败后停止并报告 夜里不要发通知 回答要简短 上传前先预览 传感器预热十分钟
发票按开票日换算"""
)
_DE_THINGS = _words(
    """Gateway Zeitplaner Importer Postbrücke Fotoindex Sicherung Rechnungsleser Zwischenspeicher Gewächshaus
Drucker Wörterbuch Fernrohr Kassenbuch Garagentor"""
)
_DE_RULES = _phrases(
    """jede Anfrage braucht eine Frist|vor dem Löschen immer nachfragen|Zeiten nur mit Zone speichern|nach dem
Kopieren Prüfsummen vergleichen|erst messen, dann ändern|nachts keine Meldungen schicken|Antworten kurz
halten|vor dem Hochladen eine Vorschau zeigen|Belege zehn Jahre aufheben"""
)
_DE_MATTERS = _phrases(
    """die Sperrdatei blieb liegen|das Zertifikat war abgelaufen|die Platte war schreibgeschützt|der Zähler lief
über|das Kabel war lose|die Umlaute waren falsch kodiert"""
)
_ES_THINGS = _phrases(
    """la pasarela|el planificador|el importador|el correo|la copia|el índice|la caché|el invernadero|la
impresora|el telescopio|el diccionario|la factura"""
)
_ES_RULES = _phrases(
    """poner un límite a cada petición|preguntar antes de borrar|guardar la hora con su zona|medir antes de
cambiar|probar la restauración|no avisar por la noche|responder en pocas palabras|mostrar una vista
previa"""
)
_ES_MATTERS = _phrases(
    """el certificado caducó|el disco estaba lleno|el cable estaba suelto|la cuota se agotó|el reloj iba
atrasado|faltaba un permiso"""
)


class _Voice(NamedTuple):
    """The words of one language and the forms that its memories take, as templates of these words."""

    things: Sequence[str]
    matters: Sequence[str]
    rules: Sequence[str]
    forms: Sequence[str]


_ENGLISH = _Voice(
    _THINGS,
    _MATTERS,
    _RULES,
    (
        "Lesson: {thing}\n- {rule} when you {deed} the {thing}: the {matter} of {name} cost {number} minutes",
        "Lessons learned\n- The {thing} needs a {deed} after every {matter}, otherwise {name} loses {number} rows\n- {rule}",
        "{thing} fails\n**Problem:** the {thing} stopped at the {matter} of {name} after {number} rows\n**Cause:** {matter2}\n**Fix:** {deed} it, then {rule}",
        "{thing} and {matter}\nThe {thing} broke because the {matter} was left by {name}. Fixed by a {deed} at {number}; {rule}.",
        "Decision about the {thing}\nDecided to {deed} the {thing} with {name} rather than by {matter}, because {rule}.",
        "A wish\n- {person} wants the {thing} to {rule} before anybody may {deed} it",
        "Where things are\n- The {thing} of {name} listens on port {number}; its {matter} lies in /srv/{name}/{number}",
    ),
)
_CHINESE = _Voice(
    _ZH_THINGS,
    _ZH_MATTERS,
    _ZH_RULES,
    (
        "教训：{thing}\n- {thing}要注意：{rule}，上次{matter}，{name} 浪费了 {number} 分钟",
        "{thing}出错\n**问题**：{name} 的{thing}在第 {number} 行停止\n**原因**：{matter}\n**修复**：{rule}",
        "决定\n{thing}以后放在 {name}，因为{matter}；{rule}。",
        "偏好\n- 用户要求{thing}{rule}，每天最多 {number} 行",
    ),
)
_GERMAN = _Voice(
    _DE_THINGS,
    _DE_MATTERS,
    _DE_RULES,
    (
        "Lektion: {thing}\n- Beim {thing} gilt: {rule}; zuletzt fehlten {number} Minuten, denn {matter}",
        "{thing} steht\n**Problem:** {thing} von {name} blieb nach {number} Zeilen stehen\n**Ursache:** {matter}\n**Lösung:** {rule}",
        "Entscheidung\n{thing} läuft künftig auf {name}: {rule}.",
    ),
)
_SPANISH = _Voice(
    _ES_THINGS,
    _ES_MATTERS,
    _ES_RULES,
    (
        "Lección: {thing}\n- Con {thing} hay que {rule}; {matter} y costó {number} minutos",
        "Fallo de {thing}\n**Problema:** {thing} de {name} se paró tras {number} filas\n**Causa:** {matter}\n**Solución:** {rule}",
        "Preferencia\n- El usuario pide {rule} antes de tocar {thing}",
    ),
)
_VOICES = (_ENGLISH, _ENGLISH, _ENGLISH, _CHINESE, _GERMAN, _SPANISH)

_EVENTS = (
    "- {deed} of the {thing} on {name} took {number} ms, {thing2} untouched",
    "- [ ] ask {name} about the {thing} before the {thing2} is due",
    "- ✅ {thing} {name}: {number} files seen, {thing2} waits",
    "The {thing} answered at the second try; {name} said the {thing2} can wait until {number}.",
    "- {name}: {number} rows came through, the {thing2} took the rest of the {matter} list",
    "| {name} | {number} | {thing} | {deed} |",
    "- read about the {thing2} in `/srv/{name}/{thing}.log`, nothing new since {number}",
    "- {person} called about the {thing}, will call again on {name} day",
    "- draft {number} of the {matter} report went to {person}, {name} has the pictures",
)


def logs(count: int, *, seed: int = 7) -> Iterator[tuple[str, str]]:
    """Name and text of ``count`` logs, oldest first."""
    for number in range(count):
        chance = random.Random(seed * 1_000_003 + number)
        day = FIRST_DAY + timedelta(days=number // PER_DAY)
        slot = number % PER_DAY
        base = f"{day}.md" if slot == 0 else f"{day}-{5 * slot + 4:02d}{chance.randrange(60):02d}.md"
        yield f"memory/{base}", _log(chance, day, chance.choice(_VOICES))


def _log(chance: random.Random, day: date, voice: _Voice) -> str:
    parts = [f"# {day}\n"]
    size = 0
    while size < LOG_BYTES:
        section = _section(chance, voice)
        parts.append(section)
        size += len(section.encode())
    return "\n".join(parts)


def _section(chance: random.Random, voice: _Voice) -> str:
    clock = f"{chance.randrange(6, 23):02d}:{chance.randrange(60):02d}"
    if chance.random() < LESSON_SHARE:
        return f"## {clock} {_say(chance, voice, chance.choice(voice.forms))}\n"
    lines = [_say(chance, _ENGLISH, f"## {clock} {{thing}} {{name}}")]
    lines.extend(_say(chance, _ENGLISH, chance.choice(_EVENTS)) for _ in range(chance.randrange(4, 12)))
    return "\n".join(lines) + "\n"


def _say(chance: random.Random, voice: _Voice, form: str) -> str:
    thing, thing2 = chance.sample(voice.things, 2)
    matter, matter2 = chance.sample(voice.matters, 2)
    words = {
        "thing": thing,
        "thing2": thing2,
        "matter": matter,
        "matter2": matter2,
        "rule": chance.choice(voice.rules),
        "deed": chance.choice(_DEEDS),
        "person": chance.choice(_PEOPLE),
    }
    spaced = {key: word.replace("-", " ") for key, word in words.items()}
    name = "".join(chance.choices(_SYLLABLES, k=chance.randrange(2, 4)))
    return form.format(**spaced, name=name, number=chance.randrange(2, 99_000))
