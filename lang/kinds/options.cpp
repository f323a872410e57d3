#include "lang/kinds/options.hpp"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace mbs {
namespace {

constexpr OptionInfo of_runs[] = {option::tol,     option::max_step,         option::integrator,
                                  option::islands, option::impacts,          option::method,
                                  option::step,    option::first_penetration};
constexpr OptionInfo of_plots[] = {
    option::width,   option::height,  option::size,    option::log_x,  option::log_y,
    option::x_range, option::y_range, option::equal,   option::points, option::legend,
    option::title,   option::x_label, option::y_label, option::panels};
constexpr OptionInfo of_histograms[] = {
    option::bins,   option::range, option::width,   option::height,  option::size,
    option::legend, option::title, option::x_label, option::y_label, option::panels};
constexpr OptionInfo of_films[] = {option::film_time, option::slow, option::fps,  option::follow,
                                   option::trail,     option::lens, option::frame};
constexpr OptionInfo of_data[] = {option::by, option::outside};

constexpr StatementOptions statements[] = {
    {"simulate", of_runs},        {"continue", of_runs}, {"plot", of_plots},
    {"histogram", of_histograms}, {"animate", of_films}, {"data", of_data},
};

}  // namespace

std::span<const StatementOptions> all_options() {
  return statements;
}

std::span<const OptionInfo> options_of(std::string_view statement) {
  const auto found =
      std::find_if(std::begin(statements), std::end(statements),
                   [&](const StatementOptions& row) { return row.statement == statement; });
  return found == std::end(statements) ? std::span<const OptionInfo>{} : found->options;
}

const OptionInfo* option_of(std::string_view statement, std::string_view name) {
  const auto options = options_of(statement);
  const auto found = std::ranges::find(options, name, &OptionInfo::name);
  return found == options.end() ? nullptr : &*found;
}

std::vector<std::string> words_of(const OptionInfo& option) {
  std::istringstream text{std::string(option.words)};
  return {std::istream_iterator<std::string>(text), {}};
}

}  // namespace mbs
