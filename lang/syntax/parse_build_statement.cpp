#include <algorithm>
#include <charconv>

#include "lang/syntax/parse_build.hpp"
#include "lang/syntax/parse_documentation.hpp"
#include "lang/syntax/parse_failure.hpp"

namespace mbs::grammar {

namespace {

class StatementBuilder {
 public:
  explicit StatementBuilder(State& state)
      : state_(state), expressions_(state), documentation_(state.text, state.scan) {}

  ast::File file() {
    ast::File file;
    file.source = state_.source;
    if (!state_.nodes.empty() && at(0).kind == Kind::version)
      file.doc = documentation_.below(at(0).end);
    std::uint32_t node = 0;
    while (node < state_.nodes.size()) {
      if (auto statement = this->statement(node)) file.statements.push_back(std::move(statement));
      node = at(node).next;
    }
    for (const auto& comment : state_.scan.comments()) {
      const Span span = state_.span(comment.begin, comment.end);
      file.comments.push_back(
          {span, std::string(state_.text.substr(comment.begin, comment.end - comment.begin))});
    }
    file.broken = std::move(state_.broken);
    return file;
  }

 private:
  using Node_ = decltype(ast::Statement::node);

  const Node& at(std::uint32_t node) const { return state_.nodes[node]; }
  Kind kind(std::uint32_t node) const { return at(node).kind; }
  Span span(std::uint32_t node) const { return state_.span(at(node).begin, at(node).end); }
  std::string_view text(std::uint32_t node) const {
    return state_.text.substr(at(node).begin, at(node).end - at(node).begin);
  }
  Children children(std::uint32_t node) const {
    Children result;
    for (std::uint32_t i = node + 1; i < at(node).next; i = at(i).next) result.push_back(i);
    return result;
  }

  // Null for a statement with errors; its name is remembered.
  ast::StatementPtr statement(std::uint32_t node) {
    if (kind(node) == Kind::broken) return nullptr;
    auto result = std::make_shared<ast::Statement>();
    result->span = span(node);
    result->head = head(node);
    result->doc = documentation_.above(at(node).begin);
    try {
      result->node = content(node);
    } catch (const Abandon&) {
      remember_name(node);
      return nullptr;
    }
    return result;
  }

  void remember_name(std::uint32_t node) {
    const Children nodes = children(node);
    const std::size_t index = kind(node) == Kind::declaration ? 1 : 0;
    const bool defines = kind(node) == Kind::declaration || kind(node) == Kind::param ||
                         kind(node) == Kind::let || kind(node) == Kind::function ||
                         kind(node) == Kind::law || kind(node) == Kind::friction ||
                         kind(node) == Kind::template_ || kind(node) == Kind::table ||
                         kind(node) == Kind::data || kind(node) == Kind::state;
    if (defines && kind(nodes[index]) == Kind::name) {
      state_.broken.push_back(expressions_.identifier(nodes[index]));
    }
  }

  // The word that begins the statement, and the name behind it.
  Span head(std::uint32_t node) const {
    const Children nodes = children(node);
    const std::size_t begin = at(node).begin;
    std::size_t end = begin + word_at(state_.text, begin).size();
    const std::size_t index = kind(node) == Kind::declaration ? 1 : 0;
    if (index < nodes.size() && kind(nodes[index]) == Kind::name) end = at(nodes[index]).end;
    return state_.span(begin, end);
  }

  Node_ content(std::uint32_t node) {
    const Children nodes = children(node);
    switch (kind(node)) {
      case Kind::version:
        return version(nodes);
      case Kind::param:
        return definition<ast::Param>(nodes);
      case Kind::let:
        return definition<ast::Let>(nodes);
      case Kind::function:
        return ast::Function{name(nodes[0]), parameters(nodes[1]), expression(nodes[2])};
      case Kind::law:
      case Kind::friction:
        return law(node, nodes);
      case Kind::template_:
        return ast::Template{name(nodes[0]), parameters(nodes[1]), body(nodes[2])};
      case Kind::for_:
        return ast::For{name(nodes[0]), expression(nodes[1]), body(nodes[2])};
      case Kind::sweep:
        return sweep(nodes);
      case Kind::use:
        return use(nodes);
      case Kind::data:
        return data(nodes);
      case Kind::default_:
        return ast::Default{name(nodes[0]), block(nodes[1])};
      case Kind::require:
        return ast::Require{expression(nodes[0]), plain(nodes[1])};
      case Kind::warn_if:
        return ast::WarnIf{expression(nodes[0]), plain(nodes[1])};
      case Kind::state:
        return state(nodes);
      case Kind::assign:
        return assign(nodes);
      case Kind::when:
        return when(nodes);
      case Kind::simulate:
      case Kind::continue_:
        return simulate(node, nodes);
      case Kind::print:
        return ast::Print{expressions(nodes)};
      case Kind::table:
        return table(nodes);
      case Kind::plot:
      case Kind::histogram:
        return plot(node, nodes);
      case Kind::animate:
        return animate(nodes);
      case Kind::expect:
        return expect(nodes);
      case Kind::stop:
        return stop(nodes);
      case Kind::switch_:
        return switching(node, nodes);
      default:
        return declaration(nodes);
    }
  }

  // ---- parts ---------------------------------------------------------------------

  ast::Identifier name(std::uint32_t node) const { return expressions_.identifier(node); }
  ast::ExprPtr expression(std::uint32_t node) { return expressions_.expression(node); }
  std::string plain(std::uint32_t node) const { return expressions_.plain_text(node); }
  std::vector<ast::ExprPtr> expressions(const Children& nodes) {
    std::vector<ast::ExprPtr> result;
    for (const std::uint32_t node : nodes) result.push_back(expression(node));
    return result;
  }

  ast::Annotation annotation(std::uint32_t node) const {
    const Children nodes = children(node);
    if (!nodes.empty()) return expressions_.unit(nodes[0]);
    return {std::string(text(node)), {}, span(node)};
  }

  std::vector<ast::Parameter> parameters(std::uint32_t node) {
    std::vector<ast::Parameter> result;
    for (const std::uint32_t child : children(node)) {
      const Children nodes = children(child);
      ast::Parameter parameter{name(nodes[0]), {}, nullptr};
      for (std::size_t i = 1; i < nodes.size(); ++i) {
        if (kind(nodes[i]) == Kind::annotation) {
          parameter.annotation = annotation(nodes[i]);
        } else {
          parameter.default_value = expression(nodes[i]);
        }
      }
      result.push_back(std::move(parameter));
    }
    return result;
  }

  // Broken statements of a body are left out; the rest of it stands.
  std::vector<ast::StatementPtr> body(std::uint32_t node) {
    std::vector<ast::StatementPtr> result;
    for (const std::uint32_t child : children(node)) {
      if (auto statement = this->statement(child)) result.push_back(std::move(statement));
    }
    return result;
  }

  // A broken item breaks the statement: what it would have said is not known.
  ast::Block block(std::uint32_t node) {
    ast::Block result{span(node), {}};
    for (const std::uint32_t child : children(node)) {
      if (kind(child) == Kind::attribute) {
        result.items.emplace_back(attribute(child));
        continue;
      }
      auto inner = statement(child);
      if (!inner) throw Abandon{};
      result.items.emplace_back(std::move(inner));
    }
    return result;
  }

  ast::Attribute attribute(std::uint32_t node) {
    const Children nodes = children(node);
    return {name(nodes[0]), text(nodes[1]) == "~", expression(nodes[2])};
  }

  template <typename T>
  T definition(const Children& nodes) {
    T result{name(nodes[0]), {}, nullptr};
    if (kind(nodes[1]) == Kind::annotation) result.annotation = annotation(nodes[1]);
    result.value = expression(nodes.back());
    return result;
  }

  // ---- statements --------------------------------------------------------------------

  ast::Version version(const Children& nodes) const {
    ast::Version version;
    const std::string_view digits = text(nodes[0]);
    std::from_chars(digits.data(), digits.data() + digits.size(), version.number);
    return version;
  }

  ast::Law law(std::uint32_t node, const Children& nodes) {
    ast::Law law;
    law.friction = kind(node) == Kind::friction;
    law.name = name(nodes[0]);
    law.parameters = parameters(nodes[1]);
    law.expression_body = kind(nodes[2]) != Kind::law_block;
    if (law.expression_body) {
      const ast::Identifier target{law.friction ? "FT" : "FN", span(nodes[2])};
      law.items.push_back({span(nodes[2]), ast::Assign{target, false, expression(nodes[2]), {}}});
      return law;
    }
    for (const std::uint32_t child : children(nodes[2]))
      law.items.push_back({span(child), law_item(child)});
    return law;
  }

  decltype(ast::LawItem::node) law_item(std::uint32_t node) {
    const Children nodes = children(node);
    switch (kind(node)) {
      case Kind::let:
        return definition<ast::Let>(nodes);
      case Kind::state:
        return state(nodes);
      case Kind::solve:
        return ast::Solve{name(nodes[0]), expression(nodes[1]), expression(nodes[2]),
                          expression(nodes[3]), expression(nodes[4])};
      case Kind::require:
        return ast::Require{expression(nodes[0]), plain(nodes[1])};
      case Kind::warn_if:
        return ast::WarnIf{expression(nodes[0]), plain(nodes[1])};
      case Kind::assign:
        return assign(nodes);
      default:
        throw Abandon{};
    }
  }

  ast::Sweep sweep(const Children& nodes) {
    ast::Sweep sweep;
    for (const std::uint32_t node : nodes) {
      if (kind(node) == Kind::body) {
        sweep.body = body(node);
        continue;
      }
      const Children clause = children(node);
      sweep.clauses.push_back({name(clause[0]), expression(clause[1])});
    }
    return sweep;
  }

  ast::Use use(const Children& nodes) {
    ast::Use use;
    use.path = plain(nodes[0]);
    use.path_span = span(nodes[0]);
    for (const std::uint32_t node : nodes) {
      if (kind(node) == Kind::name) use.name = name(node);
      if (kind(node) == Kind::block) use.overrides = block(node);
    }
    return use;
  }

  ast::Data data(const Children& nodes) {
    ast::Data data;
    data.name = name(nodes[0]);
    for (const std::uint32_t node : nodes) {
      if (kind(node) == Kind::string) {
        data.file = plain(node);
        data.file_span = span(node);
      } else if (kind(node) == Kind::data_block) {
        data.block = true;
        for (const std::uint32_t item : children(node)) data.items.push_back(data_item(item));
      }
    }
    return data;
  }

  ast::DataItem data_item(std::uint32_t node) {
    if (kind(node) != Kind::data_item) throw Abandon{};
    const Children nodes = children(node);
    ast::DataItem item{name(nodes[0]), {}, expression(nodes.back())};
    if (nodes.size() > 2) item.unit = expressions_.unit(nodes[1]);
    return item;
  }

  ast::State state(const Children& nodes) {
    ast::State state{name(nodes[0]), {}, expression(nodes.back()), {}};
    for (const std::uint32_t node : nodes) {
      if (kind(node) == Kind::annotation) state.annotation = annotation(node);
      if (kind(node) == Kind::index) state.indices = expressions(children(node));
    }
    return state;
  }

  ast::Assign assign(const Children& nodes) {
    ast::Assign assign{name(nodes[0]), false, expression(nodes.back()), {}};
    for (const std::uint32_t node : nodes) {
      assign.rate = assign.rate || kind(node) == Kind::prime;
      if (kind(node) == Kind::index) assign.indices = expressions(children(node));
    }
    return assign;
  }

  ast::When when(const Children& nodes) {
    ast::When when;
    std::size_t i = 0;
    if (kind(nodes[0]) == Kind::when_name) {
      const Children parts = children(nodes[i++]);
      when.name = name(parts[0]);
      if (parts.size() > 1) when.indices = expressions(children(parts[1]));
    }
    when.condition = expression(nodes[i]);
    when.body = body(nodes[i + 1]);
    return when;
  }

  ast::Simulate simulate(std::uint32_t node, const Children& nodes) {
    ast::Simulate simulate;
    simulate.continues = kind(node) == Kind::continue_;
    simulate.duration = expression(nodes[0]);
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const std::uint32_t child = nodes[i];
      if (kind(child) == Kind::until) simulate.until = expression(child + 1);
      if (kind(child) == Kind::name) simulate.name = name(child);
      if (kind(child) == Kind::block) simulate.options = block(child);
    }
    return simulate;
  }

  ast::Table table(const Children& nodes) {
    ast::Table table;
    for (const std::uint32_t node : nodes) {
      switch (kind(node)) {
        case Kind::name:
          table.name = name(node);
          break;
        case Kind::every:
          table.every = expression(once(node, !table.every));
          break;
        case Kind::during:
          table.during = expression(once(node, !table.during));
          break;
        case Kind::to_none:
          once(node, !table.file && !table.hidden);
          table.hidden = true;
          break;
        case Kind::to_file: {
          const std::uint32_t file = once(node, !table.file && !table.hidden);
          table.file = plain(file);
          table.file_span = span(file);
          break;
        }
        case Kind::column:
          table.columns.push_back(column(node));
          break;
        default:
          throw Abandon{};
      }
    }
    return table;
  }

  // What a clause holds; a second clause of the same word does not belong to the statement.
  std::uint32_t once(std::uint32_t clause, bool first) {
    if (!first) fail(state_, at(clause).begin, {Code::E0102, "`{`"});
    return clause + 1;
  }

  ast::Column column(std::uint32_t node) {
    const Children nodes = children(node);
    ast::Column column;
    if (nodes.size() > 1) {
      const bool quoted = kind(nodes[0]) == Kind::string;
      column.name = quoted ? ast::Identifier{plain(nodes[0]), span(nodes[0])} : name(nodes[0]);
    }
    column.value = expression(nodes.back());
    return column;
  }

  ast::Plot plot(std::uint32_t statement, const Children& nodes) {
    ast::Plot plot;
    plot.histogram = kind(statement) == Kind::histogram;
    for (const std::uint32_t node : nodes) {
      if (kind(node) == Kind::plot_name) {
        plot.name = name(node + 1);
      } else if (kind(node) == Kind::block) {
        plot.options = block(node);
      } else if (kind(node) == Kind::versus) {
        plot.versus = expression(node);
      } else if (kind(node) == Kind::to_file) {
        plot.file = plain(node + 1);
        plot.file_span = span(node + 1);
      } else {
        plot.curves.push_back(column(node));
      }
    }
    return plot;
  }

  ast::Animate animate(const Children& nodes) {
    ast::Animate animate;
    for (const int node : nodes) {
      if (kind(node) == Kind::to_file) {
        animate.file = plain(node + 1);
        animate.file_span = span(node + 1);
      } else {
        animate.options = block(node);
      }
    }
    return animate;
  }

  ast::Expect expect(const Children& nodes) {
    ast::Expect expect{expression(nodes[0]), {}};
    if (nodes.size() > 1) expect.message = plain(nodes[1]);
    return expect;
  }

  ast::Stop stop(const Children& nodes) const {
    if (nodes.empty()) return {};
    return {plain(nodes[0])};
  }

  ast::Switch switching(std::uint32_t node, const Children& nodes) {
    return {std::string(word_at(state_.text, at(node).begin)), expressions(nodes)};
  }

  ast::Declaration declaration(const Children& nodes) {
    ast::Declaration d;
    d.kind = name(nodes[0]);
    d.name = name(nodes[1]);
    for (std::size_t i = 2; i < nodes.size(); ++i) {
      const std::uint32_t node = nodes[i];
      switch (kind(node)) {
        case Kind::index:
          d.indices = expressions(children(node));
          break;
        case Kind::postfix:
          (d.first ? d.second : d.first) = expression(node);
          break;
        case Kind::link:
          d.link = text(node) == "to" ? ast::LinkWord::to : ast::LinkWord::in;
          break;
        case Kind::block:
          d.block = block(node);
          break;
        default:
          d.value = expression(node);
      }
    }
    return d;
  }

  State& state_;
  ExpressionBuilder expressions_;
  Documentation documentation_;
};

}  // namespace

}  // namespace mbs::grammar

namespace mbs {

ast::File build_file(grammar::State& state) {
  return grammar::StatementBuilder(state).file();
}

}  // namespace mbs
