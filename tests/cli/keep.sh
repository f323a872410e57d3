#!/bin/bash
# `--keep`: the same signals for --csv, --json, --report and --h5, at the solver's samples.
# Usage: keep.sh PROGRAM
source "$(dirname "$0")/expect.bash"
cat > ball.mbs << 'S'
param v = 2 m/s
world planar { gravity = (0, -10) m/s^2 }
body ball { shape = sphere(10 mm), mass = 1 kg, at = (0, 50 mm), velocity = (v, 0 m/s) }
point floor = (0, 0) { shape = plane }
contact hit: ball to floor { law = flores(0.8, K = 1e7 N/m^1.5) }
simulate 0.2 s as first { max_step = 1 ms }
continue 0.1 s { max_step = 1 ms }
print final(ball.x)
S

# Somebody has to take them, and a pattern has to match.
expect 2 '' '--keep.*--h5 FILE.*--csv DIR.*--json.*--report FILE' "$mbs" run ball.mbs --keep 'ball.x'
expect 2 '' 'E0314.*ball.q' "$mbs" run ball.mbs --csv out.d --keep 'ball.q*'
[ -e out.d ] && fail 'files of a refused run'

# Vectors are kept whole or in part, whatever their parts are called otherwise; a family by its name, a `let` by its own.
cat > names.mbs << 'S'
world planar { gravity = (0, -10) m/s^2 }
for i in 1..2 { body ball[i] { shape = sphere(10 mm), mass = 1 kg, at = (50 mm * i, 50 mm), velocity = (1 m/s, 0 m/s) } }
point floor = (0, 0) { shape = plane }
for i in 1..2 { contact hit[i]: ball[i] to floor { law = newton(0.5) } }
let above = ball[1].y - ball[2].y
let way = ball[1].velocity * (1 s)
let height = 50 mm
simulate 0.2 s
print max(above) - height
S
# columns PATTERN HEAD [FILES]
columns() {
  rm -rf names.d
  expect 0 '' '' "$mbs" run names.mbs --csv names.d --keep "$1"
  [ "$(head -1 names.d/names-run1.csv | tr -d '\r')" = "t [s]$2" ] || fail "columns of $1: $(head -1 names.d/names-run1.csv)"
  [ "$(ls names.d | grep -c impacts)" = "${3:-0}" ] || fail "tables of $1: $(ls names.d)"
}
columns 'ball[1].velocity' ',ball[1].vx [m/s],ball[1].vy [m/s]'
columns 'ball[2].position.y' ',ball[2].y [m]'
columns 'ball.y' ',ball[1].y [m],ball[2].y [m]'
columns above ',above [m]'
columns way ',way.x [m],way.y [m]'
columns way.y ',way.y [m]'
columns hit.impacts '' 2
expect 2 '' 'also of a `let` that changes' "$mbs" run names.mbs --csv names.d --keep height
expect 2 '' '`--keep hit.impacts` keeps them with all' "$mbs" run names.mbs --csv names.d --keep hit.impacts.t
expect 2 '' 'known when a run has ended' "$mbs" run names.mbs --csv names.d --keep energy.error
expect 2 '' 'did you mean `ball.\*`' "$mbs" run names.mbs --csv names.d --keep ball

# Without it nothing is added.
expect 0 '^600 mm|^0.6 m' '' "$mbs" run ball.mbs --csv plain.d
[ -z "$(ls plain.d 2> /dev/null)" ] || fail 'files that nobody asked for'

# One file for a run with all that continues it: t, then the signals by their names; impacts in a file of their own.
expect 0 '' '' "$mbs" run ball.mbs --csv csv.d --keep 'hit.FN' --keep 'hit.impacts' --keep 'ball.x'
[ "$(ls csv.d | tr '\n' ' ')" = 'ball-run1-hit.impacts.csv ball-run1.csv ' ] || fail "files: $(ls csv.d)"
[ "$(head -1 csv.d/ball-run1.csv | tr -d '\r')" = 't [s],ball.x [m],hit.FN [N]' ] || fail "head: $(head -1 csv.d/ball-run1.csv)"
tr -d '\r' < csv.d/ball-run1.csv | awk -F, 'NR > 1 { if (NF != 3 || $1 < t || ($2 - 2*$1)^2 > 1e-12) bad = 1; t = $1; if ($3 > most) most = $3 }
  END { exit !(NR > 300 && t == 0.3 && most > 10 && !bad) }' || fail 'rows of the signals'

# The same as JSON: a line for each action, the second holds the first.
expect 0 '"type":"signals"' '' "$mbs" run ball.mbs --json --keep 'ball.x' --keep 'hit.FN' --keep 'hit.impacts'
cp out json.out
if command -v python3 > /dev/null; then
  python3 - << 'P' || fail 'lines of the signals'
import csv, json
lines = [o for o in map(json.loads, open("json.out")) if o["type"] == "signals"]
assert [o["run"] for o in lines] == [1, 1] and [o.get("continues", False) for o in lines] == [False, True]
assert lines[0]["name"] == "first" and lines[0]["line"] == 6
last = lines[1]
assert [(s["name"], s["unit"]) for s in last["signals"]] == [("ball.x", "m"), ("hit.FN", "N")]
rows = [[float(x) for x in row] for row in list(csv.reader(open("csv.d/ball-run1.csv")))[1:]]
assert len(rows) == len(last["t"]["values"])
for row, *kept in zip(rows, last["t"]["values"], *(s["values"] for s in last["signals"])):
    assert all(abs(a - b) <= 1e-11 * max(abs(b), 1e-9) for a, b in zip(row, kept)), (row, kept)
assert last["impacts"][0]["name"] == "hit" and len(last["impacts"][0]["rows"]) >= 1
P
fi
expect 0 '^\{' '' "$mbs" run ball.mbs --json
grep -q '"signals"' out && fail 'signals that nobody asked for'

# What is kept for them counts as the record of the run does: without it this one has all the room it needs.
cat > long.mbs << 'S'
body car { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }
simulate 40 s { max_step = 1 ms }
S
expect 0 '' '' "$mbs" run long.mbs --csv long.d --memory 2MB
expect 3 '' 'E0704.*the record of the run, with its kept signals, reached the limit of 2 MB' "$mbs" run long.mbs --csv long.d --memory 2MB --keep 'car.*'
[ "$(wc -l < long.d/long-run1.csv)" -gt 10000 ] || fail 'what was kept by then'
expect 0 '' '' "$mbs" run long.mbs --csv long.d --memory 20MB --keep 'car.*'

# Passes: each its own files and lines, the same whoever makes them, and out of a result file as well.
cat > sweep.mbs << 'S'
param v = 1 m/s
body car { mass = 1 kg, inertia = 1 kg*m^2, velocity = (v, 0 m/s) }
sweep v in [1, 2, 3] m/s { simulate 1 s }
S
expect 0 '' '' "$mbs" run sweep.mbs --csv one.d --keep car.x --jobs 1
expect 0 '' '' "$mbs" run sweep.mbs --csv three.d --keep car.x --jobs 3
[ "$(ls one.d | tr '\n' ' ')" = 'sweep-pass0001-run1.csv sweep-pass0002-run1.csv sweep-pass0003-run1.csv ' ] || fail "files of passes: $(ls one.d)"
diff -r one.d three.d > /dev/null || fail 'passes depend on how many at a time'
[ "$(tail -1 one.d/sweep-pass0003-run1.csv | tr -d '\r')" = '1,3' ] || fail 'the third pass'
expect 0 '"pass":"v = 2 m/s"' '' "$mbs" run sweep.mbs --json --keep car.x --resume passes
cp out before
expect 0 '' '' "$mbs" run sweep.mbs --json --keep car.x --resume passes
same before out
expect 0 '' '' "$mbs" run sweep.mbs --json --keep car.vx --resume passes  # others are other passes
grep -q '"car.vx"' out || fail 'signals of an old result file'

# A run that is refused at its start is none, and leaves no file of a motion that was not.
cat > refused.mbs << 'S'
world planar { gravity = (0, -10) m/s^2 }
body b { shape = sphere(10 mm), mass = 1 kg, at = (0, 5) mm }
point f = (0, 0) { shape = plane }
contact c: b to f { law = newton(0.5) }
simulate 0.2 s
S
expect 3 '' 'E0507' "$mbs" run refused.mbs --csv refused.d --keep b.y
[ -e refused.d ] && fail "a file of a run that was refused: $(ls refused.d)"
expect 3 '"termination":"failed"' '' "$mbs" run refused.mbs --json

# With -q files are written, and no lines.
expect 0 '' '' "$mbs" run ball.mbs -q --json --csv quiet.d --keep ball.x
grep -q signals out && fail 'lines in spite of -q'
[ -s quiet.d/ball-run1.csv ] || fail 'the file with -q'

# A place that cannot be written is told, the rest is shown.
expect 4 '^600 mm|^0.6 m' 'cannot write' "$mbs" run ball.mbs --csv ball.mbs/inside --keep ball.x
exit $failures
