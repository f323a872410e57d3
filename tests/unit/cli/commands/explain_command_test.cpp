#include <doctest/doctest.h>

#include <sstream>

#include "cli/commands/commands.hpp"
#include "lang/diagnostics/diagnostics.hpp"

using namespace mbs;

namespace {

struct Outcome {
  int code;
  std::string out, err;
};

Outcome explain(const Arguments& arguments) {
  std::istringstream in;
  std::ostringstream out, err;
  Environment environment{in, out, err};
  const int code = explain_command(arguments, environment);
  return {code, out.str(), err.str()};
}

}  // namespace

TEST_CASE("a code may lack its zeros or its letter") {
  for (const char* name : {"E202", "202", "e0202"})
    CHECK(explain({name}).out.starts_with("error[E0202]"));
  CHECK(explain({"w203"}).out.starts_with("warning[W0203]"));
  CHECK(explain({"E20200"}).code == 2);
}

TEST_CASE("explain shows title, text and examples without Markdown's marks") {
  const Outcome outcome = explain({"e0201"});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.starts_with("error[E0201]: no such unit\n\n"));
  CHECK(outcome.out.find("    let c = 0.5 mmm\n") != std::string::npos);
  CHECK(outcome.out.find("```") == std::string::npos);
  CHECK(outcome.out.find("# E0201") == std::string::npos);
}

TEST_CASE("an example that needs options says so") {
  CHECK(explain({"E0208"}).out.find("    # with --set c=3N\n    param c") != std::string::npos);
}

TEST_CASE("explain without a code lists every code") {
  const Outcome outcome = explain({});
  for (const CodeInfo& entry : all_codes()) {
    CHECK(outcome.out.find(std::string(entry.name)) != std::string::npos);
  }
}

TEST_CASE("an unknown code is an error of the command line") {
  const Outcome outcome = explain({"E9999"});
  CHECK(outcome.code == 2);
  CHECK(outcome.err.find("`E9999`") != std::string::npos);
}
