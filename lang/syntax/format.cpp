#include "lang/syntax/format.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/syntax/format_expression.hpp"
#include "lang/syntax/format_lines.hpp"
#include "lang/text/scan.hpp"

namespace mbs {

namespace {

// One entry of a list between braces, or of the file.
struct Item {
  Span span;
  const ast::Statement* statement = nullptr;  // else the text below
  std::vector<std::string> segments;          // aligned with those of its neighbours
  std::string alignment;                      // what makes neighbours alike
};

// A statement whose text ends in braces: `head { items }`.
struct Braces {
  std::vector<Item> items;
  bool statements = false;  // one line only if the author chose so
};

class Formatter {
 public:
  Formatter(const SourceMap& sources, const ast::File& file)
      : sources_(sources),
        file_(file),
        text_(sources.text(file.source)),
        scan_(text_),
        expressions_(sources) {}

  std::string run() {
    items(of_statements(file_.statements), 0, static_cast<std::uint32_t>(text_.size()));
    return lines_.text();
  }

 private:
  using Segments = std::vector<std::string>;

  // ---- comments ------------------------------------------------------------------

  const ast::Comment* next_comment() const {
    return comment_ < file_.comments.size() ? &file_.comments[comment_] : nullptr;
  }
  int line_of(std::uint32_t offset) const { return sources_.place(file_.source, offset).line; }
  static std::string trimmed(const std::string& text) {
    return text.substr(0, text.find_last_not_of(" \t\r") + 1);
  }

  // A blank line where the source has at least one.
  void separate(std::uint32_t begin) {
    if (last_line_ > 0 && line_of(begin) > last_line_ + 1) lines_.blank();
  }

  void own_line_comments(std::uint32_t before, int indent) {
    for (const ast::Comment* c = next_comment(); c && c->span.begin < before; c = next_comment()) {
      separate(c->span.begin);
      lines_.add(indent, trimmed(c->text));
      last_line_ = line_of(c->span.begin);
      ++comment_;
    }
  }

  // Comments up to `end` and behind it on its line go to the end of the last line.
  void trailing_comments(std::uint32_t end, std::uint32_t next_item) {
    for (const ast::Comment* c = next_comment(); c && c->span.begin < next_item;
         c = next_comment()) {
      if (c->span.begin >= end && line_of(c->span.begin) != line_of(end)) return;
      lines_.append_comment(trimmed(c->text));
      ++comment_;
    }
  }

  bool has_comment_in(std::uint32_t begin, std::uint32_t end) const {
    for (std::size_t i = comment_; i < file_.comments.size(); ++i) {
      if (file_.comments[i].span.begin >= end) return false;
      if (file_.comments[i].span.begin >= begin) return true;
    }
    return false;
  }

  // ---- layout ---------------------------------------------------------------------

  void items(const std::vector<Item>& list, int indent, std::uint32_t end) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Span span = list[i].span;
      own_line_comments(span.begin, indent);
      separate(span.begin);
      const std::uint32_t next = i + 1 < list.size() ? list[i + 1].span.begin : end;
      item(list[i], indent);
      trailing_comments(span.end, next);
      last_line_ = line_of(span.end);
    }
    own_line_comments(end, indent);
  }

  void item(const Item& item, int indent) {
    if (!item.statement) {
      lines_.add(indent, item.segments, item.alignment);
    } else if (ends_in_braces(*item.statement)) {
      with_braces(*item.statement, indent);
    } else {
      lines_.add(indent, segments(*item.statement), alignment(*item.statement));
    }
  }

  // `head { … }` on one line, or one item a line.
  void with_braces(const ast::Statement& s, int indent) {
    const std::uint32_t close = s.span.end - 1;
    const std::uint32_t open = scan_.partner(close).value_or(s.span.begin);
    const Braces inside = braces(s);
    Segments head = segments(s);
    Segments whole = head;
    whole.push_back(inline_braces(inside));
    const std::size_t width = 2 * static_cast<std::size_t>(indent) + Lines::width(whole);
    const bool author_agrees =
        !inside.statements || (inside.items.size() <= 1 && line_of(s.span.begin) == line_of(close));
    if (author_agrees && width <= Lines::max_width && !has_comment_in(open, close)) {
      lines_.add(indent, whole, alignment(s));
      return;
    }
    head.push_back("{");
    lines_.add(indent, head, "");
    const std::uint32_t first = inside.items.empty() ? close : inside.items[0].span.begin;
    trailing_comments(open, first);
    last_line_ = 0;
    items(inside.items, indent + 1, close);
    lines_.add(indent, "}");
  }

  std::string inline_braces(const Braces& inside) const {
    std::string result;
    for (const Item& item : inside.items) {
      if (!result.empty()) result += ", ";
      result += item.statement ? inline_statement(*item.statement) : Lines::joined(item.segments);
    }
    return result.empty() ? "{ }" : "{ " + result + " }";
  }

  std::string inline_statement(const ast::Statement& s) const {
    Segments parts = segments(s);
    if (ends_in_braces(s)) parts.push_back(inline_braces(braces(s)));
    return Lines::joined(parts);
  }

  // ---- what is in the braces -----------------------------------------------------------

  std::vector<Item> of_statements(const std::vector<ast::StatementPtr>& list) const {
    std::vector<Item> result;
    for (const ast::StatementPtr& s : list) result.push_back({s->span, s.get(), {}, {}});
    return result;
  }

  std::vector<Item> of_block(const ast::Block& block) const {
    std::vector<Item> result;
    for (const auto& item : block.items) {
      if (const auto* statement = std::get_if<ast::StatementPtr>(&item)) {
        result.push_back({(*statement)->span, statement->get(), {}, {}});
        continue;
      }
      const auto& a = std::get<ast::Attribute>(item);
      const std::string sign = a.guess ? "~ " : "= ";
      result.push_back({cover(a.name.span, a.value->span),
                        nullptr,
                        {a.name.name, sign + expressions_.text(a.value)},
                        "attribute"});
    }
    return result;
  }

  // A name, or a text that stands for one.
  std::string given_name(const ast::Identifier& name) const {
    const bool quoted = sources_.text(name.span).starts_with("\"");
    return quoted ? ExpressionFormatter::quoted(name.name) : name.name;
  }
  std::string column(const ast::Column& c) const {
    return (c.name ? given_name(*c.name) + " = " : "") + expressions_.text(c.value);
  }

  std::vector<Item> of_columns(const ast::Table& table) const {
    std::vector<Item> result;
    for (const ast::Column& c : table.columns) {
      const std::string value = expressions_.text(c.value);
      if (!c.name) {
        result.push_back({c.value->span, nullptr, {value}, {}});
        continue;
      }
      result.push_back({cover(c.name->span, c.value->span),
                        nullptr,
                        {given_name(*c.name), "= " + value},
                        "column"});
    }
    return result;
  }

  std::vector<Item> of_law(const ast::Law& law) const {
    std::vector<Item> result;
    for (const ast::LawItem& item : law.items) {
      const bool let = std::holds_alternative<ast::Let>(item.node);
      result.push_back({item.span, nullptr,
                        std::visit([&](const auto& n) { return parts(n); }, item.node),
                        let ? "let" : ""});
    }
    return result;
  }

  std::vector<Item> of_data(const ast::Data& data) const {
    std::vector<Item> result;
    for (const ast::DataItem& i : data.items) {
      const std::string head = i.name.name + (i.unit ? " in " + i.unit->text : "");
      result.push_back({cover(i.name.span, i.value->span),
                        nullptr,
                        {head, "= " + expressions_.text(i.value)},
                        "attribute"});
    }
    return result;
  }

  Braces braces(const ast::Statement& s) const {
    if (const auto* data = std::get_if<ast::Data>(&s.node)) return {of_data(*data), false};
    if (const ast::Block* block = block_of(s)) return {of_block(*block), false};
    if (const auto* table = std::get_if<ast::Table>(&s.node)) return {of_columns(*table), false};
    if (const auto* law = std::get_if<ast::Law>(&s.node)) return {of_law(*law), true};
    return {of_statements(*body_of(s)), true};
  }

  static const ast::Block* optional(const std::optional<ast::Block>& block) {
    return block ? &*block : nullptr;
  }
  static const ast::Block* block_of(const ast::Statement& s) {
    if (const auto* d = std::get_if<ast::Declaration>(&s.node)) return optional(d->block);
    if (const auto* u = std::get_if<ast::Use>(&s.node)) return optional(u->overrides);
    if (const auto* r = std::get_if<ast::Simulate>(&s.node)) return optional(r->options);
    if (const auto* p = std::get_if<ast::Plot>(&s.node)) return optional(p->options);
    if (const auto* a = std::get_if<ast::Animate>(&s.node)) return optional(a->options);
    const auto* defaults = std::get_if<ast::Default>(&s.node);
    return defaults ? &defaults->block : nullptr;
  }
  static const std::vector<ast::StatementPtr>* body_of(const ast::Statement& s) {
    if (const auto* t = std::get_if<ast::Template>(&s.node)) return &t->body;
    if (const auto* f = std::get_if<ast::For>(&s.node)) return &f->body;
    if (const auto* w = std::get_if<ast::Sweep>(&s.node)) return &w->body;
    const auto* when = std::get_if<ast::When>(&s.node);
    return when ? &when->body : nullptr;
  }
  static bool ends_in_braces(const ast::Statement& s) {
    const auto* law = std::get_if<ast::Law>(&s.node);
    const auto* data = std::get_if<ast::Data>(&s.node);
    return (data && data->block) || block_of(s) || body_of(s) ||
           std::holds_alternative<ast::Table>(s.node) || (law && !law->expression_body);
  }

  // ---- one line of a statement ------------------------------------------------------------

  // Declarations of one kind and of the same make-up are aligned with their neighbours, and so are
  // params, lets and expectations.
  std::string alignment(const ast::Statement& s) const {
    if (std::holds_alternative<ast::Param>(s.node)) return "param";
    if (std::holds_alternative<ast::Let>(s.node)) return "let";
    if (std::holds_alternative<ast::State>(s.node)) return "state";
    const auto* expect = std::get_if<ast::Expect>(&s.node);
    if (expect && is_within(*expect)) return "expect";
    const auto* d = std::get_if<ast::Declaration>(&s.node);
    if (!d) return {};
    return fmt::format("{} {} {} {} {}", d->kind.name, bool(d->first), bool(d->second),
                       bool(d->value), bool(d->block));
  }

  Segments segments(const ast::Statement& s) const {
    return std::visit([&](const auto& node) { return parts(node); }, s.node);
  }

  std::string text(const ast::ExprPtr& e) const { return expressions_.text(e); }
  static std::string quoted(const std::string& t) { return ExpressionFormatter::quoted(t); }

  Segments parts(const ast::Version& v) const { return {fmt::format("mbs {}", v.number)}; }
  template <typename Definition>
  Segments definition(const char* word, const Definition& d, const ast::ExprPtr& value) const {
    return {
        fmt::format("{} {}{}", word, d.name.name, ExpressionFormatter::annotation(d.annotation)),
        "= " + text(value)};
  }
  Segments parts(const ast::Param& p) const { return definition("param", p, p.value); }
  Segments parts(const ast::Let& l) const { return definition("let", l, l.value); }
  Segments parts(const ast::State& s) const {
    return {fmt::format("state {}{}{}", s.name.name, expressions_.indices(s.indices),
                        ExpressionFormatter::annotation(s.annotation)),
            "= " + text(s.initial)};
  }
  Segments parts(const ast::Function& f) const {
    return {fmt::format("fn {}{} = {}", f.name.name, expressions_.parameters(f.parameters),
                        text(f.body))};
  }
  Segments parts(const ast::Law& l) const {
    std::string head = fmt::format("{} {}{}", l.friction ? "friction" : "law", l.name.name,
                                   expressions_.parameters(l.parameters));
    if (l.expression_body) head += " = " + text(std::get<ast::Assign>(l.items[0].node).value);
    return {std::move(head)};
  }
  Segments parts(const ast::Solve& s) const {
    const std::string low = expressions_.text(*s.low, 0), high = expressions_.text(*s.high, 0);
    return {fmt::format("solve {} in {} .. {}: {} = {}", s.unknown.name, low, high, text(s.left),
                        text(s.right))};
  }
  Segments parts(const ast::Assign& a) const {
    return {fmt::format("{}{}{} = {}", a.target.name, expressions_.indices(a.indices),
                        a.rate ? "'" : "", text(a.value))};
  }
  Segments parts(const ast::Require& r) const {
    return {fmt::format("require {}, {}", text(r.condition), quoted(r.message))};
  }
  Segments parts(const ast::WarnIf& w) const {
    return {fmt::format("warn if {}, {}", text(w.condition), quoted(w.message))};
  }
  Segments parts(const ast::Template& t) const {
    return {fmt::format("template {}{}", t.name.name, expressions_.parameters(t.parameters))};
  }
  Segments parts(const ast::For& f) const {
    return {fmt::format("for {} in {}", f.variable.name, text(f.values))};
  }
  Segments parts(const ast::Sweep& s) const {
    std::string clauses;
    for (const ast::SweepClause& c : s.clauses) {
      clauses +=
          fmt::format("{}{} in {}", clauses.empty() ? "" : ", ", c.param.name, text(c.values));
    }
    return {"sweep " + clauses};
  }
  Segments parts(const ast::Use& u) const {
    return {fmt::format("use {}{}", quoted(u.path), u.name ? " as " + u.name->name : "")};
  }
  Segments parts(const ast::Data& d) const {
    return {"data " + d.name.name + (d.file ? " from " + quoted(*d.file) : "")};
  }
  Segments parts(const ast::Default& d) const { return {"default " + d.kind.name}; }
  Segments parts(const ast::When& w) const {
    std::string name;
    if (w.name) name = w.name->name + expressions_.indices(w.indices) + ": ";
    return {"when " + name + text(w.condition)};
  }
  Segments parts(const ast::Simulate& s) const {
    return {fmt::format("{} {}{}{}", s.continues ? "continue" : "simulate", text(s.duration),
                        s.until ? " until " + text(s.until) : "",
                        s.name ? " as " + s.name->name : "")};
  }
  Segments parts(const ast::Print& p) const { return {"print " + expressions_.list(p.parts)}; }
  Segments parts(const ast::Table& t) const {
    std::string head = "table";
    if (t.name) head += " " + t.name->name;
    if (t.every) head += " every " + text(t.every);
    if (t.during) head += " during " + text(t.during);
    if (t.hidden) head += " to none";
    if (t.file) head += " to " + quoted(*t.file);
    return {std::move(head)};
  }
  Segments parts(const ast::Plot& p) const {
    std::string head = p.histogram ? "histogram " : "plot ";
    if (p.name) head += p.name->name + ": ";
    for (std::size_t i = 0; i < p.curves.size(); ++i)
      head += (i > 0 ? ", " : "") + column(p.curves[i]);
    if (p.versus) head += " vs " + text(p.versus);
    return {head + (p.file ? " to " + quoted(*p.file) : "")};
  }
  Segments parts(const ast::Animate& a) const {
    return {a.file_span.source < 0 ? "animate" : "animate to " + quoted(a.file)};
  }
  Segments parts(const ast::Expect& e) const {
    const std::string message = e.message ? ", " + quoted(*e.message) : "";
    const auto* within = is_within(e);
    if (!within) return {"expect " + text(e.condition) + message};
    return {"expect " + operand(within->value), "~ " + operand(within->target),
            "within " + operand(within->tolerance) + message};
  }
  static const ast::Within* is_within(const ast::Expect& e) {
    return e.condition->parenthesized ? nullptr : std::get_if<ast::Within>(&e.condition->node);
  }
  std::string operand(const ast::ExprPtr& e) const { return expressions_.operand_of_within(*e); }
  Segments parts(const ast::Stop& s) const {
    return {"stop" + (s.message ? " " + quoted(*s.message) : "")};
  }
  Segments parts(const ast::Switch& s) const { return {s.word + " " + expressions_.list(s.parts)}; }
  Segments parts(const ast::Declaration& d) const {
    std::string head = d.kind.name + " " + d.name.name;
    head += expressions_.indices(d.indices);
    Segments result{head + (d.first ? ":" : "")};
    if (d.first) result.push_back(text(d.first));
    if (d.second) result.back() += (d.link == ast::LinkWord::to ? " to " : " in ") + text(d.second);
    if (d.value) result.push_back("= " + text(d.value));
    return result;
  }

  const SourceMap& sources_;
  const ast::File& file_;
  std::string_view text_;
  TextScan scan_;
  ExpressionFormatter expressions_;
  Lines lines_;
  std::size_t comment_ = 0;  // the next one to place
  int last_line_ = 0;        // of the source; 0: no blank line wanted before what comes next
};

}  // namespace

std::string format(const SourceMap& sources, const ast::File& file) {
  return Formatter(sources, file).run();
}

std::string format(const SourceMap& sources, const ast::Expr& expression) {
  return ExpressionFormatter(sources).text(expression, 0);
}

}  // namespace mbs
