"""What is found: documents cut into their smallest pieces, each with its lines, headings, day and speaker."""

from daykeep.search.chunks.lengths import MAX_CHARS
from daykeep.search.chunks.markdown import chunk_markdown
from daykeep.search.chunks.plain import chunk_org, chunk_plain, chunk_rst
from daykeep.search.chunks.turns import chunk_turns

__all__ = ["MAX_CHARS", "chunk_markdown", "chunk_org", "chunk_plain", "chunk_rst", "chunk_turns"]
