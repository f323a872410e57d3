#!/bin/bash
# Installs the packages mbs is built from: Debian 12 and later, Ubuntu 24.04 and later. Asks nothing
# and does nothing if all of them are there. With --tests also what only tests need: a converter of pictures, a browser, on Debian
# alone (that of Ubuntu does not come as a package), readers of HDF5, of PDF and of XML, a maker of films, an editor
# that speaks to language servers. Usage: scripts/setup.sh [--tests]
set -euo pipefail
packages=(g++ cmake ninja-build tao-pegtl-dev libeigen3-dev libfmt-dev libsundials-dev
  libsuitesparse-dev nlohmann-json3-dev doctest-dev libcli11-dev libedit-dev
  libboost-dev zlib1g-dev libcpp-httplib-dev pkg-config)
# Parts of the program and of its tests that are left out where the system has no such packages.
optional=(libhdf5-dev)
if [ "${1:-}" = --tests ]; then
  packages+=(python3 librsvg2-bin)
  optional+=(ffmpeg hdf5-tools python3-h5py python3-netcdf4 python3-xarray netcdf-bin poppler-utils libxml2-utils neovim)
  grep -q '^ID=debian' /etc/os-release 2>/dev/null && packages+=(chromium)
fi

lacks() {
  local state
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null || true)
  [ "$state" != installed ]
}
missing=()
for package in "${packages[@]}"; do
  if lacks "$package"; then missing+=("$package"); fi
done
for package in "${optional[@]}"; do
  if lacks "$package" && apt-cache show "$package" >/dev/null 2>&1; then missing+=("$package"); fi
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "setup: this system has no apt-get; install these yourself: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: run this as root, or install these packages: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 \
    -o DPkg::Lock::Timeout=300 "$@" >&2
}

echo "setup: installing ${missing[*]}" >&2
apt update
apt install --yes --no-install-recommends "${missing[@]}"

# SUNDIALS 6.4 came with Debian 12 and Ubuntu 24.04.
version=$(dpkg-query --show --showformat='${Version}' libsundials-dev)
if dpkg --compare-versions "$version" lt 6.4; then
  echo "setup: SUNDIALS here is $version, but mbs needs 6.4: use Debian 12 or Ubuntu 24.04" >&2
  exit 1
fi
