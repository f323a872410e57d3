#include "lang/syntax/parse.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "lang/diagnostics/render.hpp"

using namespace mbs;

namespace {

struct Parsed {
  SourceMap sources;
  Diagnostics diagnostics;
  ast::File file;
};

Parsed parse_text(std::string text) {
  Parsed p;
  const int id = p.sources.add("test.mbs", std::move(text));
  p.file = parse(p.sources, id, p.diagnostics);
  return p;
}

std::string codes(const Parsed& p) {
  std::string result;
  for (const Diagnostic& d : p.diagnostics.sorted()) {
    result += (result.empty() ? "" : " ") + std::string(info(d.code).name);
  }
  return result;
}

std::string reports(const Parsed& p) {
  std::string result = "\n";
  for (const Diagnostic& d : p.diagnostics.sorted()) result += render(d, p.sources);
  return result;
}

template <typename T>
const T& statement(const Parsed& p, std::size_t i = 0) {
  REQUIRE(i < p.file.statements.size());
  return std::get<T>(p.file.statements[i]->node);
}

std::string op_name(ast::BinaryOp op) {
  static const char* const names[] = {"+", "-", "*", "/", "^", "..", "by", "and", "or"};
  return names[static_cast<int>(op)];
}

// Fully bracketed prefix form, to see what binds to what.
std::string shape(const ast::ExprPtr& e) {
  struct Visitor {
    std::string operator()(const ast::Number& n) const {
      std::ostringstream out;
      out << n.value;
      return out.str() + (n.unit ? "_" + n.unit->text : "");
    }
    std::string operator()(const ast::Text& t) const {
      std::string result = "\"";
      for (const auto& part : t.parts) {
        const auto* hole = std::get_if<ast::Hole>(&part);
        result += hole ? "{" + shape(hole->value) + "}" : std::get<std::string>(part);
      }
      return result + "\"";
    }
    std::string operator()(const ast::Boolean& b) const { return b.value ? "true" : "false"; }
    std::string operator()(const ast::Name& n) const { return n.name; }
    std::string operator()(const ast::Vector& v) const {
      return list("vec", v.parts) + (v.unit ? "_" + v.unit->text : "");
    }
    std::string operator()(const ast::List& l) const {
      return list("list", l.items) + (l.unit ? "_" + l.unit->text : "");
    }
    std::string operator()(const ast::Each& l) const {
      return "(each " + shape(l.item) + " " + l.variable.name + " " + shape(l.values) + ")" +
             (l.unit ? "_" + l.unit->text : "");
    }
    std::string operator()(const ast::During& d) const {
      return "(during " + shape(d.value) + " " + shape(d.window) + ")";
    }
    std::string operator()(const ast::Unary& u) const {
      return (u.op == ast::UnaryOp::negate ? "(neg " : "(not ") + shape(u.operand) + ")";
    }
    std::string operator()(const ast::Binary& b) const {
      return "(" + op_name(b.op) + " " + shape(b.left) + " " + shape(b.right) + ")";
    }
    std::string operator()(const ast::Comparison& c) const {
      static const char* const names[] = {"<", "<=", ">", ">=", "==", "!="};
      std::string result = "(" + shape(c.operands[0]);
      for (std::size_t i = 0; i < c.ops.size(); ++i) {
        result +=
            std::string(" ") + names[static_cast<int>(c.ops[i])] + " " + shape(c.operands[i + 1]);
      }
      return result + ")";
    }
    std::string operator()(const ast::Within& w) const {
      return "(~ " + shape(w.value) + " " + shape(w.target) + " " + shape(w.tolerance) + ")";
    }
    std::string operator()(const ast::Conditional& c) const {
      return "(if " + shape(c.condition) + " " + shape(c.then) + " " + shape(c.otherwise) + ")";
    }
    std::string operator()(const ast::Call& c) const {
      std::string result = "(call " + shape(c.callee);
      for (const ast::Argument& a : c.arguments) {
        result += " " + (a.name ? a.name->name + "=" : "") + shape(a.value);
      }
      return result + ")";
    }
    std::string operator()(const ast::Index& i) const {
      std::string result = "(at " + shape(i.base);
      for (const ast::ExprPtr& index : i.indices) result += " " + shape(index);
      return result + ")";
    }
    std::string operator()(const ast::Field& f) const {
      return "(. " + shape(f.base) + " " + f.field.name + ")";
    }
    std::string operator()(const ast::Prime& d) const { return "(' " + shape(d.base) + ")"; }
    std::string operator()(const ast::Convert& c) const {
      return "(in " + shape(c.value) + " " + c.unit.text + ")";
    }
    static std::string list(const std::string& head, const std::vector<ast::ExprPtr>& items) {
      std::string result = "(" + head;
      for (const ast::ExprPtr& item : items) result += " " + shape(item);
      return result + ")";
    }
  };
  return std::visit(Visitor{}, e->node);
}

std::string shape_of(std::string text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const int id = sources.add("e", std::move(text));
  const ast::ExprPtr e = parse_expression(sources, id, diagnostics);
  std::string result = e ? shape(e) : "error";
  for (const Diagnostic& d : diagnostics.sorted()) result += " " + std::string(info(d.code).name);
  return result;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("all sample scripts parse without a complaint") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/scripts")) {
    const Parsed p = parse_text(read(entry.path()));
    CAPTURE(entry.path().string());
    CHECK(reports(p) == "\n");
    CHECK(!p.file.statements.empty());
    ++count;
  }
  CHECK(count >= 14);
}

TEST_CASE("operators bind as the table of the language says") {
  CHECK(shape_of("-2^2") == "(neg (^ 2 2))");
  CHECK(shape_of("2^-3") == "(^ 2 (neg 3))");
  CHECK(shape_of("2^3^4") == "(^ 2 (^ 3 4))");
  CHECK(shape_of("a - b - c*d/e") == "(- (- a b) (/ (* c d) e))");
  CHECK(shape_of("1..n-1") == "(.. 1 (- n 1))");
  CHECK(shape_of("a + b in mm") == "(in (+ a b) mm)");
  CHECK(shape_of("0 <= ce <= 1") == "(0 <= ce <= 1)");
  CHECK(shape_of("a ~ b within 1%") == "(~ a b 1_%)");
  CHECK(shape_of("not a and b or c") == "(or (and (not a) b) c)");
  CHECK(shape_of("if a then b else if c then d else e") == "(if a b (if c d e))");
  CHECK(shape_of("p[i, j+1][k]") == "(at (at p i (+ j 1)) k)");
  CHECK(shape_of("p[i+1].ball.y'") == "(' (. (. (at p (+ i 1)) ball) y))");
  CHECK(shape_of("f(a, K = 2)(b)") == "(call (call f a K=2) b)");
  CHECK(shape_of("s1*z' + 1") == "(+ (* s1 (' z)) 1)");
  CHECK(shape_of("max(x) in kN > 9") == "((in (call max x) kN) > 9)");
}

TEST_CASE("units after numbers are read as written") {
  CHECK(shape_of("2m") == "2_m");
  CHECK(shape_of("2*m") == "(* 2 m)");
  CHECK(shape_of("10 N/m") == "10_N/m");
  CHECK(shape_of("10 N / m") == "(/ 10_N m)");
  CHECK(shape_of("10 N/k") == "(/ 10_N k)");
  CHECK(shape_of("0.1 m*sin(w)") == "(* 0.1_m (call sin w))");
  CHECK(shape_of("3 m / 4 m") == "(/ 3_m 4_m)");
  CHECK(shape_of("17 h / 1 h") == "(/ 17_h 1_h)");
  CHECK(shape_of("6.6e10 N/m^n") == "6.6e+10_N/m^n");
  CHECK(shape_of("5 N/(m*s)") == "5_N/(m*s)");
  CHECK(shape_of("5 N/(m+s)") == "(/ 5_N (+ m s))");
  CHECK(shape_of("1/2 kg") == "(/ 1 2_kg) W0202");
  CHECK(shape_of("2 m*g") == "2_m*g");
  CHECK(shape_of("(25, 0) mm") == "(vec 25 0)_mm");
  CHECK(shape_of("[0.1, 0.2] mm") == "(list 0.1 0.2)_mm");
  CHECK(shape_of("90 %") == "90_%");
  CHECK(shape_of("5 1/s") == "5_1/s");
  CHECK(shape_of("x in 1/s") == "(in x 1/s)");
  CHECK(shape_of("3 µm") == "3_µm");
  CHECK(shape_of("3 N·m") == "3_N·m");
  CHECK(shape_of("30°") == "30_°");
  CHECK(shape_of("1 m^2 + 1 m^(1/3)") == "(+ 1_m^2 1_m^(1/3))");
  CHECK(shape_of("-x/2 / 3 m") == "(/ (/ (neg x) 2) 3_m) W0202");
}

TEST_CASE("exponents and names below the slash are negative") {
  const Parsed p = parse_text("let K = 3 kg*m^2/(s^2*rad^n)");
  const auto& number = std::get<ast::Number>(statement<ast::Let>(p).value->node);
  const auto& factors = number.unit->factors;
  REQUIRE(factors.size() == 4);
  CHECK(factors[1].exponent == 2);
  CHECK(factors[2].exponent == -2);
  CHECK(factors[3].exponent == -1);
  CHECK(factors[3].exponent_name == "n");
  CHECK(p.sources.text(factors[2].span) == "s^2");
}

TEST_CASE("newlines are blanks in brackets and after what cannot end a line") {
  CHECK(shape_of("(1 +\n 2 # why\n\n * 3)") == "(+ 1 (* 2 3))");
  CHECK(shape_of("f(1,\n 2\n)") == "(call f 1 2)");
  CHECK(codes(parse_text("let a = 1 +\n  2\nlet b =\n  3\n")) == "");
  CHECK(codes(parse_text("let a = if true\n  then 1\n  else 2\n")) == "");
  CHECK(codes(parse_text("let a = 1; let b = 2")) == "");
  CHECK(codes(parse_text("let a = 1\n+ 2\n")) == "E0101");
}

TEST_CASE("texts have escapes and holes") {
  CHECK(shape_of(R"("a\n\{{x in mm:8.3e}\}")") == "\"a\n{{(in x mm)}}\"");
  const Parsed p = parse_text(R"(print "x = {x:8.3e} {y:.2} {z}")");
  const auto& text = std::get<ast::Text>(statement<ast::Print>(p).parts[0]->node);
  const auto& x = std::get<ast::Hole>(text.parts[1]);
  CHECK(x.width == 8);
  CHECK(x.digits == 3);
  CHECK(x.format == 'e');
  const auto& y = std::get<ast::Hole>(text.parts[3]);
  CHECK(y.width == 0);
  CHECK(y.digits == 2);
  CHECK(y.format == 0);
  CHECK(std::get<ast::Hole>(text.parts[5]).digits == -1);
}

TEST_CASE("spans cover what they stand for") {
  const Parsed p =
      parse_text("let a = (b + c)*d in mm  # x\nclearance B: rod.pin in slider { law = h }\n");
  const auto& s = p.file.statements;
  REQUIRE(s.size() == 2);
  CHECK(p.sources.text(s[0]->span) == "let a = (b + c)*d in mm");
  CHECK(p.sources.text(s[0]->head) == "let a");
  const auto& value = statement<ast::Let>(p).value;
  CHECK(p.sources.text(value->span) == "(b + c)*d in mm");
  const auto& product = std::get<ast::Convert>(value->node).value;
  CHECK(p.sources.text(product->span) == "(b + c)*d");
  const auto& factor = std::get<ast::Binary>(product->node).left;
  CHECK(p.sources.text(factor->span) == "(b + c)");
  CHECK(factor->parenthesized);
  CHECK(p.sources.text(s[1]->head) == "clearance B");
  const auto& d = statement<ast::Declaration>(p, 1);
  CHECK(d.link == ast::LinkWord::in);
  CHECK(p.sources.text(d.first->span) == "rod.pin");
  CHECK(p.sources.text(d.block->span) == "{ law = h }");
}

TEST_CASE("documentation belongs to the header or to the statement below") {
  const Parsed p = parse_text(
      "mbs 1\n## The file.\n##  Indented.\n\n## One.\nparam a = 1\n## lost\n\nparam b = 1\nfor i "
      "in 1..2 {\n  ## Inner.\n  let c = 1\n}\n");
  CHECK(p.file.doc == "The file.\n Indented.");
  CHECK(p.file.statements[1]->doc == "One.");
  CHECK(p.file.statements[2]->doc == "");
  CHECK(statement<ast::For>(p, 3).body[0]->doc == "Inner.");
  CHECK(p.file.comments.size() == 5);
  CHECK(p.file.comments[1].text == "##  Indented.");
}

TEST_CASE("laws hold their items") {
  const Parsed p = parse_text(
      "friction f(mu, v: m/s = 1 mm/s) {\n  state z: m = 0\n  let g = mu; z' = vt\n"
      "  solve FN in 0 N .. F0: a = b\n  require mu > 0, \"x\"\n  warn if mu > 1, \"y\"\n  FT = "
      "z'*FN\n}\n"
      "law h(n = 1.5) = K*delta^n\n");
  CHECK(reports(p) == "\n");
  const auto& f = statement<ast::Law>(p);
  CHECK(f.friction);
  REQUIRE(f.items.size() == 7);
  CHECK(std::get<ast::Assign>(f.items[2].node).rate);
  CHECK(shape(std::get<ast::Solve>(f.items[3].node).high) == "F0");
  CHECK(std::get<ast::WarnIf>(f.items[5].node).message == "y");
  const auto& h = statement<ast::Law>(p, 1);
  CHECK(h.expression_body);
  CHECK(std::get<ast::Assign>(h.items[0].node).target.name == "FN");
}

TEST_CASE("words are reserved only where they must be") {
  CHECK(reports(parse_text("body table { law = 1, default = 2, stop ~ 3 }\n"
                           "contact law: until to vs { every = print }\n"
                           "expect table.y ~ during within as\n")) == "\n");
}

TEST_CASE("every statement form is known") {
  const Parsed p = parse_text(R"(
use "a.mbs" as a { c = 0.3 mm }
default clearance { bearing = 8 mm }
template t(x: m, y) { body b { mass = 1 kg } }
for i in 1..3 { t p[i] { x = i*1 m, y = 2 } }
sweep a in [1, 2], b in [3, 4] { simulate 1 s }
when hit[1]: x > 2 N { stop "enough" }
when y < 1 m { print y }
simulate 1 s until x < 2 { tol = 1e-6, max_step = 1 us }
continue 1 s
table out every 1 ms during 0 s .. 1 s to "out.csv" { t in ms, "a b" = x, c = y
  z }
plot a, b vs t { width = 60 }
expect a == b, "why"
force push: K1.F = (0, -10 N)
stop
)");
  CHECK(reports(p) == "\n");
  CHECK(p.file.statements.size() == 14);
  const auto& table = statement<ast::Table>(p, 9);
  CHECK(table.columns.size() == 4);
  CHECK(table.columns[1].name->name == "a b");
  CHECK(*table.file == "out.csv");
  CHECK(statement<ast::When>(p, 5).name->name == "hit");
  CHECK(shape(statement<ast::When>(p, 5).indices.front()) == "1");
  CHECK_FALSE(statement<ast::When>(p, 6).name);
}

TEST_CASE("many errors are reported in one run, and the rest is kept") {
  const Parsed p = parse_text(R"(mbs 1
simulat 2 s
param a = 0.5 mmm
param b = .5
let c = 1 +
let d = (1, 2
body e { masse 0.14 kg, mass = 1 kg }
body f { mass = 1 kg inertia = 2 }
let g = 3 × 4
let h = 3 J/kg/m
let i = 5 mm mm
let j = "open
print "good"
}
let k = 1 2
let l = [1 mm, 2] m
sweep m in [1] {
  print (
  print 1,
  print "fine"
}
)");
  CHECK(codes(p) ==
        "E0101 E0201 E0109 E0103 E0105 E0108 E0107 E0110 E0210 E0207 E0106 E0104 E0102 E0207 E0105 "
        "E0103");
  CHECK(p.file.statements.size() == 3);
  CHECK(statement<ast::Sweep>(p, 2).body.size() == 1);
  std::string broken;
  for (const ast::Identifier& name : p.file.broken) broken += name.name;
  CHECK(broken.find("a") != std::string::npos);
  CHECK(broken.find("e") != std::string::npos);
}

TEST_CASE("an unclosed brace ends before the next statement at the left edge") {
  const Parsed p = parse_text("body a { mass = 1 kg\n  cm = (1, 2) mm\nbody b { mass = 2 kg }\n");
  CHECK(reports(p) == R"(
error[E0105]: `{` is never closed
 --> test.mbs:1:8
  |
1 | body a { mass = 1 kg
  |        ^ opened here
  |
  = note: line 3 looks like a new statement
)");
  REQUIRE(p.file.statements.size() == 1);
  CHECK(statement<ast::Declaration>(p).name.name == "b");
}

TEST_CASE("messages name what was found and wanted") {
  CHECK(reports(parse_text("simulat 2 s")) == R"(
error[E0101]: `simulat` does not start a statement
 --> test.mbs:1:1
  |
1 | simulat 2 s
  | ^^^^^^^ did you mean `simulate`?
)");
  CHECK(reports(parse_text("let c = 1 +\nlet d = 2")) == R"(
error[E0103]: expected an expression after `+`
 --> test.mbs:1:12
  |
1 | let c = 1 +
  |            ^
)");
  CHECK(reports(parse_text("let a = 3 × 4")) == R"(
error[E0110]: the character `×` has no meaning here
 --> test.mbs:1:11
  |
1 | let a = 3 × 4
  |           ^
  |
  = hint: use `*`
)");
  CHECK(reports(parse_text("let h = 3 J/kg/m")) == R"(
error[E0210]: a unit has at most one `/`
 --> test.mbs:1:11
  |
1 | let h = 3 J/kg/m
  |           ^^^^^^
  |
  = hint: one denominator holds them all: `J/(kg*m)`; a blank ends a unit: `J/kg / m` divides by a value of that name
)");
}

TEST_CASE("texts that are not for this program") {
  CHECK(codes(parse_text("# c\nmbs 2\nlet = = =")) == "E0112");
  CHECK(codes(parse_text("let a = \xff")) == "E0111");
  CHECK(codes(parse_text("")) == "");
}
