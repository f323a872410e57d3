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
  (cd "$folder" && "$OLDPWD/$program" run "$OLDPWD/$2" --out "$folder" --report "$1.html" > "$1.txt")
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$4" --virtual-time-budget=3000 \
    --screenshot="docs/pictures/$1.png" "file://$folder/$1.html#t=$3" 2> "$folder/log"
}

# plot NAME SCRIPT PLOT: one of the plots of a script, as the program draws it.
plot() {
  (cd "$folder" && "$OLDPWD/$program" run "$OLDPWD/$2" --svg "$folder/plots" --out "$folder" > "$1.txt")
  cp "$folder/plots/$(basename "$2" .mbs)-$3.svg" "docs/pictures/$1.svg"
}

picture slider_crank examples/slider_crank.mbs 0.2480ms 1280,800
picture loose_shaft examples/loose_shaft.mbs 5.0738ms 1280,800
plot heights examples/many_drops.mbs heights
