#!/bin/bash
# Runs a test with the first Python here that has h5py. Usage: python.sh TEST ARGUMENTS...
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import h5py' 2> /dev/null; then exec "$python" "$@"; fi
done
echo 'skipped: no Python here has h5py (Debian: python3-h5py)'
exit 77
