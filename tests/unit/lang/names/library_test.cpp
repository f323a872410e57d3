// Definitions of the library that are read one by one are those of its files.
#include "lang/names/library.hpp"

#include <doctest/doctest.h>

#include "lang/compile.hpp"
#include "lang/names/definitions.hpp"
#include "lang/syntax/ast_equal.hpp"

using namespace mbs;
using names::Library;

TEST_CASE("each definition of the library can be read by itself, and there are no others") {
  SourceMap sources;
  const Library library(sources);
  const std::vector<std::string> defined = library.names();
  std::size_t next = 0;
  for (const auto& file : names::library_files(sources))
    for (const auto& statement : file->statements) {
      if (std::holds_alternative<ast::Version>(statement->node)) continue;
      REQUIRE(next < defined.size());
      const std::string name = defined[next++];
      CAPTURE(name);
      const auto alone = library.definition(name);
      REQUIRE(alone);
      REQUIRE(alone->statements.size() == 1);
      CHECK(ast::equal(*alone->statements.front(), *statement));
      CHECK(alone->statements.front()->span == statement->span);
      CHECK(alone->source == file->source);
    }
  CHECK(next == defined.size());
  CHECK(library.definition("no_such_law") == nullptr);
}

TEST_CASE("a definition is parsed once") {
  SourceMap sources;
  const Library library(sources), again(sources);
  CHECK(library.definition("flores") == again.definition("flores"));
}

TEST_CASE("a law finds those that it is made of, and suggestions know all") {
  SourceMap sources;
  const int script = sources.add("a.mbs", R"(
body left  { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm }
body right { shape = sphere(50 mm), material = brass, at = (50, 0) mm }
contact hit: left to right { law = flores(0.8), friction = coulomb(0.1) }
)");
  CHECK(compile(sources, script, {}).scenario);
  const int wrong = sources.add("b.mbs", R"(
body left  { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm }
body right { shape = sphere(50 mm), material = steel, at = (50, 0) mm }
contact hit: left to right { law = lankarani_nikravech(0.8) }
)");
  const Compilation compiled = compile(sources, wrong, {});
  CHECK_FALSE(compiled.scenario);
  bool suggested = false;
  for (const Diagnostic& d : compiled.diagnostics.list())
    for (const Label& label : d.labels)
      suggested |= label.text.find("lankarani_nikravesh") != std::string::npos;
  CHECK(suggested);
}
