#!/bin/bash
# Where memory, threads or nesting end: a code and what was computed, never a crash. Usage: limits.sh PROGRAM
source "$(dirname "$0")/expect.bash"

# limited KB COMMAND...: with that much address space. Sanitizers take more than there is: skipped.
limited() {
  local kb=$1
  shift
  (ulimit -v "$kb" && exec "$@")
}
export -f limited
limited 150000 "$mbs" --version > out 2>&1 || { echo "skipped: no room for the program"; exit 77; }

# A ball that bounces for ever, all of it needed.
bounce() {
  cat << S
world planar { gravity = (0, -9.81) m/s^2 }
body ball { shape = sphere(20 mm), material = steel, at = (0, 100 mm) }
point plate = (0, 0) { shape = plane, material = steel }
contact hit: ball to plate { law = hertz }
S
}
results='print max(ball.y), max(ball.x), max(energy.kinetic), max(hit.FN), max(ball.spin)'
{ bounce; printf 'simulate 3000 s { integrator = ida }\n%s\nprint "over"\n' "$results"; } > long.mbs

# The limit on the record is one, also where results need all of it.
expect 3 'over' 'E0704.*the limit of 2 MB' "$mbs" long.mbs --memory 2MB
grep -q '0.1 m' out || { echo 'FAILED: nothing was kept'; cat out; failures=1; }
expect 3 '"termination":"memory limit"' '' "$mbs" long.mbs --memory 2MB --json

# Where results need little of it, the record lets go of the rest at that limit, and the run goes on.
cat > stone.mbs << 'S'
body stone { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }
simulate 40 s { max_step = 1 ms }
print final(stone.x)
S
expect 0 "^40 m" "keeps the 6 that" "$mbs" stone.mbs --memory 5MB

# No memory at all, at several places: the run ends, what there is is shown.
for kb in 120000 150000 200000; do
  expect 3 'over' 'E0704.*memory was used up' bash -c 'limited "$@"' - $kb "$mbs" long.mbs --memory 0
done

# In a sweep the passes that fit are whole.
{
  echo 'param T = 1 s'
  bounce
  printf 'sweep T in [0.01, 3000, 0.02] s {\n  simulate T { integrator = ida }\n  table { T, top = max(ball.y) in mm }\n}\n'
} > sweep.mbs
expect 3 '100' 'in the pass with T = 3000 s' "$mbs" sweep.mbs --memory 500kB --jobs 1
grep -q E0704 err || { echo 'FAILED: no code of the pass'; failures=1; }
expect 3 '100' 'E0704' bash -c 'limited "$@"' - 200000 "$mbs" sweep.mbs --memory 0 --jobs 1

# A session goes on.
{ bounce; printf 'simulate 3000 s { integrator = ida }\nmax(ball.y)\n1 + 1\n'; } > entries
input=entries expect 2 '^2$' 'E0704' "$mbs" repl --memory 2MB
input=entries expect 2 '^2$' 'E0704' bash -c 'limited "$@"' - 200000 "$mbs" repl
while IFS= read -r line; do printf '{"op":"execute","code":"%s"}\n' "$line"; done < entries > requests
input=requests expect 0 'E0704' '' bash -c 'limited "$@"' - 200000 "$mbs" repl --json
tail -n 1 out | grep -q '"status":"ok"' || { echo 'FAILED: the JSON session did not go on'; failures=1; }

# Stacks so large that hardly a thread can be made: those that there are do the work.
printf 'param k = 1\nsweep k in 1..9 { print "{k}" }\n' > threads.mbs
expect 0 '' '' "$mbs" threads.mbs --jobs 1
cp out one
expect 0 '' '' bash -c 'ulimit -s 400000 && ulimit -v 500000 && exec "$@"' - "$mbs" threads.mbs --jobs 8
same out one

# Values deeper than any message.
open=$(printf '%200000s' '' | tr ' ' '[')
close=$(printf '%200000s' '' | tr ' ' ']')
printf '{"op":"execute","code":"1","id":%s%s}\n{"op":"execute","code":"1 + 1"}\n' "$open" "$close" > deep
input=deep expect 0 '"status":"error"' '' "$mbs" repl --json
tail -n 1 out | grep -q '"status":"ok"' || { echo 'FAILED: the session did not go on'; failures=1; }
printf '{"jsonrpc":"2.0","id":%s%s,"method":"initialize"}' "$open" "$close" > body
{ printf 'Content-Length: %d\r\n\r\n' "$(wc -c < body)"; cat body; } > message
input=message expect 1 'too deep' '' "$mbs" lsp
{
  printf 'Content-Length: 100000000\r\n\r\n'
  head -c 100000000 /dev/zero
  printf 'Content-Length: 17\r\n\r\n{"id":1,"foo":23}'
} > message
input=message expect 1 '64 MiB' '' "$mbs" lsp
grep -q 'there is no method' out || { echo 'FAILED: the message after it'; failures=1; }

# A program that reads no more answers asks for no more, either.
yes '{"op":"execute","code":"1 + 1"}' | timeout 60 "$mbs" repl --json | head -n 1 > out
[ "${PIPESTATUS[1]}" -ne 124 ] || { echo 'FAILED: a session that nobody reads'; failures=1; }

exit $failures
