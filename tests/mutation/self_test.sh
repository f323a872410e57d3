#!/bin/bash
# Whether the mutation run finds faults that are planted: programs that pretend to be mbs and break one
# promise each. Usage: self_test.sh MUTATION SOURCE_ROOT
mutation=$1 root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# fake NAME: a program of standard input; what is left open does as a program that has nothing to say.
fake() {
  { cat <<'F'
#!/bin/bash
script=${!#}
# end CODE [OBJECT]: what `run --json` writes.
end() { [ $# -lt 2 ] || echo "$2"; echo "{\"type\":\"end\",\"exit\":$1}"; exit "$1"; }
F
    cat; echo '[ "$1" = fmt ] && { cat; exit 0; }; [ "$1" = ir ] && { cat "$script"; exit 0; }'; echo 'end 0'; } > "$work/$1"
  chmod +x "$work/$1"
}

# finds NAME WHAT [COUNT [OPTION...]]: the run ends with 1 and says so; WHAT empty: nothing is found.
finds() {
  local name=$1 what=$2 count=${3:-4} code
  shift $(($# < 3 ? 2 : 3))
  "$mutation" "$work/$name" --root "$root" --count "$count" --keep "$work/$name.found" "$@" > "$work/log" 2>&1
  code=$?
  if [ -z "$what" ]; then [ $code -eq 0 ] && return; else [ $code -eq 1 ] && grep -q "$what" "$work/log" && return; fi
  echo "FAILED: $name: exit $code, expected: ${what:-nothing}"
  cat "$work/log"
  failures=1
}

fake flawless <<< ''
finds flawless ''
fake dies <<< 'kill -SEGV $$'
finds dies 'signal: signal 11'
fake aborts <<< '[ "$1" = check ] && kill -ABRT $$'
finds aborts 'signal: signal 6'
fake silent <<< '[ "$1" = run ] && exit 3'
finds silent 'exit 3 without a word'
fake expects <<< '[ "$1" = run ] && end 1'
finds expects 'exit 1 without a failed expectation'
fake strange <<< 'exit 77'
finds strange 'exit code: exit 77'
fake garbles <<< '[ "$1" = run ] && { echo "{"; exit 0; }'
finds garbles 'not an object'
fake sanitized <<< 'echo "x.cpp:1: runtime error: shift" >&2; exit 0'
finds sanitized 'sanitizer'
fake refuses <<< '[ "$1" = check ] && end 2 "{\"type\":\"diagnostic\",\"code\":\"E0201\",\"severity\":\"error\"}"'
finds refuses 'check refuses what run takes'
fake grows <<< '[ "$1" = fmt ] && { cat; echo "# more"; exit 0; }'
finds grows 'formatting twice'
fake changes <<< '[ "$1" = fmt ] && { echo "a = 1"; exit 0; }'
finds changes 'formatting changes the meaning'
fake drifts <<< 'end 0 "{\"type\":\"run\",\"termination\":\"finished\",\"largest_drift\":0.1}"'
finds drifts 'constraint error'
fake wavers <<'F'
value=1; [[ "$*" == *e-8* ]] && value=2
[ "$1" = run ] && end 0 "{\"type\":\"print\",\"values\":[{\"value\":$value}]}"
F
finds wavers 'another result at a tighter tolerance'
# What is chaotic differs at any change of the tolerance, after many impacts.
fake chaotic <<'F'
[[ "$*" =~ --tol\ ([^ ]+) ]]
value=$(cksum <<< "${BASH_REMATCH[1]}" | cut -c1-4)
[ "$1" = run ] && { echo '{"type":"run","termination":"finished","contacts":[{"impacts":99}]}'
  end 0 "{\"type\":\"print\",\"values\":[{\"value\":$value}]}"; }
F
finds chaotic ''
fake forgets <<'F'
value=1; [[ "$*" == *1kB* ]] && value=2
[ "$1" = run ] && end 0 "{\"type\":\"print\",\"values\":[{\"value\":$value}]}"
F
finds forgets 'other results with'

# A finding is cut down to the line that matters, and is the same each time.
fake picky <<< 'grep -q "^ *simulate" "$script" && kill -SEGV $$'
finds picky 'signal: signal 11' 16
for found in "$work"/picky.found/*.mbs; do
  [ "$(wc -l < "$found")" -eq 1 ] || { echo "FAILED: not cut down: $(cat "$found")"; failures=1; }
done
cp -r "$work/picky.found" "$work/before"
finds picky 'signal: signal 11' 16 --jobs 2
diff -r "$work/before" "$work/picky.found" || failures=1

# Faults: a formatter that cuts files off, output that is lost without a word.
fake cuts <<< '[ "$1" = fmt ] && { text=$(cat "$script"); echo "$text # more" > "$script"; exit 0; }'
finds cuts 'a part of the file' 30 --faults
fake loses <<< 'trap "" XFSZ; [ "$1" = run ] && { for i in {1..2000}; do echo "line $i" 2>&-; done; exit 0; }'
finds loses 'other output, the same exit code' 30 --faults

exit $failures
