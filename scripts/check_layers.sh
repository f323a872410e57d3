#!/bin/bash
# Fails if an include points against the layers (lang <- runtime <- cli), or if a library is seen
# outside the part that hides it. Usage: scripts/check_layers.sh [ROOT]
cd "${1:-$(dirname "$0")/..}" || exit 2
failures=0

# forbid WHAT PATTERN FILE...: no #include in the files may match PATTERN.
forbid() {
  local what=$1 pattern=$2 hits
  shift 2
  [ $# -eq 0 ] && return
  hits=$(grep -nE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($pattern)" "$@" /dev/null)
  [ -z "$hits" ] && return
  printf '%s\n%s\n' "$what" "$hits"
  failures=1
}

# sources DIR [EXCLUDED_NAME_PATTERN]: the C++ files below DIR.
sources() {
  [ -d "$1" ] && find "$1" -name '*.[ch]pp' | grep -vE "/(${2:-$^})" | sort
}

mapfile -t lang < <(sources lang)
mapfile -t runtime < <(sources runtime)
mapfile -t outside_parser < <(sources lang 'grammar[^/]*$|parse[^/]*$'; sources runtime; sources cli)
mapfile -t outside_solver < <(sources lang; sources runtime 'solver[^/]*$'; sources cli)
mapfile -t outside_runtime < <(sources lang; sources cli)

forbid "lang must not see runtime or cli:" '(runtime|cli)/' "${lang[@]}"
forbid "runtime must not see cli:" 'cli/' "${runtime[@]}"
forbid "PEGTL belongs to lang/grammar* and lang/parse*:" 'tao/' "${outside_parser[@]}"
forbid "the grammar belongs to lang/grammar* and lang/parse*:" 'lang/grammar' "${outside_parser[@]}"
forbid "SUNDIALS belongs to runtime/solver*:" '(sundials|ida|nvector|sunlinsol|sunmatrix|sunnonlinsol)/' "${outside_solver[@]}"
forbid "Eigen belongs to runtime:" '(Eigen|unsupported/Eigen)/' "${outside_runtime[@]}"
exit $failures
