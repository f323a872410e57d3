#!/bin/bash
# Ctrl-C ends a run, prints what was computed and exits with 130. Usage: interrupt.sh PROGRAM
mbs=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/long.mbs" <<'END'
body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }
print "begun"
simulate 1e9 s { max_step = 1 ms }
print "got to {final(stone.x) in m}"
expect final(t) > 1e8 s
END
"$mbs" "$work/long.mbs" --max-time 50s > "$work/out" 2> "$work/err" &
until grep -q begun "$work/out" 2>/dev/null; do sleep 0.05; done
sleep 0.2
kill -INT $!
wait $!
code=$?
if [ $code -ne 130 ] || ! grep -q 'got to' "$work/out" || ! grep -q interrupted "$work/err"; then
  echo "exit $code"
  cat "$work/out" "$work/err"
  exit 1
fi
