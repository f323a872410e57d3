#include "lang/elaborate/values/can_show.hpp"

#include <fmt/format.h>

#include "lang/elaborate/values/no_run.hpp"
#include "lang/elaborate/values/windows.hpp"

namespace mbs::elaborate {

namespace {

// "ball.x in mm" without its last three words
std::string without_unit(const std::string& text) {
  const std::size_t in = text.rfind(" in ");
  const bool unit = in != text.npos && text.find_first_of(")]", in) == text.npos;
  return unit ? text.substr(0, in) : text;
}

void report_history(Reports& reports, Span span, bool boolean, bool several, bool of_table) {
  const std::string text = source_text(reports, span), plain = without_unit(text);
  const char* choices = boolean ? "`any({0})`, `all({0})`, `at({0}, 2 ms)`"
                        : several
                            ? "`final({0})`, `at({0}, 2 ms)`, or of its length `max(abs({0}))`"
                            : "`max({0})`, `final({0})`, `at({0}, 2 ms)`";
  if (of_table)
    choices = "`max({0})`, `final({0})`, or a row for each instant: `table every 1 ms {{ … }}`";
  if (text.starts_with('['))
    report(reports, Code::E0307, span, "this list holds histories of values; say which of each")
        .hint = "`max`, `final` or `at` around each item: `[final(a), final(b)]`";
  else
    report(reports, Code::E0307, span,
           fmt::format("`{}` is a history of values; say which one", plain))
        .hint = fmt::format(fmt::runtime(choices), plain);
}

}  // namespace

ir::Domain domain_of(const Evaluation& evaluation, const Scalar& scalar) {
  if (scalar.list >= 0) return ir::Domain::rows;
  return scalar.is_signal() && evaluation.histories ? ir::Domain::trace : ir::Domain::point;
}

bool can_show(World& world, const Scalar& scalar, Span span, Histories histories, bool part) {
  const ast::Expr* cause = scalar.needs_run && scalar.result ? scalar.result : scalar.signal;
  if (cause && !world.has_run && (world.histories || scalar.needs_run)) {
    report_no_run(world, cause->span,
                  fmt::format("`{}` needs a finished run", source_text(world, cause->span)));
    return false;
  }
  if (!of_one_run(world, scalar, span)) return false;
  if (scalar.window == mixed_windows) return window_of(world, scalar.window, span).has_value();
  if (histories != Histories::allow && domain_of(world, scalar) == ir::Domain::trace) {
    report_history(world, span, scalar.boolean, part, histories == Histories::of_table);
    return false;
  }
  return true;
}

}  // namespace mbs::elaborate
