#!/bin/bash
# The language server with a real client, Neovim's. Exit code 77: there is no nvim here.
# Usage: nvim_test.sh PROGRAM
program=$(realpath "$1") || exit 2
command -v nvim > /dev/null || { echo 'skipped: nvim is not installed'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work XDG_STATE_HOME=$work MBS_PROGRAM=$program
printf 'param   c = 0.5 mmm\nprint c\n' > "$work/a.mbs"
printf 'param c = 0.5 mm\n' > "$work/joint.mbs"
printf 'use "joint.mbs" as j\nprint j.c\n' > "$work/study.mbs"
timeout 60 nvim --headless -u NONE -i NONE -n "$work/a.mbs" \
  -c "luafile $(dirname "$(realpath "$0")")/nvim_test.lua" > "$work/log" 2>&1
code=$?
[ $code -eq 0 ] || { echo "exit $code"; cat "$work/log"; exit 1; }
