"""Wordings that tell of a type; how much each tells is learned."""

from __future__ import annotations

import re


def make_sign(pattern: str, *, exact: bool = False) -> re.Pattern[str]:
    """A sign; capital and small letters are the same unless ``exact``."""
    return re.compile(pattern, 0 if exact else re.IGNORECASE)


TOOLS = (
    r"\b(?:Linear|Jira|YouTrack|Trello|Asana|Notion|Confluence|Figma|Zeplin|Miro|Slack|Discord|Sentry|Datadog|Grafana|Kibana"
    r"|PagerDuty|Zendesk|Intercom|SharePoint|Google (?:Docs?|Drive|Sheets?|Slides)|1Password|Bitwarden|Looker|Metabase|Tableau|Airtable"
    r"|Basecamp|ClickUp|Shortcut|Coda|Loom|Dropbox|OneDrive|Splunk|New Relic|Opsgenie|Statuspage|Mattermost|Microsoft Teams|Lokalise|Crowdin|Backstage|Artifactory|Gerrit|Phabricator|Storybook"
    r"|Swagger|Postman|YApi|Bugzilla|Redmine|wiki)\b"
)
"""Places outside of a project where teams keep what they know."""
ADDRESS = r"\bhttps?://\S+|\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,6}\.(?:internal|com|org|net|io|dev|cn|local|corp|intra)(?:/[\w./#?=-]*|\b(?!\w))"
