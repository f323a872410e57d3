#!/bin/bash
# Fails if a C++ file of the program has more than 500 lines. Usage: scripts/check_sizes.sh [ROOT]
cd "${1:-$(dirname "$0")/..}" || exit 2
limit=500
failures=0
while IFS= read -r file; do
  lines=$(wc -l < "$file")
  if [ "$lines" -gt $limit ]; then
    echo "$file has $lines lines; split it by concept (limit $limit)"
    failures=1
  fi
done < <(find lang runtime service cli -name '*.[ch]pp' 2>/dev/null | sort)
exit $failures
