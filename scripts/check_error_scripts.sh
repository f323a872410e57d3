#!/bin/bash
# Fails if a diagnostic has no script that raises it: each code of lang/diagnostics/diagnostics.def must stand in
# the recorded report of a script in tests/errors. Usage: scripts/check_error_scripts.sh [ROOT]
cd "${1:-$(dirname "$0")/..}" || exit 2
# Codes that no script alone can raise, and the folder whose tests do.
declare -A elsewhere=([W0302]=tests/repl [E0901]=tests/unit [W0706]=tests/unit)
failures=0
for code in $(sed -nE 's/^MBS_DIAGNOSTIC\(([EW][0-9]{4}),.*/\1/p' lang/diagnostics/diagnostics.def); do
  folder=${elsewhere[$code]:-tests/errors}
  if ! grep -rqF --include='*.out' --include='*.repl' --include='*.cpp' "[$code]" "$folder" 2>/dev/null; then
    echo "$code: no recorded report in $folder shows it"
    failures=1
  fi
done
exit $failures
