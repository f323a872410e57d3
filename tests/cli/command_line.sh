#!/bin/bash
# Exit codes and streams of the command line. Usage: command_line.sh PROGRAM
source "$(dirname "$0")/expect.bash"

echo 'print 1 + 1' > two.mbs
echo 'print 6 * 7' > answer.mbs
mkdir folder

expect 0 '^2$' '' "$mbs" two.mbs
expect 0 '^2$' '' "$mbs" run two.mbs
expect 0 '^42$' '' "$mbs" two.mbs answer.mbs
expect 0 '^3$' '' "$mbs" -e 'print 1 + 2'
input=two.mbs expect 0 '^2$' '' "$mbs" -
input=two.mbs expect 0 '^2$' '' "$mbs"
expect 0 '"type":"print"' '' "$mbs" two.mbs --json
expect 0 '"exit":0' '' "$mbs" two.mbs --json
expect 0 'commands:' '' "$mbs" --help
expect 0 '--set' '' "$mbs" run --help
expect 0 '^mbs 1' '' "$mbs" --version

expect 1 '' 'E0801' "$mbs" -e 'expect 1 > 2'
expect 2 '' 'E0201' "$mbs" -e 'print 3 kgg'
expect 2 '' 'no-such-option' "$mbs" two.mbs --no-such-option
expect 2 '' 'max-time' "$mbs" two.mbs --max-time soon
expect 2 '' 'name=value' "$mbs" two.mbs --set c
expect 4 '' 'nowhere.mbs' "$mbs" nowhere.mbs
expect 4 '' 'directory' "$mbs" folder
expect 4 '' 'command .check' "$mbs" chekc
# A file that cannot be read does not keep the others from running.
expect 4 '^2$' 'nowhere.mbs' "$mbs" nowhere.mbs two.mbs
# The worst code counts.
echo 'expect 1 > 2' > wrong.mbs
expect 1 '^2$' 'E0801' "$mbs" wrong.mbs two.mbs

# What is no text to be used is refused at once: no writer of a pipe is waited for, no device read for ever.
mkfifo pipe
for what in pipe folder /dev/zero; do
  echo "use \"$what\"" > using.mbs
  expect 2 '' 'E0312' timeout 20 "$mbs" check using.mbs
done
expect 4 '' 'longer than 100 MB' "$mbs" /dev/zero
expect 0 '^2$' '' "$mbs" <(cat two.mbs)
# A value that lacks its --set.
echo 'param a = 1; param b = 2; print a + b' > sum.mbs
expect 0 '^9$' '' "$mbs" sum.mbs --set a=4 --set b=5
expect 4 '^6$' 'did you mean .--set b=5.' "$mbs" sum.mbs --set a=4 b=5

# The log of events: what happened, and what laws warn of, once with the number of impacts.
cat > bounce.mbs <<'END'
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(20 mm), material = steel, at = (0, 30) mm }
point plate = (0, 0) { shape = plane }
contact hit: ball to plate { law = hunt_crossley(0.9, K = 1e9 N/m^1.5) }
law limited(most: m/s) {
  warn if v_impact > most, "too fast"
  FN = 1e9 N/m^1.5 * delta^1.5
}
param model = limited(0.1 m/s)
contact bump: ball to plate { law = model }
simulate 0.3 s
END
expect 0 '^ +0\.04[0-9]* +closed +hit +0\.44' '' "$mbs" bounce.mbs --log
expect 0 'law warning +bump +- +too fast \(impacts: [2-9]\)' '' "$mbs" bounce.mbs --log
expect 0 '"name":"events"' '' "$mbs" bounce.mbs --log --json
[ "$("$mbs" bounce.mbs --log 2> err | grep -c 'law warning')" -eq 1 ] ||
  { echo 'FAILED: a warning is logged once'; failures=1; }

# A reader that has gone is no error and no message; a full disk is.
"$mbs" -e 'print 1' 2> err | true
[ "${PIPESTATUS[0]}" -eq 0 ] && [ ! -s err ] || { echo 'FAILED: closed standard output'; failures=1; }
if [ -w /dev/full ]; then
  "$mbs" two.mbs > /dev/full 2> err
  [ $? -eq 4 ] && grep -q 'standard output' err || { echo 'FAILED: full disk'; failures=1; }
fi

exit $failures
