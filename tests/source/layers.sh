#!/bin/bash
# The check of the layers fails when it should: an include that points up, a circle, a library in the open, a
# folder without a floor. Usage: layers.sh
set -euo pipefail
check=check_layers.sh
source "$(dirname "$0")/house.bash"

build() {
  rm -rf "${house:?}"/*
  mkdir -p "$house"/lang/{text,units} "$house"/runtime/{model,run} "$house"/service "$house"/cli
  echo '#include "lang/text/scan.hpp"' >"$house/lang/units/units.hpp"
  echo '#include <string>' >"$house/lang/text/scan.hpp"
  echo '#include "lang/units/units.hpp"' >"$house/runtime/model/model.hpp"
  echo '#include "runtime/model/model.hpp"' >"$house/runtime/run/run.cpp"
}

build
judge good "a house in order"
echo '#include "runtime/model/model.hpp"' >>"$house/lang/text/scan.hpp"
judge bad "lang sees runtime"
build
echo '#include "runtime/run/run.hpp"' >>"$house/runtime/model/model.hpp"
judge bad "a folder sees one above it"
build
echo '#include "runtime/model/layout.hpp"' >>"$house/runtime/model/model.hpp"
echo '#include "runtime/model/model.hpp"' >"$house/runtime/model/layout.cpp"
judge bad "two units in a circle"
build
echo '#include <ida/ida.h>' >>"$house/runtime/run/run.cpp"
judge bad "the solver's library in the open"
build
echo '#include <tao/pegtl.hpp>' >>"$house/lang/units/units.hpp"
judge bad "the parser's library in the open"
build
mkdir "$house/runtime/attic"
echo '#include "runtime/model/model.hpp"' >"$house/runtime/attic/box.hpp"
judge bad "a folder without a floor"
build
echo '#include "runtime/model/model.hpp"' >"$house/service/names.cpp"
judge bad "the service sees runtime"
exit $failures
