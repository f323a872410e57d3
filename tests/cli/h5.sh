#!/bin/bash
# `mbs run --h5`: what is refused and why, full disks, interrupts, kills. What is inside is looked at by tests/hdf5.
# Usage: h5.sh PROGRAM
source "$(dirname "$0")/expect.bash"
cat > ball.mbs << 'S'
body ball { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }
simulate 2 s { max_step = 0.1 ms }
print final(ball.x)
S

# Options that need others, and patterns that match nothing: before anything runs.
expect 2 '' '--keep.*--h5 FILE' "$mbs" run ball.mbs --keep 'ball.x'
expect 2 '' 'one script' "$mbs" run ball.mbs ball.mbs --h5 out.h5
expect 2 '' '--resume' "$mbs" run ball.mbs --h5 out.h5 --resume kept
expect 2 '' 'E0314.*ball.q' "$mbs" run ball.mbs --h5 out.h5 --keep 'ball.q*'
expect 2 '' 'did you mean `ball.angle`' "$mbs" run ball.mbs --h5 out.h5 --keep ball.angel
[ -z "$(ls -A | grep h5)" ] || fail 'a file of a refused run'

# Without the plug-in the package is named, and nothing is run.
mkdir alone && cp "$mbs" alone/mbs
expect 2 '' 'libhdf5-dev' alone/mbs run ball.mbs --h5 out.h5
[ -s out ] && fail 'it ran without its plug-in'
if [ ! -e "$(dirname "$mbs")/mbs_hdf5.so" ]; then
  echo 'the rest is skipped: built without HDF5'
  [ $failures -eq 0 ] && exit 77
  exit 1
fi

# Places where no file can stand.
expect 4 '' 'cannot write `/dev/full`.*ordinary file' "$mbs" run ball.mbs --h5 /dev/full
expect 4 '' 'directory' "$mbs" run ball.mbs --h5 alone
expect 4 '' 'cannot write `ball.mbs`.*read or written' "$mbs" run ball.mbs --h5 ball.mbs
grep -q 'body ball' ball.mbs || fail 'the script'
if [ "$(id -u)" -ne 0 ]; then
  mkdir locked && chmod 555 locked
  expect 4 '' 'ermission denied' "$mbs" run ball.mbs --h5 locked/out.h5
fi
expect 4 '' 'cannot write' "$mbs" run ball.mbs --h5 ball.mbs/out.h5

# In place when it is whole; links and rights stay, folders are made.
expect 0 '^2 m' '' "$mbs" run ball.mbs --h5 new/place/out.h5
[ -s new/place/out.h5 ] && [ ! -e new/place/out.h5.part ] || fail 'the file in its place'
echo old > real.h5 && chmod 640 real.h5 && ln -s real.h5 link.h5
expect 0 '' '' "$mbs" run ball.mbs --h5 link.h5
[ -L link.h5 ] && [ "$(stat -c %a real.h5)" = 640 ] || fail 'the link or the rights'
[ "$(head -c 4 real.h5 | tail -c 3)" = HDF ] || fail 'the file behind the link'

readable() {  # FILE LEAST: h5dump reads it, and there are at least that many samples
  command -v h5dump > /dev/null || return 0
  local samples
  samples=$(h5dump -H -d /run1/t "$1" 2> /dev/null | sed -nE 's/^ *DATASPACE +SIMPLE \{ \( ([0-9]+) \).*/\1/p' | head -1)
  [ "${samples:-0}" -ge "$2" ] && h5dump -d /run1/bodies/ball/x "$1" > /dev/null 2>&1 && return 0
  fail "$1 has ${samples:-no} samples that can be read, wanted $2"
}

# A disk that is full: results are shown, the old file stays, what was written can be read, the code says it.
cat > long.mbs << 'S'
body ball { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s, spin = 3 rad/s
  point tip = (1, 0) m
}
simulate 20 s { max_step = 0.1 ms }
print final(ball.x)
S
echo yesterday > full.h5
expect 4 '^20 m' 'cannot write `.*full.h5`.*full.h5.part.*samples' bash -c '(ulimit -f 7000; exec "$@")' - "$mbs" run long.mbs --h5 full.h5
[ "$(cat full.h5)" = yesterday ] || fail 'the results of yesterday'
readable full.h5.part 16384
grep -qE 'holds what was written before that: [1-9][0-9]+ samples' err || fail 'how much was written'

# Ctrl-C: in its place, up to there.
sed 's/20 s/1e7 s/' long.mbs > endless.mbs
"$mbs" run endless.mbs --h5 ended.h5 > out 2> err &
until [ "$(stat -c %s ended.h5.part 2> /dev/null || echo 0)" -gt 200000 ]; do sleep 0.05; kill -0 $! 2> /dev/null || break; done
kill -INT $!
wait $!
[ $? -eq 130 ] && grep -q ' m$' out || fail 'the code and results of an interrupted run'
readable ended.h5 4096

# A kill: the part that is on the disk.
"$mbs" run endless.mbs --h5 killed.h5 > out 2> err &
until [ "$(stat -c %s killed.h5.part 2> /dev/null || echo 0)" -gt 400000 ]; do sleep 0.05; kill -0 $! 2> /dev/null || break; done
# Another one does not write into it.
expect 4 '' 'another run is writing it' "$mbs" run ball.mbs --h5 killed.h5
kill -KILL $!
wait $! 2> /dev/null
[ ! -e killed.h5 ] || fail 'a killed run is in place'
readable killed.h5.part 4096
expect 0 '' '' "$mbs" run ball.mbs --h5 killed.h5
readable killed.h5 4096
exit $failures
