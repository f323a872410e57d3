#!/bin/bash
# Makes the pictures of the documents anew, from the program's own reports. Needs chromium and a build.
set -e
cd "$(dirname "$0")/.."
program=${1:-build/release/mbs}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p docs/pictures

# picture NAME SCRIPT INSTANT SIZE: the report of a script at an instant, as a browser shows it.
picture() {
  (cd "$folder" && "$OLDPWD/$program" run "$OLDPWD/$2" --report "$1.html" > "$1.txt")
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$4" --virtual-time-budget=3000 \
    --screenshot="docs/pictures/$1.png" "file://$folder/$1.html#t=$3" 2> "$folder/log"
}
picture slider_crank examples/slider_crank.mbs 0.2480ms 1280,800
