#!/bin/bash
# Films of runs, by programs that may be missing, fail or be interrupted. Usage: films.sh PROGRAM
source "$(dirname "$0")/expect.bash"

cat > disc.mbs << S
body wheel { shape = disc(50 mm, 10 mm), mass = 1 kg, inertia = 1 g*m^2, velocity = (1, 0) m/s, spin = 2 rad/s }
point mark = (-0.2, 0) m { shape = disc(20 mm, 10 mm) }
simulate 1 s
animate to "film.mp4" { slow = 1, fps = 4, size = (320, 180), trail = wheel }
print "on"
S

# Without any other program: one SVG for each frame, and a note.
mkdir none onlyffmpeg
expect 0 on '5 frames of `film.mp4` are SVG files in `film_frames`.*librsvg2-bin' env PATH="$PWD/none" "$mbs" disc.mbs
[ "$(ls film_frames | tr '\n' ' ')" = "00001.svg 00002.svg 00003.svg 00004.svg 00005.svg " ] || fail "$(ls film_frames)"
[ -e film.mp4 ] && fail "a film without a program that makes it"
if command -v python3 > /dev/null; then
  for frame in film_frames/*; do
    python3 -c 'import sys, xml.etree.ElementTree as t; t.parse(sys.argv[1])' "$frame" || fail "$frame is no XML"
  done
fi
cmp -s film_frames/00001.svg film_frames/00005.svg && fail "nothing moves"
cp -r film_frames first
expect 0 '' '' env PATH="$PWD/none" "$mbs" disc.mbs --quiet
diff -r first film_frames > diff || fail "another run, another film: $(head diff)"

# In space, too.
cat > space.mbs << S
world spatial
body die { shape = box(40 mm, 40 mm, 40 mm), mass = 1 kg, inertia = 1 g*m^2, velocity = (1, 0, 0) m/s, spin = (0, 0, 2) rad/s }
simulate 1 s
animate to "space.mp4" { slow = 1, fps = 2, size = (320, 180), trail = die }
S
expect 0 '' '3 frames of `space.mp4`' env PATH="$PWD/none" "$mbs" space.mbs
cmp -s space_frames/00001.svg space_frames/00003.svg && fail "nothing moves in space"
rm -rf space_frames

# A folder that holds anything else is nobody's to replace.
touch film_frames/notes.txt
expect 4 on 'E0703.*`film_frames`, which holds something else' env PATH="$PWD/none" "$mbs" disc.mbs
[ -e film_frames/notes.txt ] || fail "a file of somebody else is gone"
rm -r film_frames
touch film_frames
expect 4 on 'E0703.*which is no folder' env PATH="$PWD/none" "$mbs" disc.mbs
rm film_frames

expect 0 '"type":"film","name":"film.mp4","written":"film_frames","frames":5,"fps":4.*,"slow":1.*"size":\[320,180\],"line":4' '' env PATH="$PWD/none" "$mbs" run disc.mbs --json
sed 's/"film.mp4"/"..\/film.mp4"/' disc.mbs > up.mbs
expect 4 on 'E0703.*not inside' env PATH="$PWD/none" "$mbs" run up.mbs --out other
sed 'p' disc.mbs | grep animate > twice && cat disc.mbs twice > again.mbs
expect 4 on 'E0703.*has read or written it before' env PATH="$PWD/none" "$mbs" again.mbs
rm -rf film_frames

# Passes have films of their own.
printf 'param v = 1 m/s\nbody b { mass = 1 kg, inertia = 1 g*m^2, velocity = (v, 0 m/s) }\nsweep v in [1, 2] m/s {\n simulate 1 s\n animate to "p.gif" { slow = 1, fps = 1, size = (120, 120) }\n}\n' > passes.mbs
expect 0 '' '' env PATH="$PWD/none" "$mbs" passes.mbs
[ -d p_1_frames ] && [ -d p_2_frames ] || fail "not a film for each pass"
rm -rf p_*_frames
grep -v 'sweep\|^}' passes.mbs > swept.mbs
expect 0 '' '' env PATH="$PWD/none" "$mbs" sweep swept.mbs v=1m/s,2m/s
[ -d p_1_frames ] && [ -d p_2_frames ] || fail "not a film for each pass of the command"
expect 0 '' '' env PATH="$PWD/none" "$mbs" run passes.mbs --resume done.jsonl
expect 0 '' 'W0211.*no film `p_1.gif`' env PATH="$PWD/none" "$mbs" run passes.mbs --resume done.jsonl

command -v rsvg-convert > /dev/null || exit $failures
converter=$(dirname "$(command -v rsvg-convert)")
mkdir pixels && ln -s "$converter/rsvg-convert" pixels/
expect 0 on '5 frames.*PNG files in `film_frames`.*ffmpeg -framerate 4 -i film_frames/%05d.png film.mp4' env PATH="$PWD/pixels" "$mbs" disc.mbs
[ "$(head -c 4 film_frames/00005.png | tail -c 3)" = PNG ] || fail "that is no PNG"
rm -r film_frames

# A program that fails leaves what was there before, and nothing beside it.
mkdir broken && ln -s "$converter/rsvg-convert" broken/
printf '#!/bin/sh\necho no such codec >&2\nexit 3\n' > broken/ffmpeg && chmod +x broken/ffmpeg
echo before > film.mp4
expect 4 on 'E0703.*no such codec' env PATH="$PWD/broken:/usr/bin:/bin" "$mbs" disc.mbs
[ "$(cat film.mp4)" = before ] || fail "a film that failed took the place of another file"
[ -z "$(ls -d .mbs-film* 2> /dev/null)" ] || fail "something was left: $(ls -A)"

command -v ffmpeg > /dev/null && command -v ffprobe > /dev/null || exit $failures
frames() {
  ffprobe -v error -count_frames -select_streams v:0 -show_entries stream=nb_read_frames,width,height,r_frame_rate -of csv=p=0 "$1"
}
expect 0 on '' "$mbs" disc.mbs
[ "$(frames film.mp4)" = 320,180,4/1,5 ] || fail "mp4: $(frames film.mp4)"
for format in gif webm; do
  sed "s/mp4/$format/; s/(320, 180)/(321, 181)/" disc.mbs > other.mbs
  expect 0 on '' "$mbs" other.mbs
done
[ "$(frames film.gif)" = 321,181,4/1,5 ] || fail "gif: $(frames film.gif)"
[ "$(frames film.webm)" = 322,182,4/1,5 ] || fail "webm: $(frames film.webm)"

# A disk that fills up: the program complains, and may end as if all were well.
mkdir full && ln -s "$converter/rsvg-convert" full/
printf '#!/bin/sh\ncat > /dev/null\necho No space left on device >&2\n' > full/ffmpeg && chmod +x full/ffmpeg
cp film.mp4 whole.mp4
expect 4 on 'E0703.*No space left' env PATH="$PWD/full:/usr/bin:/bin" "$mbs" disc.mbs
same film.mp4 whole.mp4

# Ctrl-C while frames are drawn: no film, nothing beside it, and exit 130.
rm film.mp4
sed 's/fps = 4/fps = 240/; s/slow = 1,/slow = 80,/' disc.mbs > long.mbs
"$mbs" long.mbs > out 2> err &
for ((i = 0; i < 600; i++)); do
  [ -n "$(ls -d .mbs-film* 2> /dev/null)" ] && break
  sleep 0.05
done
kill -INT $!
wait $!
code=$?
[ $code -eq 130 ] && grep -q 'interrupted: the film' err || fail "exit $code: $(cat err)"
[ -e film.mp4 ] && fail "half a film"
[ -z "$(ls -d .mbs-film* 2> /dev/null)" ] || fail "something was left: $(ls -A)"
exit $failures
