#!/bin/bash
# One file under two names is one file, and a folder that leads to itself ends in one clear error.
# Usage: links.sh PROGRAM
source "$(dirname "$0")/expect.bash"

printf 'body crank { mass = 1 kg, inertia = 1 g*m^2 }\nlet size = 3\n' > part.mbs
ln -s part.mbs same.mbs
printf 'use "part.mbs"\nuse "same.mbs"\nprint size\n' > both.mbs
expect 0 '^size = 3$' '' "$mbs" both.mbs

mkdir folder
printf 'use "again/inner.mbs"\nlet deep = 1\n' > folder/inner.mbs
ln -s . folder/again
printf 'use "folder/inner.mbs"\nprint deep\n' > loop.mbs
expect 2 '' 'it uses this file' "$mbs" loop.mbs
[ "$(grep -c '^error' err)" = 1 ] || { echo 'FAILED: one error'; cat err; failures=1; }

exit "$failures"
