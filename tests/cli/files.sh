#!/bin/bash
# Files that the program writes: whole or not at all, and never over what is not theirs. Usage: files.sh PROGRAM
source "$(dirname "$0")/expect.bash"

# short COMMAND...: writing ends after 1 kB or less, as on a full disk.
short() { (ulimit -f 1 && exec "$@"); }
export -f short

# A text that cannot be written leaves the old one.
for i in $(seq 400); do echo "let  value$i=$i   # a remark to fill the line"; done > script.mbs
cp script.mbs before
expect 4 '' 'cannot write .*script.mbs' bash -c 'short "$@"' - "$mbs" fmt script.mbs
same script.mbs before
[ "$(ls -A | grep -c '^\.mbs')" -eq 0 ] || fail 'something is left beside it'
# Rights and links stay.
chmod 640 script.mbs
ln -s script.mbs link.mbs
expect 0 '' '' "$mbs" fmt link.mbs
[ -L link.mbs ] || fail 'the link is gone'
[ "$(stat -c %a script.mbs)" = 640 ] || fail 'the rights are gone'
cmp -s script.mbs before && fail 'nothing was written'

# Results of yesterday stay, too, and the code says that today's are missing.
cat > table.mbs << 'E'
body b { mass = 1 kg, inertia = 1 g*m^2, velocity = (1, 0) m/s }
simulate 1 s
table every 1 ms to "result.csv" { t, b.x }
E
echo yesterday > result.csv
expect 4 '' 'E0703.*result.csv' bash -c 'short "$@"' - "$mbs" table.mbs
[ "$(cat result.csv)" = yesterday ] || fail 'the results of yesterday'
expect 0 '' '' "$mbs" table.mbs
[ "$(wc -l < result.csv)" -eq 1002 ] || fail 'the table'

# Devices and pipes are written to as they are.
printf 'table to "/dev/stdout" { n = 7 }\nprint "after"\n' > device.mbs
expect 0 '^7' '' "$mbs" device.mbs
grep -q after out || fail 'what came after the device'
mkfifo pipe
printf 'table to "pipe" { n = 7 }\n' > to_pipe.mbs
cat pipe > piped &
expect 0 '' '' "$mbs" to_pipe.mbs
wait $!
grep -q 7 piped && [ -p pipe ] || fail 'the pipe'

# Neither the script nor its parts, and no file twice.
printf 'param h = 1 m\n' > part.mbs
printf 'use "part.mbs"\ntable to "self.mbs" { h }\ntable to "./part.mbs" { h }\n' > self.mbs
cp self.mbs before
expect 4 '' 'E0703.*self.mbs.*read or written' "$mbs" self.mbs
same self.mbs before
grep -q 'part.mbs.*read or written' err || fail 'a part of the script'
printf 'table to "self.mbs" { h }\n' > entry
input=entry expect 2 '' 'E0703.*self.mbs' "$mbs" repl self.mbs
same self.mbs before
printf 'table to "same.csv" { a = 1 }\ntable to "same.csv" { a = 2 }\n' > twice.mbs
expect 4 '' 'E0703.*same.csv' "$mbs" twice.mbs
grep -q 1 same.csv || fail 'the first of two tables'
mkdir -p a b
printf 'table { n = 1 }\n' > a/x.mbs
printf 'table { n = 2 }\n' > b/x.mbs
expect 4 '' 'x-table1.csv.*read or written' "$mbs" run a/x.mbs b/x.mbs --csv o
grep -q 1 o/x-table1.csv || fail 'the table of the first script'

# What goes to a directory stays in it.
for name in ../../x.csv "$work/x.csv" sub/../../x.csv; do
  printf 'table to "%s" { n = 1 }\n' "$name" > out.mbs
  expect 4 '' 'E0703.*not inside .--out' "$mbs" out.mbs --out "$work/results/deep"
  [ -e x.csv ] && fail "$name was written"
done
printf 'table to "sub/../x.csv" { n = 1 }\n' > out.mbs
expect 0 '' '' "$mbs" out.mbs --out results
[ -e results/x.csv ] || fail 'a name that stays inside'

# A picture has the size it is asked for, stands instead of a drawing, and is not written over.
cat > picture.mbs << 'E'
body b { mass = 1 kg, inertia = 1 g*m^2, velocity = (1, 0) m/s }
simulate 1 s
plot b.x vs t to "way.svg" { size = (84, 60) mm, title = "the <way>" }
plot b.x vs t to "way.svg"
E
expect 4 '' 'E0703.*way.svg' "$mbs" picture.mbs
[ -s out ] && fail 'a picture that was drawn as text, too'
grep -q 'width="84mm" height="60mm"' way.svg || fail 'the size of the picture'
grep -q 'the &lt;way&gt;' way.svg || fail 'the title of the picture'
rm way.svg
expect 4 '"type":"plot".*"picture":"way.svg"' '' "$mbs" picture.mbs --json

# One picture of all passes, also when they are nested, by several threads or from a file of results.
cat > passes.mbs << 'E'
param v = 1 m/s
param m = 1 kg
body b { mass = m, inertia = 1 g*m^2, velocity = (v, 0 m/s) }
sweep v in [1, 2, 3] m/s {
  sweep m in [1, 2] kg {
    simulate 1 s
    plot b.x vs t to "passes.svg"
  }
}
E
expect 0 '' '' "$mbs" passes.mbs
[ "$(sed 's/<[^>]*>//g' passes.svg | grep -c 'b.x, m = . kg, v = . m/s')" -eq 6 ] || fail 'curves of all passes'
cp passes.svg before.svg
expect 0 '' '' "$mbs" passes.mbs --jobs 3
same passes.svg before.svg

# A folder of which nothing is recorded is no test that passes.
mkdir empty
printf 'print 1\n' > empty/x.mbs
expect 1 '0 passed' 'has a record' "$mbs" test empty

# Data from a place that is no file, of a script without a folder in its name.
printf 'data d from "."\nsimulate 1 s\n' > no_file.mbs
expect 2 '' 'E0312.*cannot use' "$mbs" run no_file.mbs
printf 'data d from ""\nsimulate 1 s\n' > no_name.mbs
expect 2 '' 'E0312.*cannot use' "$mbs" run no_name.mbs
exit $failures
