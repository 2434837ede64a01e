"""A sign of a type: a wording, and how much it tells."""

from __future__ import annotations

import re
from typing import NamedTuple


class Sign(NamedTuple):
    """A wording that tells of a type; ``points`` say how surely (1 a hint, 3 as good as sure, below 0 against it)."""

    type: str
    points: float
    pattern: re.Pattern[str]


def make_sign(kind: str, points: float, pattern: str, *, exact: bool = False) -> Sign:
    """A sign; capital and small letters are the same unless ``exact``."""
    return Sign(kind, points, re.compile(pattern, 0 if exact else re.IGNORECASE))


TOOLS = (
    r"\b(?:Linear|Jira|YouTrack|Trello|Asana|Notion|Confluence|Figma|Zeplin|Miro|Slack|Discord|Sentry|Datadog|Grafana|Kibana"
    r"|PagerDuty|Zendesk|Intercom|SharePoint|Google (?:Docs?|Drive|Sheets?|Slides)|1Password|Bitwarden|Looker|Metabase|Tableau|Airtable"
    r"|Basecamp|ClickUp|Shortcut|Coda|Loom|Dropbox|OneDrive|Splunk|New Relic|Opsgenie|Statuspage|Mattermost|Microsoft Teams|Lokalise|Crowdin|Backstage|Artifactory|Gerrit|Phabricator|Storybook"
    r"|Swagger|Postman|YApi|Bugzilla|Redmine|wiki)\b"
)
"""Places outside of a project where teams keep what they know."""
ADDRESS = r"\bhttps?://\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:internal|com|org|net|io|dev|cn|local|corp|intra)(?:/[\w./#?=-]*|\b(?!\w))"
