#!/bin/bash
# Sweeps on several processes: the same output, byte for byte; what a lost rank leaves. Skipped where
# there is no mpirun, or where the program was built without its part for MPI. Usage: mpi.sh PROGRAM
source "$(dirname "$0")/expect.bash"
if ! command -v mpirun > /dev/null; then echo 'skipped: there is no mpirun'; exit 77; fi
if [ ! -e "$(dirname "$mbs")/mbs_mpi.so" ]; then echo 'skipped: built without MPI'; exit 77; fi
# What the library for MPI leaves behind is told of by the leak sanitizer, without any name to except it by.
export ASAN_OPTIONS=detect_leaks=0
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
ranks=(mpirun --oversubscribe --mca btl_vader_single_copy_mechanism none)

impact_study 'v < 0.65 m/s'
values='v=0.3..0.7m/s:9'
expect 1 '' 'E0801' "$mbs" sweep study.mbs "$values" --jobs 1
cp out plain; cp err plain_err
for n in 2 3; do
  expect 1 '' 'E0801' "${ranks[@]}" -n $n "$mbs" sweep study.mbs "$values"
  same out plain
  # mpirun adds that the exit code is not 0, and what it misses in small containers.
  grep -v '^\[\?hwloc' err | head -n "$(wc -l < plain_err)" > own_err
  same own_err plain_err
done
# JSON, and a file that can be gone on with.
expect 1 '' '' "$mbs" sweep study.mbs "$values" --json
cp out plain_json
expect 1 '' '' "${ranks[@]}" -n 2 "$mbs" sweep study.mbs "$values" --json --resume kept
same out plain_json
expect 1 '' '' "$mbs" sweep study.mbs "$values" --json --resume kept --max-time 1e-9s
same out plain_json

# Sweeps of a script: what is beside them runs once, and tables go along.
cat > script.mbs <<'S'
param k = 1
body a { mass = 1 kg, inertia = 1 kg*m^2, velocity = (1, 0) m/s }
simulate 1 s
print final(a.x)
sweep k in [1, 2, 3, 4, 5] { table first { k, square = k^2 } }
sweep k in [1, 2, 3, 4, 5] { table { k, share = k^2 / first.square[3] } }
expect first.square[3] == 9
S
expect 0 '' '' "$mbs" script.mbs
cp out plain
expect 0 '' '' "${ranks[@]}" -n 3 "$mbs" script.mbs
same out plain
# Errors end all ranks.
expect 2 '' 'E0303' "${ranks[@]}" -n 2 "$mbs" sweep study.mbs d=1,2
expect 2 '' 'standard input' "${ranks[@]}" -n 2 "$mbs" run -

# A rank that is killed: its pass is named, the rest can be had later.
cat > long.mbs <<'S'
param v = 0.5 m/s
point hook = (0, 0)
body ball { mass = 1 kg, inertia = 1 kg*m^2, at = (0, 0.1) m, velocity = (v, 0 m/s) }
spring s: hook to ball { stiffness = 1e6 N/m, length = 50 mm }
simulate (if v > 0.55 m/s then 1e6 s else 1 ms)
table { last = final(ball.x) }
S
cat > worker <<S
#!/bin/bash
# rank 1 dies once it and rank 0 are in the passes that would never end
if [ "\$OMPI_COMM_WORLD_RANK" = 1 ]; then
  "$mbs" "\$@" & pid=\$!
  while [ ! -f kept ] || [ "\$(wc -l < kept)" -lt 3 ]; do sleep 0.1; done
  sleep 1
  kill -KILL \$pid; kill -KILL \$\$
fi
exec "$mbs" "\$@"
S
chmod +x worker
rm -f kept
timeout 60 "${ranks[@]}" -n 2 ./worker sweep long.mbs v=0.5m/s,0.51m/s,0.6m/s,0.61m/s --resume kept > out 2> err
if ! grep -q 'passes are not done' err || ! grep -q 'pass [34]' err || [ "$(wc -l < kept)" -ne 3 ]; then
  echo 'FAILED: a lost rank'; cat err; wc -l kept; failures=1
fi
# A file of HDF5 has one writer.
expect 2 '' 'one process' "${ranks[@]}" -n 2 "$mbs" run script.mbs --h5 never.h5
[ -e never.h5.part ] && { echo 'FAILED: it was begun'; failures=1; }
exit $failures
