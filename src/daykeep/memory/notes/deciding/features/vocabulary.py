"""Words that belong together: roles of people, what a life is made of, weekdays, places outside, names of code."""

from __future__ import annotations

ROLES = (
    r"engineers?|developer|dev|programmer|designer|scientist|analyst|manager|researcher|student|intern|founder|architect|teacher|writer|lecturer"
    r"|admin|administrator|dba|consultant|freelancer|contractor|tester|lead|director|cto|ceo|beginner|newbie|maintainer|journalist|physicist|biologist|lawyer|doctor"
    r"|hobbyist|novice|nurse|carpenter|musician|pianist|composer|photographer|artist|poet|novelist|author|blogger|librarian|historian|philosopher|psychologist|pharmacist|pilot|farmer|chef|coach|trainer|tutor|phd student|undergrad|postdoc|civil servant|paralegal|marketer|salesperson|recruiter|secretary|assistant professor|surgeon|vet|actuary|trader|banker|clerk|technician|electrician|operator|sre|pm|qa|power user|employee|entrepreneur|retiree|pensioner|bookkeeper|coder|hacker|amateur|veteran|professor|accountant|product owner|owner of|statistician|mathematician|chemist|translator|editor at|sysadmin|nurse|economist|linguist|hire|expert"
)
LIFE = (
    r"time ?zone|utc[+-]\d+|working hours|native language|mother tongue|pronouns|laptop|macbook|keyboard|mouse|editor|screen reader|dvorak|qwerty|colou?r-?blind|dyslexi[ac]"
    r"|left-handed|deaf|blind|night owl|early bird|children|kids|english|french|german|polish|portuguese|spanish|chinese|japanese|british|berlin|singapore|windows|linux|mac"
    r"|neovim|vim|emacs|tmux|vs ?code|intellij|sublime text|keybindings|my (?:job|role|title|company|desk|phone|screen)|ram|school|hobby|taste|visual|tabs|cats?|dogs?|wife|husband|partner and|brother|sister|mother|father|family|son|daughter|baby|allergic|vegetarian|vegan|migraines?|adhd|autistic|attention span|hearing|eyesight|glasses|wheelchair|injury|sleep|coffee|commute|marathons?|guitar|piano|dialect|accent|norwegian|dutch|italian|korean|russian|arabic|hindi|swedish|danish|thesis|time off|part-?time|half-time|full-time|admin rights|raspberry pi|home server|thinkpad|m1|chromebook|ipad|phone|nairobi|lagos|london|paris|tokyo|oslo|new york|toronto|sydney|amsterdam|madrid|lisbon|vienna|based (?:in|out of)|grew up|born in|self-taught|acronyms|day job|allergy"
)
WEEKDAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
OUTSIDERS = (
    r"customers?|clients?|partners?|vendors?|suppliers?|legal|compliance|marketing|sales|stakeholders?|bank|auditors?|agency|lawyers?"
    r"|management|investors?|operations|ops|finance|hospitals?|ministry|regulator|phone provider|contractors?|human resources|the board|apple|google play|customs|landlord|publisher|cfo|ceo|government|regulators?|investor|caterer|freelancers?|provider|municipality|insurers?|union|co-op|editor(?! )"
)
PLACES = (
    r"Vault|Buildkite|Jenkins|CircleCI|Productboard|Zeroheight|Amplitude|Mixpanel|Workday|Teambition|Tapd|SLS|Google Sheets?|Sheet|GitHub Issues|GitLab|Bitbucket"
    r"|Monday\.com|Freshdesk|HubSpot|Salesforce|Outline|Obsidian|OneNote|Evernote|Grafana|Prometheus|Honeycomb|Rollbar|Bugsnag|Harbor|Nexus|Snowflake|BigQuery"
    r"|Stripe|Segment|LaunchDarkly|Unleash|Retool|Superset|Power BI|Mural|Sketch|InVision|Telegram|WhatsApp|Zoom|TestRail|LastPass|KeePass|ServiceNow|Freshservice|Azure DevOps|Power Automate|Papers with Code|Hugging Face|Kaggle|Zotero|Mendeley|Readwise|Pocket|Raindrop|Pinterest|Flickr|YouTube|Vimeo|Moodle|Canvas|Help Scout|DocuSign|Dropbox Paper|Quip|Roam|Logseq|Evernote|Loki|Jaeger|Zipkin|Nagios|Zabbix|CloudWatch|Stackdriver|Consul|Argo ?CD|Spinnaker|TeamCity|Bamboo|Crucible|SVN|Perforce|Stack Overflow|Reddit|Hacker News|Discourse|Gitter|Matrix|IRC|Webex|BambooHR|Personio|SAP|Oracle HCM|NetSuite|QuickBooks|Xero|DATEV|Mailchimp|Typeform|SurveyMonkey|Hotjar|FullStory|Heap|PostHog|Plausible|Matomo|Google Analytics|Search Console|App Store Connect|Play Console|Firebase|Crashlytics|TestFlight|protocols\.io|Labfolder|Overleaf|ShareLaTeX|Nextcloud|ownCloud|iCloud|Box|Egnyte|Geekbot|Robin|Adobe Fonts|TARIC|ADP|CMS|CRM|ERP|intranet|shared (?:drive|vault|folder)|mailing list|Kibana"
)
STACK = (
    r"React|Vue|Angular|Svelte|Next\.?js|Nuxt|Redux(?: Toolkit)?|Pinia|Vuex|Tailwind|Webpack|Vite|Postgres(?:QL)?|MySQL|MongoDB|Redis|SQLite|SQLAlchemy|Prisma"
    r"|Django|Flask|FastAPI|Spring|Express|Rails|Laravel|Electron|Flutter|Docker|Kubernetes|Jest|Vitest|Poetry|ESLint|Prettier|TypeScript|GraphQL"
)
PATH = (
    r"(?:`(?![~/])[^`\s]{1,80}`|(?<![\w~/.:@#])(?:\.{1,2}/)?(?:src|lib|app|apps|cmd|pkg|packages|tests?|docs|config|routes|db|scripts|internal|server|client|web|api"
    r"|components|middleware|utils|public|assets|migrations|models|handlers|[a-z_]+)/(?:[A-Za-z0-9_./@*-]*[a-z0-9*/])?(?!\S*@)"
    r"|\b[A-Za-z0-9_-]+\.(?:py|pyi|js|jsx|ts|tsx|go|rs|java|kt|rb|php|c|h|cpp|cs|swift|vue|sql|toml|ya?ml|json|ini|cfg|env|lock|mod|gradle|xml|html|s?css|csv|sh|md)(?![A-Za-z0-9_]))"
)
CODE_NAME = r"(?-i:(?<![A-Za-z0-9_.#/-])(?:`?[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+`?|`?[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+`?|`?[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?:\(\))?`?|`?[a-z]\w*\(\)`?))"
CODE_THING = (
    r"function|method|class|module|component|hook|endpoint|interface|struct|enum|variable|constant|decorator|helper|handler|middleware|service|controller"
    r"|singleton|schema|routes?|migrations|layered architecture|architecture|entry point|scheduler|repository|directory layout|react components|utils|config"
)
