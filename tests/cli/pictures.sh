#!/bin/bash
# Pictures as PDF and PNG, by a converter that may be missing or fail. Usage: pictures.sh PROGRAM
source "$(dirname "$0")/expect.bash"

printf 'let a = [1, 2, 3] mm\nplot a vs [1, 2, 3] s to "a.pdf"\nprint "on"\n' > pdf.mbs
sed 's/pdf/png/' pdf.mbs > png.mbs

mkdir none broken
printf '#!/bin/sh\nexit 3\n' > broken/rsvg-convert
chmod +x broken/rsvg-convert
expect 4 on 'E0703.*rsvg-convert.*librsvg2-bin' env PATH="$PWD/none" "$mbs" pdf.mbs
expect 4 on 'E0703.*makes a PNG' env PATH="$PWD/none" "$mbs" png.mbs
expect 4 on 'E0703.*failed' env PATH="$PWD/broken:$PATH" "$mbs" pdf.mbs
# A session writes what a script writes.
input=png.mbs expect 2 on 'E0703.*makes a PNG' env PATH="$PWD/none" "$mbs" repl
[ -e a.pdf ] || [ -e a.png ] && { echo "FAILED: a file without a picture"; failures=1; }

if command -v rsvg-convert > /dev/null; then
  expect 0 on '' "$mbs" pdf.mbs
  [ "$(head -c 5 a.pdf)" = %PDF- ] || { echo "FAILED: that is no PDF"; failures=1; }
  mv a.pdf first.pdf
  expect 0 on '' "$mbs" pdf.mbs
  same a.pdf first.pdf
  expect 0 on '' "$mbs" png.mbs
  [ "$(head -c 4 a.png | tail -c 3)" = PNG ] || { echo "FAILED: that is no PNG"; failures=1; }
  mv a.png script.png
  "$mbs" repl < png.mbs > session.out || { echo "FAILED: a session with a picture"; failures=1; }
  same a.png script.png
fi

# What is printed: every label is text that can be searched, in fonts that the file has within it.
cat > labels.mbs <<'END'
body ball { mass = 1 kg, inertia = 1 g*m^2, velocity = (2, 1) m/s }
simulate 1 s
plot ball.x in mm, "height above" = ball.y in mm vs t in ms to "labels.pdf" { title = "A throw", y_label = "way [mm]" }
plot ball.speed vs t to "labels.svg" { x = log, title = "5 < 6 & \"quoted\"" }
histogram [1, 2, 2, 3] mm to "counts.svg" { title = "How often" }
END
if command -v rsvg-convert > /dev/null && command -v pdffonts > /dev/null && command -v pdftotext > /dev/null; then
  expect 0 '' '' "$mbs" labels.mbs
  pdffonts labels.pdf | awk 'NR > 2 { n++; if ($(NF - 4) != "yes") bad = 1 } END { exit !(n > 0) || bad }' ||
    { echo "FAILED: a font that is not embedded"; pdffonts labels.pdf; failures=1; }
  pdftotext -layout labels.pdf labels.txt
  for label in 'A throw' 'way \[mm\]' 't \[ms\]' 'ball.x' 'height above' '2000' '1000'; do
    grep -q "$label" labels.txt || { echo "FAILED: '$label' is not in the PDF"; cat labels.txt; failures=1; }
  done
  if command -v xmllint > /dev/null; then
    xmllint --noout labels.svg counts.svg || { echo "FAILED: an SVG that is no XML"; failures=1; }
  fi
fi
exit $failures
