#!/bin/bash
# `mbs fmt` rewrites files, says what it would rewrite, and leaves files with errors alone.
# Usage: fmt.sh PROGRAM
source "$(dirname "$0")/expect.bash"

printf '## A text.\nlet   a=1 mm   # kept\nbody b {mass=1 kg}\n' > loose.mbs
printf '## A text.\nlet a = 1 mm  # kept\nbody b { mass = 1 kg }\n' > standard.mbs
printf 'print  1 +\n' > wrong.mbs
cp wrong.mbs wrong_before.mbs
cp loose.mbs loose_before.mbs

expect 1 '^loose.mbs$' '' "$mbs" fmt --check loose.mbs standard.mbs
grep -q standard out && { echo 'FAILED: a file in standard form is named'; failures=1; }
same loose.mbs loose_before.mbs
input=loose.mbs expect 0 '' '' "$mbs" fmt -
same out standard.mbs
input=loose.mbs expect 1 'stdin' '' "$mbs" fmt --check -
expect 0 '' '' "$mbs" fmt loose.mbs standard.mbs
same loose.mbs standard.mbs
expect 0 '' '' "$mbs" fmt --check loose.mbs

# One bad file does not keep the others from being formatted.
cp loose_before.mbs loose.mbs
expect 2 '' 'E0103' "$mbs" fmt wrong.mbs loose.mbs
same wrong.mbs wrong_before.mbs
same loose.mbs standard.mbs
input=wrong.mbs expect 2 '' 'E0103' "$mbs" fmt -
[ -s out ] && { echo 'FAILED: something is written of a text with errors'; failures=1; }
expect 4 '' 'nowhere.mbs' "$mbs" fmt nowhere.mbs
expect 2 '' 'Try' "$mbs" fmt

exit $failures
