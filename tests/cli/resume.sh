#!/bin/bash
# `--resume`: finished passes are kept and not run again. Usage: resume.sh PROGRAM
source "$(dirname "$0")/expect.bash"

impact_study 'hit.impacts[1].restitution < 0.81'
values='v=0.3..0.7m/s:4'
expect 0 '' '' "$mbs" sweep study.mbs "$values"
cp out plain
cp out plain_study
# The same with a file that is new, with one that has all, and with one that was cut short.
expect 0 '' '' "$mbs" sweep study.mbs "$values" --resume kept
same out plain
[ "$(wc -l < kept)" -eq 5 ] || { echo 'FAILED: a line for each pass'; failures=1; }
cp kept all
expect 0 '' '' "$mbs" sweep study.mbs "$values" --resume kept
same out plain
same kept all
head -c -20 all > kept
expect 0 '' '' "$mbs" sweep study.mbs "$values" --resume kept
same out plain
[ "$(wc -l < kept)" -eq 5 ] || { echo 'FAILED: the pass that was cut short'; failures=1; }
# More values: only the new one is run, so the others cost no time of the limit.
expect 0 '' '' "$mbs" sweep study.mbs "$values" --resume kept --max-time 1e-9s
same out plain
expect 3 '' 'E0702' "$mbs" sweep study.mbs "$values,0.8 m/s" --resume kept --max-time 1e-9s
# A pass that the limit ended is none that is finished: without the limit it is run.
expect 0 '0.8 m/s' '' "$mbs" sweep study.mbs "$values,0.8 m/s" --resume kept
# Whatever a pass depends on is part of its key.
expect 0 '' '' "$mbs" sweep study.mbs "$values" --resume kept --tol 1e-5
[ "$(sort -u kept | wc -l)" -ge 9 ] || { echo 'FAILED: another tolerance'; failures=1; }

# Sweeps inside a script; a later one uses a table of the first.
cat > script.mbs <<'S'
param k = 1
sweep k in [1, 2, 3] { table first { k, square = k^2 } }
sweep k in [1, 2, 3] { table { k, share = k^2 / first.square[3] } }
expect first.square[3] == 9
S
expect 0 '' '' "$mbs" script.mbs
cp out plain
expect 0 '' '' "$mbs" script.mbs --resume passes
same out plain
expect 0 '' '' "$mbs" script.mbs --resume passes
same out plain

expect 4 '' 'no result file' "$mbs" script.mbs --resume script.mbs

# What it did not write it does not touch, however much it looks like it; and it waits for nobody.
mkfifo pipe
mkdir folder
for text in '{"precious":1}' '0123456789abcdef\n' '0123456789abcdef {}\n' 'mbs passes' '\n' 'mbs passes 11\n'; do
  printf "$text" > precious
  cp precious before
  expect 4 '' 'no result file' "$mbs" script.mbs --resume precious
  same precious before
done
expect 4 '' 'no ordinary file' "$mbs" script.mbs --resume pipe
expect 4 '' 'no ordinary file' "$mbs" script.mbs --resume /dev/full
expect 4 '' 'no ordinary file' "$mbs" script.mbs --resume /dev/zero
expect 4 '' 'a directory' "$mbs" script.mbs --resume folder
# A line of its own that is damaged is a pass that is not there.
printf '0123456789abcdef\n0123456789abcdef \n%s\n' "$(printf '%0100d' 0)" >> passes
expect 0 '' '' "$mbs" script.mbs --resume passes
same out plain
# A disk that is full: the results are shown, and the exit code says that the file lacks them.
expect 4 '' 'it lacks passes' bash -c '(ulimit -f 1 && exec "$@") | cat; exit ${PIPESTATUS[0]}' - \
  "$mbs" sweep study.mbs "$values" --resume new
same out plain_study
expect 4 '' 'cannot use' "$mbs" script.mbs --resume nowhere/kept
expect 2 '' 'a size such as' "$mbs" script.mbs --memory lots

# A record beyond the limit says so, and gives the same results.
expect 0 '' '' "$mbs" -q --json study.mbs
expect 0 '' '' "$mbs" study.mbs
cp out plain
expect 0 '' 'keeps the' "$mbs" study.mbs --memory 8kB
same out plain
expect 0 '' 'recorded: .* samples of' "$mbs" -v study.mbs --memory 0

exit $failures
