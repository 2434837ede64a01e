"""Kinds of text to count: from the data folder, this repository, Python's own sources, and made ones that are always the same."""

from __future__ import annotations

import base64
import hashlib
import json
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.harness import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE, MOST = 1_500, 150
"""Characters of one piece, and pieces of one kind."""
SHORTEST = 200

JAPANESE = (
    "今朝、配備の手順を見直しました。昨夜の障害は、古いロックファイルが残っていたことが原因でした。",
    "担当者に連絡したところ、再起動する前に必ず確認してほしいとのことです。設定は来週の月曜日までに変更します。",
    "顧客からの要望は三つありました。画面の表示を速くすること、通知を減らすこと、そして履歴を検索できるようにすることです。",
    "テストは全部で百二十件あり、そのうち二件が失敗しました。原因はまだ調査中ですが、時刻の扱いに問題がありそうです。",
    "午後の会議では、新しい料金体系について話し合いました。結論は出ませんでしたが、次回までに資料を用意することになりました。",
)
KOREAN = (
    "오늘 아침 배포 절차를 다시 확인했습니다. 어젯밤 장애는 오래된 잠금 파일이 남아 있던 것이 원인이었습니다.",
    "담당자에게 물어보니 재시작하기 전에 반드시 확인해 달라고 했습니다. 설정은 다음 주 월요일까지 바꾸겠습니다.",
    "고객의 요청은 세 가지였습니다. 화면을 빠르게 보여 주는 것, 알림을 줄이는 것, 그리고 기록을 검색할 수 있게 하는 것입니다.",
    "시험은 모두 백이십 개이고 그중 두 개가 실패했습니다. 원인은 아직 조사하고 있지만 시간을 다루는 부분에 문제가 있는 것 같습니다.",
    "오후 회의에서는 새 요금제에 대해 이야기했습니다. 결론은 나지 않았지만 다음 회의까지 자료를 준비하기로 했습니다.",
)
RUSSIAN = (
    "Сегодня утром мы ещё раз проверили порядок развёртывания. Ночной сбой случился из-за старого файла блокировки.",
    "Ответственный просит обязательно проверять состояние перед перезапуском. Настройки изменим до следующего понедельника.",
    "У заказчика было три просьбы: ускорить вывод на экран, уменьшить число уведомлений и дать возможность искать по истории.",
    "Всего тестов сто двадцать, два из них не прошли. Причину мы ещё ищем, но похоже, что дело в работе со временем.",
    "На дневной встрече обсуждали новые цены. К решению не пришли, но договорились подготовить материалы к следующему разу.",
)
ARABIC = (
    "راجعنا هذا الصباح خطوات النشر مرة أخرى، وكان سبب عطل الليلة الماضية ملف قفل قديم بقي في مكانه.",
    "طلب المسؤول أن نتحقق دائما من الحالة قبل إعادة التشغيل، وسنغير الإعدادات قبل يوم الاثنين القادم.",
    "كانت لدى العميل ثلاثة طلبات: تسريع عرض الصفحة، وتقليل عدد الإشعارات، وإتاحة البحث في السجل.",
    "عدد الاختبارات مئة وعشرون، وقد فشل منها اثنان. ما زلنا نبحث عن السبب، ويبدو أن المشكلة في التعامل مع الوقت.",
    "ناقشنا في اجتماع بعد الظهر نظام الأسعار الجديد، ولم نصل إلى قرار، لكننا اتفقنا على تجهيز المواد للمرة القادمة.",
)
EMOJI = (
    "✅ build green",
    "🚀 deployed to staging 🎉🎉",
    "⚠️ disk at 91 % 🔥",
    "👍🏽 thanks!",
    "📝 notes: 😅🙏",
    "🐛 fixed in 2 minutes 💯",
)


def kinds(data: Path | None) -> dict[str, list[str]]:
    """Pieces of text by kind; kinds whose source is not at hand are left out. A file or folder of texts stands for itself."""
    if data is not None and not (data / "cmrc").is_dir():
        return _given(data)
    made = {
        "code": _pieces(_files(Path(sysconfig.get_paths()["stdlib"]), "*.py", 60)),
        "Markdown": _pieces(_files(REPOSITORY / "docs", "**/*.md", 60)),
        "Japanese": list(JAPANESE),
        "Korean": list(KOREAN),
        "Russian": list(RUSSIAN),
        "Arabic": list(ARABIC),
        "emoji": [" ".join(EMOJI[(n + k) % len(EMOJI)] for k in range(20)) for n in range(len(EMOJI))],
        "numbers": [_numbers(n) for n in range(20)],
        "encoded bytes": [_encoded(n) for n in range(30)],
    }
    found = {**(_measured(data) if data is not None else {}), **made}
    return {kind: pieces for kind, pieces in found.items() if pieces}


def _measured(data: Path) -> dict[str, list[str]]:
    talks = json.loads((data / "locomo" / "locomo_dev.json").read_text(encoding="utf-8"))
    paragraphs = json.loads((data / "cmrc" / "cmrc_dev_half.json").read_text(encoding="utf-8"))["data"]
    tasks = json.loads((data / "tau" / "airline_dev.json").read_text(encoding="utf-8"))
    return {
        "English": _pieces("\n".join(texts_under(talk, "text")) for talk in talks),
        "Chinese": _pieces("\n".join(texts_under(one, "context")) for one in paragraphs),
        "JSON": _pieces(json.dumps(task, ensure_ascii=False) for task in tasks),
        "tool results": _pieces(_results(data / "pi" / "before-compaction.jsonl")),
    }


def _given(data: Path) -> dict[str, list[str]]:
    files = [data] if data.is_file() else sorted(path for path in data.rglob("*") if path.is_file())
    if not files:
        sys.exit(f"--data {data}: there is no file to count")
    return {path.name: _pieces([path.read_text(encoding="utf-8", errors="replace")]) for path in files}


def _pieces(texts: Iterator[str] | list[str]) -> list[str]:
    found = [text[at : at + PIECE] for text in texts for at in range(0, len(text), PIECE)]
    long_enough = [piece for piece in found if len(piece) >= SHORTEST] or found
    step = max(1, len(long_enough) // MOST)
    return long_enough[::step][:MOST]


def _files(folder: Path, pattern: str, most: int) -> list[str]:
    paths = sorted(folder.glob(pattern))
    step = max(1, len(paths) // most)
    return [path.read_text(encoding="utf-8", errors="replace") for path in paths[::step]]


def texts_under(value: Any, key: str) -> Iterator[str]:
    """The texts under a name, at any depth."""
    return (one[key] for one in objects(value) if isinstance(one.get(key), str))


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """The objects of a JSON value, at any depth, from the outside in."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(inner)


def _results(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        message = json.loads(line).get("message") or {}
        if message.get("role") == "toolResult":
            yield "".join(part.get("text", "") for part in message["content"])


def _numbers(seed: int) -> str:
    rows = []
    for n in range(20):
        digest = hashlib.sha256(f"{seed}.{n}".encode()).digest()
        big = int.from_bytes(digest[:8])
        rows.append(
            f"2026-03-{n + 1:02}T{digest[8] % 24:02}:{digest[9] % 60:02}:07Z,{big % 10**7},{big % 997 / 7:.5f}"
        )
    return "\n".join(rows)


def _encoded(seed: int) -> str:
    data = b"".join(hashlib.sha256(f"{seed}.{n}".encode()).digest() for n in range(30))
    return data.hex() if seed % 3 == 0 else base64.b64encode(data).decode()
