#include "lang/syntax/format.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "lang/diagnostics/render.hpp"
#include "lang/syntax/ast_equal.hpp"
#include "lang/syntax/parse.hpp"

using namespace mbs;

namespace {

struct Formatted {
  std::string text;
  std::string complaints;  // of parsing the source
  bool same_tree = false;
  bool same_comments = false;
  bool stable = false;  // formatting again changes nothing
};

std::string complaints_of(const Diagnostics& diagnostics, const SourceMap& sources) {
  std::string result;
  for (const Diagnostic& d : diagnostics.sorted()) {
    if (info(d.code).severity == Severity::error) result += render(d, sources);
  }
  return result;
}

// All comments in order. Several on one logical line may end up as one, behind it.
std::string comments_of(const ast::File& file) {
  std::string words, text;
  for (const ast::Comment& comment : file.comments) words += comment.text + " ";
  std::istringstream in(words);
  for (std::string word; in >> word;) text += word + " ";
  return text;
}

Formatted formatted(std::string text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const int first = sources.add("first", std::move(text));
  const ast::File before = parse(sources, first, diagnostics);
  Formatted result;
  result.complaints = complaints_of(diagnostics, sources);
  result.text = format(sources, before);
  const int second = sources.add("second", result.text);
  const ast::File after = parse(sources, second, diagnostics);
  result.complaints = complaints_of(diagnostics, sources);
  result.same_tree = ast::equal(before, after);
  result.same_comments = comments_of(before) == comments_of(after);
  result.stable = format(sources, after) == result.text;
  return result;
}

std::string one_expression(const std::string& text) {
  const std::string line = formatted("print " + text).text;
  return line.substr(6, line.size() - 7);
}

// Writes random scripts: every construct of the language, with blanks, newlines and comments
// wherever they may stand.
class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {}

  std::string file() {
    std::string text;
    if (chance(2)) text += "mbs 1" + line_end();
    for (int i = pick(6); i >= 0; --i) text += comments() + statement(3) + line_end();
    return text;
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int n) { return pick(n) == 0; }
  std::string one_of(std::initializer_list<const char*> list) {
    return list.begin()[pick(static_cast<int>(list.size()))];
  }

  std::string name() {
    return one_of(
        {"a", "b", "delta", "m", "N", "mu", "table", "law", "δ", "F_max", "vs", "every", "x1"});
  }
  std::string blank() { return one_of({"", "", " ", "  ", "\t"}); }
  std::string blanks() { return one_of({" ", " ", "  "}); }
  std::string inner() { return chance(12) ? one_of({"\n", " # note\n", "\n\n  "}) : blank(); }
  std::string comments() {
    std::string text;
    while (chance(3))
      text += one_of({"# plain\n", "## doc\n", "\n", "\n\n\n", "  ## indented  \n"});
    return text;
  }
  std::string line_end() {
    return blank() + one_of({"\n", "\n", "\n\n", " # tail\n", "; ", " ## tail\r\n"});
  }

  std::string unit() {
    return one_of(
        {"mm", "N/m^1.5", "kg*m^2", "%", "rad/s", "N/(m*s)", "m^(1/3)", "N/m^n", "°", "1/s", "µm"});
  }
  std::string number() { return one_of({"1", "0.5", "6.6e10", "1e-3", "12", "0.30"}); }
  std::string text(bool holes) {
    std::string text = "\"";
    for (int i = pick(4); i > 0; --i) {
      text += one_of({"word ", "\\n", "\\\"", "\\{", "}", "×", "# "});
      if (holes && chance(2))
        text +=
            "{" + name() + one_of({"", " in mm", "*2"}) + one_of({"", ":.3", ":8.2f", ":e"}) + "}";
    }
    return text + "\"";
  }

  std::string list(int depth, int least) {
    std::string text = expression(depth);
    for (int i = least + pick(2); i > 1; --i) text += inner() + "," + inner() + expression(depth);
    return text;
  }

  std::string primary(int depth) {
    switch (depth <= 0 ? pick(3) : pick(9)) {
      case 0:
        return name();
      case 1:
        return number();
      case 2:
        return number() + " " + unit();
      case 3:
        return "(" + inner() + expression(depth - 1) + inner() + ")";
      case 4:
        return chance(2) ? "(" + inner() + "a," + inner() + "0.5 )mm"
                         : "(" + inner() + list(depth - 1, 2) + inner() + ")";
      case 5:
        return "[" + inner() + list(depth - 1, 1) + inner() + "]";
      case 6:
        return chance(2) ? "true" : "[]";
      case 7:
        return text(true);
      default:
        return name() + "(" + inner() + arguments(depth - 1) + inner() + ")";
    }
  }
  std::string arguments(int depth) {
    if (chance(3)) return "";
    std::string text;
    for (int i = pick(3); i >= 0; --i) {
      if (chance(2)) text += name() + inner() + "=" + inner();
      text += expression(depth) + inner() + (i > 0 ? "," + inner() : "");
    }
    return text;
  }
  std::string postfix(int depth) {
    std::string text = chance(2) ? name() : "(" + expression(depth - 1) + ")";
    for (int i = pick(3); i > 0; --i) {
      text += chance(3) ? "'" : chance(2) ? "." + name() : "[" + expression(depth - 1) + "]";
    }
    return text;
  }
  // Operators of all ranks; what does not fit together by itself is put in brackets.
  std::string expression(int depth) {
    if (depth <= 0) return primary(0);
    const std::string left = operand(depth), right = operand(depth);
    switch (pick(12)) {
      case 0:
        return left + " + " + right + blank() + " - " + operand(depth);
      case 1:
        return left + " *" + blanks() + right + " / " + operand(depth);
      case 2:
        return name() + "*" + name() + "/" + name();
      case 3:
        return "-" + blank() + postfix(depth) + "^-" + name();
      case 4:
        return left + " .. " + right;
      case 5:
        return left + " in " + unit();
      case 6:
        return left + " <= " + right + " < " + operand(depth);
      case 7:
        return left + " ~ " + right + " within " + operand(depth);
      case 8:
        return "not " + left + " and " + right + " or " + operand(depth);
      case 9:
        return "if " + left + " then " + right + " else " + expression(depth - 1);
      case 10:
        return "(" + left + ")^" + name() + "^(" + right + ")";
      default:
        return primary(depth);
    }
  }
  std::string operand(int depth) {
    return chance(3)   ? "(" + expression(depth - 1) + ")"
           : chance(2) ? postfix(depth - 1)
                       : primary(depth - 1);
  }

  std::string item(int depth) {
    if (chance(4)) return declaration(depth - 1);
    return name() + blank() + (chance(3) ? "~" : "=") + blank() + expression(depth - 1);
  }
  std::string block(int depth) {
    std::string text = "{" + padding();
    for (int i = pick(4); i > 0; --i) text += item(depth) + separator(i > 1);
    return text + "}";
  }
  std::string padding() { return one_of({"", " ", "\n", " # first\n", "\n\n## own\n"}); }
  std::string separator(bool more) {
    if (!more) return one_of({"", " ", ",", "\n", " # last\n"});
    return one_of({", ", ",\n", "\n", " # between\n", "\n\n", ",\n# own\n"});
  }
  std::string declaration(int depth) {
    std::string text = one_of({"body", "point", "contact", "revolute"}) + blanks() + name();
    if (chance(4)) text += "[" + expression(0) + "]";
    if (chance(2)) {
      text += blank() + ":" + blank() + name() + ".tip[1]";
      if (chance(2)) text += chance(2) ? " to " + name() : " in " + name() + ".x";
    }
    if (chance(2)) text += " = " + expression(depth - 1);
    return chance(2) && depth > 0 ? text + blank() + block(depth) : text;
  }
  std::string body(int depth) {
    std::string text = "{" + padding();
    for (int i = pick(3); i > 0; --i) text += comments() + statement(depth - 1) + line_end();
    return text + "}";
  }
  std::string parameters() {
    return "(" + inner() +
           (chance(3) ? "" : "a: N/m = 2 N/m," + inner() + "b, c: 1, d = 3" + inner()) + ")";
  }
  std::string law_item(int depth) {
    switch (pick(6)) {
      case 0:
        return "let a: m = " + expression(depth);
      case 1:
        return "state z: m = 0";
      case 2:
        return "solve FN in 0 N .. F0: " + name() + " = " + expression(depth);
      case 3:
        return "require " + expression(depth) + ", " + text(false);
      case 4:
        return "warn if " + expression(depth) + ", " + text(false);
      default:
        return name() + (chance(2) ? "'" : "") + " = " + expression(depth);
    }
  }
  std::string law(int depth) {
    std::string head = one_of({"law ", "friction "}) + name() + parameters() + blank();
    if (chance(2)) return head + "= " + expression(depth);
    head += "{" + padding();
    for (int i = pick(4); i > 0; --i)
      head += law_item(depth - 1) + one_of({"\n", " # c\n", "; ", "\n\n"});
    return head + "}";
  }
  std::string table(int depth) {
    std::string text = "table";
    if (chance(2)) text += " fig1";
    if (chance(2)) text += " every " + number() + " ms";
    if (chance(3)) text += " during 1 s .. 2 s";
    if (chance(3)) text += " to \"out.csv\"";
    text += " {" + padding();
    for (int i = 1 + pick(4); i > 0; --i) {
      text += (chance(3)   ? name() + " = "
               : chance(3) ? this->text(false) + " = "
                           : "") +
              expression(depth - 1) + separator(i > 1);
    }
    return text + "}";
  }
  std::string statement(int depth) {
    const int inner_depth = depth - 1;
    switch (depth <= 0 ? pick(6) : pick(20)) {
      case 0:
        return "param" + blanks() + name() + (chance(2) ? ": N/m" : "") + blank() + "=" + blank() +
               expression(depth);
      case 1:
        return "let " + name() + " = " + expression(depth);
      case 2:
        return "print " + expression(depth) + blank() + "," + blank() + text(true);
      case 3:
        return "expect " + expression(depth) + (chance(2) ? ", " + text(false) : "");
      case 4:
        return chance(2) ? "stop" : "stop " + text(false);
      case 5:
        return declaration(depth);
      case 6:
        return "fn f" + parameters() + " = " + expression(depth);
      case 7:
        return law(depth);
      case 8:
        return "template t" + parameters() + body(inner_depth);
      case 9:
        return "for i in 1..n-1 " + body(inner_depth);
      case 10:
        return "sweep a in " + expression(depth) + ", b in [1, 2] " + body(inner_depth);
      case 11:
        return "use \"a.mbs\"" + one_of({"", " as b", " { c = 1 }", " as b { }"});
      case 12:
        return "default contact " + block(depth);
      case 13:
        return "when " + one_of({"", "hit: ", "hit[1]: "}) + expression(depth) + body(inner_depth);
      case 14:
        return one_of({"simulate ", "continue "}) + expression(depth) +
               one_of({"", " until x > 1", " { tol = 1e-6 }"});
      case 15:
        return table(depth);
      case 16:
        return one_of({"plot ", "plot all: ", "plot \"fit\" = ", "plot a: b = "}) +
               expression(depth) + ", b vs " + name() + one_of({"", " { width = 60 }"});
      case 17:
        return one_of({"histogram ", "histogram all: ", "histogram a = "}) + expression(depth) +
               one_of({"", " to \"a.svg\"", " { bins = 9 }"});
      case 18:
        return one_of({"animate", "animate to \"a.mp4\""}) +
               one_of({"", " { slow = 5, trail = [a.b, c] }"});
      default:
        return one_of({"require ", "warn if "}) + expression(depth) + ", " + text(false);
    }
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("expressions get blanks where they help") {
  CHECK(one_expression("a+b*c") == "a + b*c");
  CHECK(one_expression("3*( 1-ce ^ 2 )/4") == "3 * (1 - ce^2) / 4");
  CHECK(one_expression("2  mm*3") == "2 mm * 3");
  CHECK(one_expression("10 N/m/4") == "10 N/m / 4");
  CHECK(one_expression("90   %") == "90%");
  CHECK(one_expression("1 .. n - 1") == "1..n-1");
  CHECK(one_expression("0 N..F0") == "0 N .. F0");
  CHECK(one_expression("p[i + 1].x") == "p[i+1].x");
  CHECK(one_expression("if a<b then 1 else 2") == "if a < b then 1 else 2");
  CHECK(one_expression("f( a ,K=1e-10 )") == "f(a, K = 1e-10)");
  CHECK(one_expression("(  a,0.30 )mm") == "(a, 0.30) mm");
  CHECK(one_expression("2 mm ^2") == "2 mm ^ 2");
  CHECK(one_expression("2 (3)") == "2(3)");
  CHECK(one_expression("- x^2") == "-x^2");
  CHECK(one_expression("not(a)and b") == "not (a) and b");
  CHECK(one_expression(R"("a \{{x in mm:8.3f}\}\n")") == R"("a \{{x in mm:8.3f}\}\n")");
}

TEST_CASE("blocks fit on a line, or take one line an item") {
  CHECK(formatted("body a{mass=1 kg,\n  cm=(1,2) mm\n}").text ==
        "body a { mass = 1 kg, cm = (1, 2) mm }\n");
  CHECK(
      formatted("clearance B: rod.pin in slider { bearing = 10 mm, clearance = c, length = 15 mm, "
                "material = steel, law ~ model }")
          .text ==
      "clearance B: rod.pin in slider {\n  bearing   = 10 mm\n  clearance = c\n  length    = 15 "
      "mm\n"
      "  material  = steel\n  law       ~ model\n}\n");
  CHECK(formatted("for i in 1..n { contact c[i]: a to b }").text ==
        "for i in 1..n { contact c[i]: a to b }\n");
  CHECK(formatted("for i in 1..n { let a = 1; let b = 2 }").text ==
        "for i in 1..n {\n  let a = 1\n  let b = 2\n}\n");
}

TEST_CASE("runs of alike lines are aligned") {
  CHECK(formatted("param a=1\nparam long = 2\n\nparam b=3\n").text ==
        "param a    = 1\nparam long = 2\n\nparam b = 3\n");
  CHECK(formatted("revolute A: a to b {angle=0}\nrevolute Bc: ground to c {angle=1}\n").text ==
        "revolute A:  a to b      { angle = 0 }\nrevolute Bc: ground to c { angle = 1 }\n");
  CHECK(formatted("expect a ~ b within 1%\nexpect abc ~ d within 2%").text ==
        "expect a   ~ b within 1%\nexpect abc ~ d within 2%\n");
}

TEST_CASE("comments stay where they say something") {
  CHECK(formatted("# top\n\n\n\n# next\nlet a = (1 + # one\n 2) # two\n  # own\n").text ==
        "# top\n\n# next\nlet a = (1 + 2)  # one # two\n# own\n");
  CHECK(formatted("body a { # why\n mass = 1 kg # heavy\n # end\n}\n").text ==
        "body a {  # why\n  mass = 1 kg  # heavy\n  # end\n}\n");
}

TEST_CASE("every script keeps its tree and its comments and is stable") {
  int count = 0;
  for (const char* folder : {"examples", "examples/figures", "stdlib", "tests/scripts",
                             "tests/golden", "tests/cli", "tests/errors"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".mbs") continue;
      std::ifstream in(entry.path());
      std::stringstream text;
      text << in.rdbuf();
      CAPTURE(entry.path().string());
      const Formatted f = formatted(text.str());
      // `mbs fmt` leaves alone what has errors of syntax; only scripts of errors may.
      if (!f.complaints.empty() && folder == std::string("tests/errors")) continue;
      CHECK(f.complaints == "");
      CHECK(f.same_tree);
      CHECK(f.same_comments);
      CHECK(f.stable);
      ++count;
    }
  }
  CHECK(count > 150);  // the folders are there
}

TEST_CASE("random scripts keep their trees and their comments and are stable") {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const std::string script = Writer(seed).file();
    const Formatted f = formatted(script);
    if (f.complaints.empty() && f.same_tree && f.same_comments && f.stable) continue;
    CAPTURE(seed);
    CAPTURE(script);
    CAPTURE(f.text);
    CHECK(f.complaints == "");
    CHECK(f.same_tree);
    CHECK(f.same_comments);
    CHECK(f.stable);
    break;  // one script is enough to look at
  }
}
