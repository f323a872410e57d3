#!/bin/bash
# The language server with Emacs and eglot. Exit code 77: they are not here. Usage: emacs_test.sh PROGRAM
program=$(realpath "$1") || exit 2
script=$(dirname "$(realpath "$0")")/emacs_test.el
command -v emacs > /dev/null || { echo 'skipped: emacs is not installed'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/mbs"
printf 'param   c = 0.5 mmm\nprint c\n' > "$work/a.mbs"
printf 'param c = 0.5 mm\n' > "$work/joint.mbs"
printf 'use "joint.mbs" as j\nprint j.c\n' > "$work/study.mbs"
cd "$work" || exit 2
HOME=$work PATH=$work/bin:$PATH timeout 60 emacs -Q --batch -l "$script" > "$work/log" 2>&1 < /dev/null
code=$?
[ $code -eq 0 ] || { echo "exit $code"; cat "$work/log"; }
exit $code
