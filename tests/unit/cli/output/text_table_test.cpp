#include "cli/output/text_table.hpp"

#include <doctest/doctest.h>

#include "cli/output/csv.hpp"

using namespace mbs;

TEST_CASE("numbers stand right, words left") {
  TextTable table;
  table.columns.push_back({"ce", "", true, {"0.3", "0.6", "0.9"}});
  table.columns.push_back({"F_max", "kN", true, {"9.91313", "10", ""}});
  table.columns.push_back({"law", "", false, {"hertz", "flores"}});
  CHECK(render(table) ==
        "   ce  F_max [kN]  law\n"
        "  0.3     9.91313  hertz\n"
        "  0.6          10  flores\n"
        "  0.9\n");
}

TEST_CASE("tables without rows or columns") {
  CHECK(render(TextTable{}) == "");
  CHECK(render(TextTable{{{"t", "s", true, {}}}}) == "  t [s]\n");
}

TEST_CASE("widths count characters, not bytes") {
  TextTable table;
  table.columns.push_back({"δ", "µm", true, {"12345678"}});
  table.columns.push_back({"x", "", true, {"1"}});
  CHECK(render(table) ==
        "    δ [µm]  x\n"
        "  12345678  1\n");
}

TEST_CASE("records of comma-separated values") {
  const std::string plain[] = {"t [s]", "0.5", ""};
  CHECK(csv_row(plain) == "t [s],0.5,\r\n");
  const std::string special[] = {"a,b", "say \"so\"", "two\nlines"};
  CHECK(csv_row(special) == "\"a,b\",\"say \"\"so\"\"\",\"two\nlines\"\r\n");
  const std::string nothing[] = {""};
  CHECK(csv_row(nothing) == "\"\"\r\n");
  CHECK(csv_row({}) == "\r\n");
}
