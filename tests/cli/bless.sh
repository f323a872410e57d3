#!/bin/bash
# `mbs test --bless` records runs whose expectations fail, and says so. Usage: bless.sh PROGRAM
source "$(dirname "$0")/expect.bash"

printf 'expect 1 == 2\nexpect 1 == 3, "never"\nexpect 1 == 1\n' > bad.mbs
printf 'expect 1 == 1\nprint "no error[E0801]"\n' > good.mbs
printf '# args: run --json\nexpect 1 == 2\n' > json.mbs
printf 'mbs> expect 1 == 2\n' > session.repl
expect 0 '0 passed, 0 failed, 3 recorded' '^mbs: `bad.mbs` is recorded with 2 failed expectations$' \
  "$mbs" test --bless bad.mbs good.mbs json.mbs
grep -q '^mbs: `json.mbs` is recorded with 1 failed expectation$' err || { echo 'FAILED: json'; failures=1; }
grep -q good err && { echo 'FAILED: a good script is warned of'; failures=1; }
grep -q 'exit 1' bad.out || { echo 'FAILED: what is recorded'; cat bad.out; failures=1; }
expect 0 '1 recorded' '`session.repl` is recorded with 1 failed expectation$' "$mbs" test --bless session.repl
# What is recorded passes, without a word.
expect 0 '4 passed, 0 failed' '' "$mbs" test bad.mbs good.mbs json.mbs session.repl
[ -s err ] && { echo 'FAILED: not silent'; cat err; failures=1; }

exit "$failures"
