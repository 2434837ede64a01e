"""Documents made of lines, for the tests of stores."""

from daykeep.search.documents import MAX_CHUNKS, Chunk, Document, Reading
from daykeep.search.store import prepare


def made(key, *texts, kept=0, sha256="", version=(1, 2, 3), **options):
    """A document with one chunk a text, ready to be stored; ``heading``, ``speaker`` and ``day`` go to all chunks."""
    source = key.partition(":")[0]
    heading, speaker, day = (options.pop(name, None) for name in ("heading", "speaker", "day"))
    level = options.pop("level", "daily")
    chunks = [
        Chunk(kept + n, kept + n + 1, kept + n + 1, heading or (), day, speaker, text)
        for n, text in enumerate(texts)
    ]
    state = options.pop("state", "")
    document = Document(key, source, level, key.partition(":")[2], day=day, **options)
    return prepare(Reading(document, version, sha256 or f"sha of {texts}", chunks, kept=kept, state=state))


def put(store, *documents, **options):
    """Store documents in one change."""
    with store.writing():
        for document in documents:
            store.put(document, **options)


def found(store, *terms, **options):
    """Key and ordinal of what the terms find, the best first."""
    places = [divmod(one.id, MAX_CHUNKS) for one in store.candidates(terms, **options)]
    names = store.documents({number for number, _ in places})
    return [(names[number].path, ordinal) for number, ordinal in places]
