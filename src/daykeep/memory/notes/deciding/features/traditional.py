"""Traditional characters and the words of Taiwan and Hong Kong, read like the simplified ones of the traits."""

from __future__ import annotations

_FROM = (
    "請並個們這樣說話讓別寫學開發設計圖檔碼專業國資產過還為麼對應從來時間後備儲庫測試務網頁連結紀錄監儀錶雲會議詢聯絡維運變數稱號單關閉總點線週實際習慣覺難語"
    "視願電腦鍵盤畫問題註釋貼現處進動態環節員經驗術師導長組織門廠約審幹認確許須當縮擴證據訂價錢調縫誤錯報責換離職與無僅給將輕雖終歡愛聽讀講練於啟創統執級險課訪"
    "繼續購營負標準質歸貨裡檢陸邊類規則簡繁壞減億萬遲風費戶階層臺額遠灣"
)
_TO = (
    "请并个们这样说话让别写学开发设计图档码专业国资产过还为么对应从来时间后备储库测试务网页连结纪录监仪表云会议询联络维运变数称号单关闭总点线周实际习惯觉难语"
    "视愿电脑键盘画问题注释贴现处进动态环节员经验术师导长组织门厂约审干认确许须当缩扩证据订价钱调缝误错报责换离职与无仅给将轻虽终欢爱听读讲练于启创统执级险课访"
    "继续购营负标准质归货里检陆边类规则简繁坏减亿万迟风费户阶层台额远湾"
)
_LETTERS = str.maketrans(_FROM, _TO)
_WORDS = (
    ("程式碼", "代码"), ("程式", "代码"), ("資料庫", "数据库"), ("資料夾", "文件夹"), ("檔案", "文件"), ("專案", "项目"), ("伺服器", "服务器"),
    ("使用者", "用户"), ("用戶", "用户"), ("雲端硬碟", "云盘"), ("試算表", "共享表格"), ("註解", "注释"), ("登入", "登录"), ("介面", "接口"),
    ("設定檔", "配置文件"), ("元件", "组件"), ("相依", "依赖"), ("連結", "链接"), ("金流", "支付"),
)  # fmt: skip


def read_simplified(text: str) -> str:
    """The text with the commonest traditional characters as simplified ones; for reading only, never to be written.

    >>> read_simplified("請先備份資料庫")
    '请先备份数据库'
    """
    if text.isascii():
        return text
    for word, simplified in _WORDS:
        text = text.replace(word, simplified)
    return text.translate(_LETTERS)
