#!/bin/bash
# Completion of bash, and of zsh and fish where they are installed. Usage: completion.sh PROGRAM
share=$(realpath "$(dirname "$0")/../../share")
source "$(dirname "$0")/expect.bash"

mkdir bin plays
ln -s "$mbs" bin/mbs
export PATH=$PWD/bin:$PATH
printf 'param gap = 1 mm\nparam n = 2\nprint gap, n\n' > joint.mbs
touch notes.txt

# What a shell offers for a command line, one word a line.
in_bash() {
  bash --norc -c 'source "$1"; read -ra COMP_WORDS <<< "$2"; [[ $2 == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _mbs 2> errors; printf "%s\n" "${COMPREPLY[@]}"
    grep -v compopt errors' bash "$share/bash-completion/completions/mbs" "$1"
}
in_fish() {
  HOME=$PWD fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
    "$share/fish/vendor_completions.d/mbs.fish" "$1" | cut -f1
}
# zsh completes only at a terminal, so it is given one; what it would offer is noted on the way.
in_zsh() {
  cat > inner.zsh <<'EOF'
fpath=($SHARE/zsh/site-functions $fpath)
autoload -Uz compinit
compinit -D -u
compadd() {
  if (( ! ${@[(I)-[OAD]*]} )); then
    local -a hits
    builtin compadd -O hits "$@"
    print -rl -- $hits >> offered
  fi
  builtin compadd "$@"
}
tell() { zle complete-word; BUFFER=; print DO\NE }
zle -N tell
bindkey '^I' tell
EOF
  : > offered
  SHARE=$share timeout 60 zsh -f -c '
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1= PS2= LISTMAX=1000; source ./inner.zsh; print REA\DY"
    zpty -r shell line "*READY*"
    zpty -w -n shell "$1"$'"'\t'"'
    zpty -r shell line "*DONE*"
    zpty -d shell' zsh "$1" > /dev/null
  cat offered
}

# offers SHELL LINE WORD...: all words are offered; -WORD: it is not.
offers() {
  local shell=$1 line=$2 word found
  shift 2
  "in_$shell" "$line" > found.txt
  for word in "$@"; do
    grep -qxE -- "${word#!}" found.txt && found=1 || found=0
    [[ $found == 1 && $word != !* || $found == 0 && $word == !* ]] && continue
    echo "FAILED: $shell, \`$line\`: $word"
    sort -u found.txt
    failures=1
  done
}

for shell in bash zsh fish; do
  command -v $shell > /dev/null || { echo "skipped: $shell is not installed"; continue; }
  offers $shell 'mbs ru' 'run' '!check' '!usage:'
  offers $shell 'mbs ' 'check' 'explain' 'joint.mbs' 'plays/?' '!notes.txt'
  offers $shell 'mbs jo' 'joint.mbs' '!notes.txt'
  offers $shell 'mbs run ' 'joint.mbs' '!notes.txt' '!check'
  offers $shell 'mbs run --col' '--color' '!--jobs'
  offers $shell 'mbs fmt --' '--check' '!--jobs'
  offers $shell 'mbs run --color ' 'auto' 'never' '!joint.mbs'
  offers $shell 'mbs joint.mbs --set ' 'gap=?' 'n=?' '!joint.mbs'
  offers $shell 'mbs sweep joint.mbs ' 'gap=?'
  offers $shell 'mbs sweep --run ' '!check'
  offers $shell 'mbs law flo' 'flores' '!joint.mbs'
  offers $shell 'mbs explain E010' 'E0101' '!joint.mbs'
  offers $shell 'mbs jupyter ' 'install' '!joint.mbs'
  offers $shell 'mbs -v fmt ' 'joint.mbs' '!install'
done

exit "${failures:-0}"
