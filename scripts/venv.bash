# Sourced by the scripts beside it: makes .venv fit for use, and touches it only when something changed.

# The interpreter that makes the environment: $PYTHON, else the first one on the PATH that is new enough.
find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
    if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s\n' "$candidate"
      return
    fi
  done
  echo "daykeep needs Python 3.11 or newer; set PYTHON to one" >&2
  return 1
}

# One line that changes when the environment has to be made again or filled again.
#   development  an editable install with the tools: depends on pyproject.toml alone
#   use          an install of the project as it is: depends on every file that is installed
fingerprint() {
  .venv/bin/python - "$1" <<'PYTHON'
import hashlib, pathlib, sys

kind, here = sys.argv[1], pathlib.Path()
places = ["pyproject.toml"]
if kind == "use":
    places += ["README.md", "LICENSE", "src", "workspace_template", "skills", "cron"]
digest = hashlib.sha256(f"{kind} {here.resolve()} {sys.version_info[:2]}".encode())
for place in map(pathlib.Path, places):
    for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
print(kind, digest.hexdigest())
PYTHON
}

# ready_venv development|use: make .venv if it is missing or broken, and install what is missing in it.
# An environment for development also serves for use.
ready_venv() {
  local kind=$1 stamp=.venv/daykeep-installed python have want
  if ! .venv/bin/python -c 'import sys' 2>/dev/null; then
    python=$(find_python) || return 1
    rm -rf .venv
    "$python" -m venv .venv || {
      echo "the venv module is missing; on Debian: apt install python3-venv" >&2
      return 1
    }
  fi
  have=$(cat "$stamp" 2>/dev/null || true)
  want=$(fingerprint "$kind")
  if [ "$have" = "$want" ] || { [ "$kind" = use ] && [ "$have" = "$(fingerprint development)" ]; }; then
    return 0
  fi
  rm -f "$stamp"
  if [ "$kind" = development ]; then
    .venv/bin/python -m pip install --quiet --editable '.[dev]' || return 1
  else
    .venv/bin/python -m pip install --quiet . || return 1
  fi
  printf '%s\n' "$want" >"$stamp"
}
