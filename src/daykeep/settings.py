"""The table of settings: every key with its kind, default, range and scope; `config.py` reads their values.

A setting of scope ``user`` names a command, an endpoint or an approval: a workspace that came from a stranger can't set
it.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Setting(NamedTuple):
    """One row of the settings table; ``scope`` says where it may be set.

    ``workspace``: in both files and in the environment. ``user``: not in a workspace. ``own``: in the user's own file
    alone, so that nothing that starts a program can choose it. ``values`` is what a table holds: texts, or whole numbers
    of at least ``minimum``.
    """

    key: str
    kind: type
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    scope: str = "workspace"
    maximum: int | None = None
    values: type = str

    @property
    def environment(self) -> str:
        """The environment variable that sets it."""
        return "DAYKEEP_" + self.key.upper().replace(".", "_")


WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "zone", str, "", "IANA time zone of the user's day. USER.md wins; empty means the system's zone."
    ),
    Setting("language", str, "auto", "Language of new entries and headings.", ("auto", "en", "zh")),
    Setting(
        "memory.budget_chars", int, 12_000, "Characters that MEMORY.md may hold before agents cut it.", (), 1
    ),
    Setting("memory.budget_lines", int, 200, "Lines that MEMORY.md may hold before agents cut it.", (), 1),
    Setting("start.budget", str, "12000 tokens", 'Size of the start packet, in "tokens" or "chars".'),
    Setting("daily.todo_days", int, 7, "Days that `log todo` and `start` look back for open items.", (), 1),
    Setting(
        "daily.archive_days", int, 90, "Days after which a distilled daily log moves to the archive.", (), 1
    ),
    Setting(
        "distill.profile",
        str,
        "full",
        "What chooses what is learned: the full rules, or the two classic ones.",
        ("full", "classic"),
    ),
    Setting(
        "distill.mode",
        str,
        "apply",
        "Whether sure items are written to memory, or everything is proposed to you.",
        ("apply", "propose"),
    ),
    Setting("distill.gate", float, 0.9, "Score from 0.0 to 1.0 at which an item is sure.", (), 0, maximum=1),
    Setting("distill.days", int, 7, "Days that `distill` reads when no range is given.", (), 1),
    Setting("distill.weekday", str, "sunday", "Weekday on which a week's distillation is due.", WEEKDAYS),
    Setting("distill.at", str, "23:00", "Local time at which a week's distillation is due."),
    Setting(
        "distill.writer.endpoint",
        str,
        "",
        'Address of a chat model, as "http://localhost:11434/v1", that words what is learned; empty means none.',
        scope="user",
    ),
    Setting("distill.writer.model", str, "", "Name of that model.", scope="user"),
    Setting(
        "distill.writer.key_env", str, "", "Environment variable that holds the model's key.", scope="user"
    ),
    Setting(
        "distill.writer.timeout_seconds", int, 30, "Seconds to wait for one answer.", (), 1, scope="user"
    ),
    Setting("heartbeat.silent_token", str, "", "Answer of a quiet beat; empty means the era's own.", ()),
    Setting(
        "heartbeat.tick_seconds", int, 60, "Seconds between two looks at the clock in the daemon.", (), 1
    ),
    Setting(
        "heartbeat.active_hours",
        str,
        "",
        'Hours in which beats speak, as "08:00-23:00"; outside of them alerts wait. Empty means always.',
    ),
    Setting(
        "heartbeat.active_zone",
        str,
        "user",
        'Zone of these hours: "user", "local" (the machine\'s) or a name.',
    ),
    Setting(
        "heartbeat.command_seconds", int, 600, "Seconds that a job's command may take.", (), 1, scope="user"
    ),
    Setting(
        "heartbeat.commands",
        dict,
        {},
        "Commands that jobs may run: the path of each job file and its exact command line.",
        scope="user",
    ),
    Setting(
        "review.approval",
        str,
        "terminal",
        "What shows that a person approves: a terminal, or also a passphrase (`daykeep review --setup`).",
        ("terminal", "passphrase"),
        scope="own",
    ),
    Setting(
        "hooks.prompt_budget",
        int,
        600,
        "Tokens of memory that a prompt may bring up by itself in an agent's hook; 0 switches it off.",
        (),
        0,
        maximum=2_000,
    ),
    Setting(
        "hooks.prompt_min_score",
        float,
        0.15,
        "Least score from 0.0 to 1.0 of what a prompt brings up.",
        (),
        0,
        maximum=1,
    ),
    Setting(
        "hooks.references",
        bool,
        False,
        "Whether an agent's use of a tool counts as a use of the information that a session registered.",
    ),
    Setting(
        "search.conversations",
        str,
        "",
        'Conversations that search reads: agents ("claude-code, codex"), "auto", or folders; empty means none.',
        scope="user",
    ),
    Setting(
        "search.knowledge",
        dict,
        {},
        "Folders of Markdown or text that search reads too: the path of each and one line about it.",
        scope="user",
    ),
    Setting(
        "search.vectors.provider",
        str,
        "auto",
        "What makes vectors of passages: an endpoint, the offline model of the extra, whichever is there, or nothing.",
        ("auto", "endpoint", "offline", "off"),
        scope="user",
    ),
    Setting(
        "search.vectors.endpoint",
        str,
        "",
        'Address of an embedding model, as "http://localhost:11434/v1"; what is searched is sent there. Empty means none.',
        scope="user",
    ),
    Setting("search.vectors.model", str, "", "Name of that model.", scope="user"),
    Setting(
        "search.vectors.key_env", str, "", "Environment variable that holds the model's key.", scope="user"
    ),
    Setting(
        "search.vectors.timeout_seconds", int, 30, "Seconds to wait for one answer.", (), 1, scope="user"
    ),
    Setting(
        "search.vectors.batch", int, 64, "Texts that are sent at once.", (), 1, scope="user", maximum=2048
    ),
    Setting(
        "context.tokens",
        str,
        "auto",
        "How tokens are counted: exactly where the model is OpenAI's and the extra is installed, as one vocabulary does, or estimated.",
        ("auto", "estimate", "o200k_base", "cl100k_base"),
    ),
    Setting(
        "context.tokens_factor",
        float,
        1.0,
        "What an estimate is multiplied with, as a margin; exact counts are not.",
        (),
        1,
        maximum=3,
    ),
    Setting(
        "context.compaction.threshold",
        int,
        200_000,
        "Tokens at which a conversation is to be compacted.",
        (),
        1,
    ),
    Setting(
        "context.compaction.models",
        dict,
        {},
        "Thresholds of single models: the beginning of each one's name and its number.",
        (),
        1,
        values=int,
    ),
    Setting(
        "context.compaction.windows",
        dict,
        {},
        "Windows of models that daykeep does not know: the beginning of each one's name and its number.",
        (),
        1,
        values=int,
    ),
    Setting(
        "context.compact.before",
        str,
        "",
        "Command that is asked before a conversation is compacted: it may change the instructions, or stop it.",
        scope="own",
    ),
    Setting(
        "context.compact.after",
        str,
        "",
        "Command that is told when a conversation was compacted.",
        scope="own",
    ),
    Setting(
        "context.compact.command_seconds",
        int,
        60,
        "Seconds that each of these commands may take.",
        (),
        1,
        scope="user",
    ),
    Setting(
        "session.decay.enabled", bool, default=True, help="Whether information that fades is looked for."
    ),
    Setting("session.decay.threshold_rounds", int, 20, "Rounds without a use after which it fades.", (), 1),
    Setting("session.decay.high_importance_threshold", int, 10, "The same for what counts most.", (), 1),
    Setting("session.decay.auto_refresh", bool, default=True, help="Whether what fades is restated."),
    Setting("session.compression.enabled", bool, default=True, help="Whether sessions are compressed."),
    Setting(
        "session.compression.target_ratio", float, 0.3, "Size to aim at, from 0.0 to 1.0.", (), 0, maximum=1
    ),
    Setting(
        "session.compression.preserve_types",
        str,
        "decision, constraint, user_preference",
        "Types that are kept word by word.",
    ),
    Setting("session.retrieval.enabled", bool, default=True, help="Whether known things are put in."),
    Setting("session.retrieval.top_k", int, 5, "So many of them at most.", (), 1, maximum=100),
    Setting(
        "session.retrieval.relevance_threshold",
        float,
        0.5,
        "Their lowest score, 0.0 to 1.0.",
        (),
        0,
        maximum=1,
    ),
    Setting("session.retrieval.enhance_position", str, "start", "Where they go.", ("start", "end")),
    Setting("session.sync.enabled", bool, default=True, help="Whether a session's information is promoted."),
    Setting(
        "session.sync.auto_promote",
        bool,
        default=True,
        help="Whether what is sure (`distill.gate`) goes to MEMORY.md; else all of it waits for a review.",
    ),
    Setting(
        "session.sync.promotion_importance",
        str,
        "high",
        "Importance from which on information is promoted.",
        ("high", "medium", "low"),
    ),
    Setting(
        "session.sync.cross_session_value",
        bool,
        default=True,
        help="Whether what several sessions registered is promoted too.",
    ),
    Setting("session.position.enabled", bool, default=True, help="Whether places in a context are checked."),
    Setting("session.position.danger_zone", str, "0.3, 0.7", "Its middle, as two shares of its length."),
    Setting("session.position.auto_relocate", bool, default=True, help="Whether what is there is restated."),
    Setting(
        "triage.budget_tokens",
        int,
        60_000,
        "Tokens that a conversation's context may have before it is triaged.",
        (),
        1_000,
    ),
    Setting(
        "triage.prices",
        str,
        "auto",
        "Price book of the prompt cache; auto means by the model's name.",
        ("auto", "anthropic", "anthropic-1h", "openai", "openai-5.6", "deepseek", "gemini", "none"),
    ),
    Setting(
        "triage.policy", str, "", "Path of your own triage policy in the workspace; empty means daykeep's."
    ),
    Setting(
        "triage.decider.provider",
        str,
        "rules",
        "Who decides about turns: the rules, the small learned model, a model elsewhere, or a recording of one.",
        ("rules", "learned", "systemone", "openai", "anthropic", "llm", "replay"),
        scope="user",
    ),
    Setting(
        "triage.decider.endpoint",
        str,
        "",
        'Address of that model, as "http://localhost:11434/v1"; short forms of turns are sent there. Empty means the provider\'s own.',
        scope="user",
    ),
    Setting("triage.decider.model", str, "", "Name of that model.", scope="user"),
    Setting(
        "triage.decider.key_env", str, "", "Environment variable that holds the model's key.", scope="user"
    ),
    Setting(
        "triage.decider.timeout_seconds", int, 30, "Seconds to wait for one answer.", (), 1, scope="user"
    ),
    Setting(
        "triage.decider.record",
        bool,
        default=False,
        help="Whether its answers are kept in the workspace's data, to be replayed.",
        scope="user",
    ),
    Setting(
        "triage.decider.offline_fallback",
        bool,
        default=True,
        help="Whether the rules decide where its key is missing; else nothing is changed then.",
        scope="user",
    ),
    Setting(
        "triage.writer.provider",
        str,
        "extractive",
        "Who writes notes of turns: the turns' own sentences, a model elsewhere, or a recording of one.",
        ("extractive", "openai", "anthropic", "llm", "replay"),
        scope="user",
    ),
    Setting(
        "triage.writer.endpoint",
        str,
        "",
        "Address of that model; the turns are sent there. Empty means the provider's own.",
        scope="user",
    ),
    Setting("triage.writer.model", str, "", "Name of that model.", scope="user"),
    Setting(
        "triage.writer.key_env", str, "", "Environment variable that holds the model's key.", scope="user"
    ),
    Setting("triage.writer.timeout_seconds", int, 60, "Seconds to wait for one answer.", (), 1, scope="user"),
    Setting(
        "triage.writer.record",
        bool,
        default=False,
        help="Whether its notes are kept in the workspace's data, to be replayed.",
        scope="user",
    ),
    Setting(
        "traces.enabled",
        bool,
        default=True,
        help="Whether figures of look-ups and sessions are kept; never what was said.",
    ),
    Setting(
        "traces.endpoint",
        str,
        "",
        "Address of an OpenTelemetry collector that `stats --export otlp` sends to.",
        scope="user",
    ),
    Setting("history.enabled", bool, default=True, help="Whether memory is committed to git."),
    Setting("history.author", str, "daykeep <daykeep@localhost>", "Author of daykeep's commits."),
    Setting("files.durable", str, "fsync", "What an acknowledged write has survived.", ("fsync", "os")),
    Setting("files.lock_timeout_seconds", int, 10, "Seconds to wait for another writer.", (), 0),
)
