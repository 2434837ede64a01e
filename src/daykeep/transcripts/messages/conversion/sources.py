"""Where the bytes of a picture or a document are, whatever shape its block has; and a block of another shape for them. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.transcripts.entries.content import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.transcripts.messages.model import Block


class Source(NamedTuple):
    """Bytes in base64 with their media type, or an address; ``name`` is the file's name. What is not given is ""."""

    media: str
    data: str
    url: str
    name: str

    @property
    def address(self) -> str:
        """The address, or the bytes as one."""
        return self.url or f"data:{self.media};base64,{self.data}"


def find_source(block: Block) -> Source | None:
    """Where the bytes are; None where only the provider knows (a file's id) or it is text."""
    data: Mapping[str, Any] = block.data
    source = data.get("source")
    if isinstance(source, dict):
        name = text_of(dict(data), "title")
        if source.get("type") == "base64" and isinstance(source.get("data"), str):
            return Source(text_of(source, "media_type"), source["data"], "", name)
        return Source("", "", source["url"], name) if isinstance(source.get("url"), str) else None
    if isinstance(data.get("data"), str):
        return Source(text_of(dict(data), "mimeType"), data["data"], "", "")
    held = data.get("image_url", data.get("file", data))
    if isinstance(held, str):
        return _of_address(held, "")
    if not isinstance(held, dict):
        return None
    keys = ("url", "file_data", "file_url")
    address = next((held[key] for key in keys if isinstance(held.get(key), str)), "")
    return _of_address(address, text_of(held, "filename")) if address else None


def _of_address(address: str, name: str) -> Source:
    if not address.startswith("data:"):
        return Source("", "", address, name)
    head, _, data = address.partition(",")
    return Source(head[5:].partition(";")[0], data, "", name)
