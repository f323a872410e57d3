#!/bin/bash
# `mbs run --report`: one file, the same for the same run, bounded, and never in the place of something else.
# What is inside is looked at by tests/report. Usage: report.sh PROGRAM
source "$(dirname "$0")/expect.bash"

cat > balls.mbs << 'S'
## Two balls meet.
param v = 0.5 m/s
body left  { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (v, 0 m/s) }
body right { shape = sphere(50 mm), material = steel, at = (50, 0) mm }
contact hit: left to right { law = flores(0.8) }
simulate 1.2 ms
plot hit.FN in kN vs t in ms
expect hit.impacts[1].restitution ~ 0.8 within 5%
S
expect 0 '' '' "$mbs" run balls.mbs
mv out plain
expect 0 '' '' "$mbs" run balls.mbs --report page.html
same out plain  # what is printed does not change

# The same bytes from anywhere; no path, no request, no script but its own.
mkdir elsewhere && cp balls.mbs elsewhere
(cd elsewhere && "$mbs" run "$PWD/balls.mbs" --report "$PWD/again.html" > /dev/null)
same page.html elsewhere/again.html
grep -qF "$work" page.html && fail 'a path is in the page'
grep -qE '(src|href)="?https?:' page.html && fail 'the page asks for something'
grep -q "default-src 'none'" page.html || fail 'a policy'
# The policy has the hash of the script that is there.
if command -v openssl > /dev/null; then
  hash=$(perl -0ne 'print $1 if m{<script>(.*)</script></body>}s' page.html | openssl dgst -sha256 -binary | base64)
  grep -qF "script-src 'sha256-$hash'" page.html || fail "the script's hash"
  hash=$(perl -0ne 'print $1 if m{<style>(.*)</style>}s' page.html | openssl dgst -sha256 -binary | base64)
  grep -qF "style-src 'sha256-$hash'" page.html || fail "the style's hash"
fi

# Another run is another page; a failed expectation is in it, and the exit code stays.
expect 0 '' '' "$mbs" run balls.mbs --set 'v=0.6 m/s' --report other.html
cmp -s page.html other.html && fail 'another speed, the same page'
echo 'expect 1 m > 2 m' >> balls.mbs
expect 1 '' E0801 "$mbs" run balls.mbs --report failed.html
grep -q '"holds":false' failed.html || fail 'the expectation that fails'

# Bounded: a long run of many bounces, coarser where it would be too large. What is text stays.
cat > long.mbs << 'S'
world planar { gravity = (0, -9.81) m/s^2 }
body ball  { shape = sphere(100 mm), mass = 1 kg, at = (0, 1) m }
body floor { shape = plane }
drive shake: floor = (0, 0.5 m + 0.1 m * sin(7.5 rad/s * t))
contact hit: ball to floor { law = flores(0.9, K = 1.4e8 N/m^1.5) }
simulate 60 s
plot ball.y in m, hit.FN in kN vs t in s
S
expect 0 '' '' "$mbs" run long.mbs --report whole.html
expect 0 '' '' "$mbs" run long.mbs --report small.html --report-size 365kB
whole=$(stat -c %s whole.html) small=$(stat -c %s small.html)
[ "$whole" -gt 420000 ] || fail "no use to bound $whole bytes"
[ "$small" -le 365000 ] || fail "$small bytes where 365 kB are allowed"
grep -q '"coarser":1.0' whole.html || fail 'coarser without need'

# A run that a limit has ended is shown as far as it came.
expect 3 '' E0704 "$mbs" run long.mbs --memory 2MB --report cut.html
grep -q '"termination":"memory limit"' cut.html || fail 'the run that was cut'

# Passes stand in their order, each with its own scene.
echo 'sweep v in [1, 2] m/s { simulate 1 ms }' >> balls.mbs
expect 1 '' '' "$mbs" run balls.mbs --report passes.html
[ "$(grep -o '"pass":"v = [12] m/s","scene"' passes.html | tr -d '\n')" = '"pass":"v = 1 m/s","scene""pass":"v = 2 m/s","scene"' ] ||
  fail 'the passes'

# Wrong uses.
expect 2 '' 'a report shows one script' "$mbs" run balls.mbs long.mbs --report page.html
expect 2 '' 'report-size' "$mbs" run balls.mbs --report page.html --report-size many
expect 4 '' 'cannot write' "$mbs" run elsewhere/balls.mbs --report long.mbs/page.html
cp long.mbs before
expect 4 '' 'long.mbs' "$mbs" run long.mbs --report long.mbs
same long.mbs before
echo 'let a = 1 m + 1 s' > wrong.mbs
expect 2 '' E02 "$mbs" run wrong.mbs --report wrong.html
[ -e wrong.html ] && fail 'a page without a run'

# As JSON: an object for each expectation, and lines.
expect 0 '"type":"expect","text":"2 m > 1 m","holds":true,"value":2.0,"wanted":1.0,"tolerance":null,"unit":"m","margin":1.0,"line":2' '' \
  "$mbs" run --json -e $'print 1\nexpect 2 m > 1 m'
expect 1 '"text":"1.5 mm ~ 1 mm within 0.1 mm","holds":false,"value":1.5,"wanted":1.0,"tolerance":0.1' '' \
  "$mbs" run --json -e 'expect 1.5 mm ~ 1 mm within 0.1 mm'
expect 0 '"type":"print","text":"1".*"line":1' '' "$mbs" run --json -e 'print 1'
# A name that is missing is asked for.
expect 2 '' '`--report` needs FILE: the run as one page' "$mbs" run balls.mbs --report
expect 2 '' '`--h5` needs FILE' "$mbs" run balls.mbs --h5
expect 2 '' '`--set` needs P=VALUE' "$mbs" run balls.mbs --json --set
expect 2 '' 'write `--report run.html balls.mbs`' "$mbs" run --report balls.mbs

exit $failures
