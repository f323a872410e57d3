#!/bin/bash
# Signals that end the program: what was computed is shown, and the exit code says which it was.
# Usage: signals.sh PROGRAM
source "$(dirname "$0")/expect.bash"

cat > long.mbs << 'E'
body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }
print "begun"
simulate 1e6 s { max_step = 1 ms }
print "got to {final(stone.x) in m}"
E
# ended_by SIGNAL CODE TEXT COMMAND...: ends the command by the signal once it has begun.
ended_by() {
  local signal=$1 code=$2 text=$3
  shift 3
  : > out  # what the last one wrote must not be taken for this one's
  "$@" > out 2> err &
  local pid=$!
  until grep -q begun out 2> /dev/null; do sleep 0.05; done
  sleep 0.3
  kill "-$signal" $pid
  wait $pid
  local got=$?
  [ $got -eq "$code" ] && cat out err | grep -q "$text" && return
  echo "FAILED: $signal: exit $got, wanted $code"
  cat out err
  failures=1
}
ended_by INT 130 'got to' "$mbs" long.mbs --max-time 100s
ended_by TERM 143 'got to' "$mbs" long.mbs --max-time 100s
ended_by HUP 129 'got to' "$mbs" long.mbs --max-time 100s

# While results are worked out, too: each of these takes a walk over a long run.
{
  printf 'body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }\n'
  printf 'force f: stone = (1 N*sin(1e3 rad/s*t), 0 N)\n'
  printf 'simulate 30 s { max_step = 0.1 ms }\nprint "begun"\n'
  for i in $(seq 2000); do echo "print integral(sin($i rad/s*t)*stone.x)"; done
  echo 'print "last"'
} > results.mbs
ended_by INT 130 'while results' "$mbs" results.mbs
grep -q last out && { echo 'FAILED: it went on to the end'; failures=1; }
ended_by TERM 143 'while results' "$mbs" results.mbs

# Who waits for input is ended at once.
mkfifo entries
: > out
"$mbs" repl < entries > out 2> err &
pid=$!
exec 3> entries
echo 'print "begun"' >&3
until grep -q begun out 2> /dev/null; do sleep 0.05; done
kill -TERM $pid
wait $pid
[ $? -eq 143 ] || { echo 'FAILED: a session that waits'; failures=1; }
exec 3>&-

exit $failures
