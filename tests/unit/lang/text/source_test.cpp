#include "lang/text/source.hpp"

#include <doctest/doctest.h>

#include "lang/text/utf8.hpp"

using namespace mbs;

TEST_CASE("places count lines and characters, not bytes") {
  SourceMap sources;
  const int id = sources.add("a.mbs", "let δ = 1\nlet b = 2");
  CHECK(sources.place(id, 0).column == 1);
  CHECK(sources.place(id, 6).column == 6);  // δ takes two bytes
  CHECK(sources.place(id, 11).line == 2);
  CHECK(sources.place(id, 11).column == 1);
  CHECK(sources.place(id, 1000).line == 2);  // past the end: the end
  CHECK(sources.place(id, 1000).column == 10);
}

TEST_CASE("lines come without their newline, whichever kind it is") {
  SourceMap sources;
  const int id = sources.add("a.mbs", "one\r\ntwo\n");
  CHECK(sources.line_count(id) == 3);
  CHECK(sources.line(id, 1) == "one");
  CHECK(sources.line(id, 2) == "two");
  CHECK(sources.line(id, 3) == "");
  CHECK(sources.line(id, 4) == "");
}

TEST_CASE("a byte order mark is not part of the text") {
  SourceMap sources;
  const int id = sources.add("a.mbs", "\xEF\xBB\xBFmbs 1");
  CHECK(sources.text(id) == "mbs 1");
}

TEST_CASE("spans cut texts and can be joined") {
  SourceMap sources;
  const int id = sources.add("a.mbs", "let a = b");
  const Span name{id, 4, 5}, value{id, 8, 9};
  CHECK(sources.text(name) == "a");
  CHECK(sources.text(cover(value, name)) == "a = b");
  CHECK(sources.text(Span{}) == "");
  CHECK(sources.text(Span{id, 8, 100}) == "b");
}

TEST_CASE("UTF-8 is decoded strictly") {
  CHECK(utf8::decode("µ", 0).code == 0xB5);
  CHECK(utf8::encode(0x3B4) == "δ");
  CHECK(utf8::encode(0x1F600) == "\xF0\x9F\x98\x80");
  CHECK(utf8::count("aδ×") == 3);
  CHECK(utf8::find_invalid("aδ") == std::string_view::npos);
  CHECK(utf8::find_invalid("a\xFFz") == 1);
  CHECK(utf8::find_invalid("\xC0\x80") == 0);      // overlong
  CHECK(utf8::find_invalid("\xED\xA0\x80") == 0);  // surrogate
  CHECK(utf8::find_invalid("\xE2\x82") == 0);      // cut off
}
