#!/usr/bin/env bash
# Installs independent programs that read the extension's files, for tests: PSPP, R, LibreOffice and PostgreSQL, and pandas
# in .vscode-test/witnesses. Prints what cannot be installed here. The last line names the installed programs, for
# SURVEY_EXPLORER_WITNESSES.
set -uo pipefail
cd "$(dirname "$0")/.."

packages=(pspp r-base-core r-cran-haven r-cran-jsonlite r-cran-readr r-cran-readxl libreoffice-calc postgresql)
modules=(pandas==3.0.6 pyarrow==25.0.1 openpyxl==3.1.5 nbformat==5.11.1)
seconds=150
witnesses=()

say() { echo "$*" >&3; }
exec 3>&1 1>&2

# Runs a command that uses the network. All such commands share one deadline.
limited() { timeout --kill-after=10 $((SECONDS < seconds ? seconds - SECONDS : 1)) "$@"; }

install_packages() {
  local root=()
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || { say "No PSPP, R, LibreOffice and PostgreSQL: this needs root, or sudo without a password"; return 1; }
    root=(sudo -n)
  fi
  command -v apt-get >/dev/null || { say "No PSPP, R, LibreOffice and PostgreSQL: there is no apt-get"; return 1; }
  local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o Acquire::Retries=1 -o Acquire::http::Timeout=20)
  limited "${apt[@]}" update &&
    limited "${apt[@]}" install -y --no-install-recommends --download-only "${packages[@]}" &&
    # No time limit here: a killed dpkg would leave packages half installed.
    "${apt[@]}" install -y --no-install-recommends --no-download "${packages[@]}" ||
    { say "No PSPP, R, LibreOffice and PostgreSQL: apt-get failed, or took longer than $seconds s"; return 1; }
}

install_modules() {
  local folder=.vscode-test/witnesses
  python3 -m venv "$folder" &&
    limited "$folder/bin/python3" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 --only-binary :all: "${modules[@]}" ||
    { rm -r "$folder"; say "No pandas: pip failed, or took longer than $seconds s"; return 1; }
}

install_modules &
python=$!

if dpkg --status "${packages[@]}" >/dev/null 2>&1 || install_packages; then
  witnesses+=(pspp Rscript soffice postgres)
fi
if wait "$python"; then
  witnesses+=(python3)
fi
say "${witnesses[*]}"
