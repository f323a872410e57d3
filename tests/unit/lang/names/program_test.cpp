// The names of a program: its files, what each `use` brings in, and what every list defines.
#include "lang/names/program.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "lang/names/tables.hpp"
#include "lang/syntax/parse.hpp"

using namespace mbs;

namespace {

using Texts = std::map<std::string, std::string>;  // by path

// The program of "main.mbs" among these files.
struct Read {
  SourceMap sources;
  Diagnostics diagnostics;
  std::vector<std::string> read;  // paths, in order
  ast::File root;
  names::Program program;

  Read(const Read&) = delete;
  explicit Read(const Texts& texts, const std::string& links_to = "") {
    root = parse(sources, sources.add("main.mbs", texts.at("main.mbs")), diagnostics);
    CHECK_FALSE(diagnostics.has_errors());
    CompileOptions options;
    options.read_file = [&](const std::string& path) -> std::optional<std::string> {
      read.push_back(path);
      const auto found = texts.find(path);
      return found == texts.end() ? std::nullopt : std::optional(found->second);
    };
    options.canonical_path = [&](const std::string& path) {
      return path == "link.mbs" ? links_to : path;
    };
    program = names::program_of(root, sources, options);
  }
  // Identities of all files, in order.
  std::string files() const {
    std::string list;
    for (const names::SourceFile& file : program.files())
      list += (list.empty() ? "" : " ") + (file.identity.empty() ? "(root)" : file.identity);
    return list;
  }
  int used(std::size_t statement) const {
    return program.file_of(std::get<ast::Use>(root.statements[statement]->node));
  }
};

std::string names_in(const names::Program& program, const names::Statements& statements) {
  std::string list;
  for (const names::Definition& one : program.defined_by(statements))
    if (one.name) list += (list.empty() ? "" : " ") + one.name->name;
  return list;
}

}  // namespace

TEST_CASE("a program has each of its files once, however many ways lead to it") {
  const Read all(Texts{{"main.mbs", "use \"a/x.mbs\"\nuse \"y.mbs\" as y\nuse \"link.mbs\""},
                       {"a/x.mbs", "use \"../y.mbs\"\nuse \"deep.mbs\""},
                       {"a/deep.mbs", "param d = 1"},
                       {"y.mbs", "param c = 1"}},
                 "y.mbs");
  CHECK(all.files() == "(root) a/x.mbs y.mbs a/deep.mbs");
  CHECK(all.read == std::vector<std::string>{"a/x.mbs", "y.mbs", "a/deep.mbs"});
  CHECK(all.used(0) == 1);
  CHECK(all.used(1) == 2);
  CHECK(all.used(2) == 2);
  CHECK(all.program.file(1).directory == "a");
}

TEST_CASE("files that use each other are read once, and one that is not there has no number") {
  const Read all(Texts{{"main.mbs", "use \"a.mbs\"\nuse \"gone.mbs\""},
                       {"a.mbs", "use \"b.mbs\""},
                       {"b.mbs", "use \"a.mbs\""}});
  CHECK(all.files() == "(root) a.mbs b.mbs");
  CHECK(all.used(1) == -1);
  const auto& back = *all.program.file(2).tree;
  CHECK(all.program.file_of(std::get<ast::Use>(back.statements[0]->node)) == 1);
}

TEST_CASE("what is wrong with a file stays with it") {
  const Read all(
      Texts{{"main.mbs", "use \"a.mbs\"\nuse \"b.mbs\""}, {"a.mbs", "param ="}, {"b.mbs", ""}});
  CHECK(all.program.file(1).complaints.has_errors());
  CHECK_FALSE(all.program.file(2).complaints.has_errors());
  CHECK_FALSE(all.program.file(0).complaints.has_errors());
}

TEST_CASE("what lists within others define is known, and which files they use") {
  const Read all(
      Texts{{"main.mbs",
             R"(template pair(r: m) { use "a.mbs"; let inner = r; for k in 1..2 { let deep = k } }
sweep c in [1] { let swept = c; for i in 1..2 { let round = i; print i } }
body b { at = (0, 0) m; for k in 1..2 { let part = k; point p[k] = (k, 0) m } }
when t > 1 s { stop })"},
            {"a.mbs", "param a = 1"}});
  const auto& statements = all.root.statements;
  const auto& body = std::get<ast::Template>(statements[0]->node).body;
  CHECK(names_in(all.program, body) == "inner");
  CHECK(names_in(all.program, std::get<ast::For>(body[2]->node).body) == "deep");
  const auto& swept = std::get<ast::Sweep>(statements[1]->node).body;
  CHECK(names_in(all.program, swept) == "swept");
  CHECK(names_in(all.program, std::get<ast::For>(swept[1]->node).body) == "round");
  const auto& block = *std::get<ast::Declaration>(statements[2]->node).block;
  const auto& points = std::get<ast::StatementPtr>(block.items[1]);
  CHECK(names_in(all.program, std::get<ast::For>(points->node).body) == "part p");
  CHECK(all.program.file_of(std::get<ast::Use>(body[0]->node)) == 1);
}

TEST_CASE("a world is spatial by its own word, or by that of the first file that has one") {
  const std::string spatial = "world spatial {}", planar = "world planar {}";
  const auto is = [](const Texts& texts) { return names::is_spatial(Read(texts).program); };
  CHECK(is({{"main.mbs", spatial}}));
  CHECK_FALSE(is({{"main.mbs", planar + "\nuse \"a.mbs\""}, {"a.mbs", spatial}}));
  CHECK(is({{"main.mbs", "use \"a.mbs\""}, {"a.mbs", "use \"b.mbs\""}, {"b.mbs", spatial}}));
  CHECK_FALSE(
      is({{"main.mbs", "use \"a.mbs\"\nuse \"b.mbs\""}, {"a.mbs", planar}, {"b.mbs", spatial}}));
  CHECK_FALSE(is({{"main.mbs", "use \"a.mbs\""}, {"a.mbs", "use \"a.mbs\""}}));
}

TEST_CASE("names of used files mean the same in the tables of all files, also in a circle") {
  const Texts texts{{"main.mbs", "use \"a.mbs\"\nuse \"a.mbs\" as o\nprint c, o.c, d"},
                    {"a.mbs", "use \"b.mbs\"\nparam c = d"},
                    {"b.mbs", "use \"a.mbs\"\nparam d = 1"}};
  const Read all(texts);
  const std::string paths[] = {"main.mbs", "a.mbs", "b.mbs"};
  const auto tables =
      name_tables(all.program, [&](int file) -> std::string_view { return texts.at(paths[file]); });
  const std::string& main = texts.at("main.mbs");
  const auto* plain = tables[0].at(main.find("print c") + 6);
  const auto* behind_dot = tables[0].at(main.find("o.c") + 2);
  const auto* deeper = tables[0].at(main.find(", d") + 2);
  REQUIRE(plain);
  REQUIRE(behind_dot);
  REQUIRE(deeper);
  CHECK(plain->file == 1);
  CHECK(behind_dot->span == plain->span);
  CHECK(deeper->file == 2);
}
