// The options of actions: `simulate 1 s { tol = 1e-8 }`. What is wrong with one is reported, and it
// counts as not given.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "lang/elaborate/values/fit.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/kinds/options.hpp"

namespace mbs::elaborate {

using OptionBlock = std::optional<ast::Block>;

// Whether all that stands in the block is an option of the action.
void check_options(Reports& reports, const OptionBlock& block, const char* action);
const ast::Attribute* find_option(const OptionBlock& block, std::string_view name);

// Above 0, finite, SI; or what the run gives that is finished by then.
struct Given {
  std::optional<double> value;
  ir::Later later;
};
Given positive_number(World& world, Scope& scope, const ast::Expr& expr, const std::string& name,
                      Dimension dimension);
// A constant above 0, finite, SI.
std::optional<double> number_option(World& world, Scope& scope, const OptionBlock& block,
                                    const OptionInfo& what);
void check_bounds(Reports& reports, const OptionBlock& block, const OptionInfo& what,
                  std::optional<double> value);
// False if it is not given.
bool flag_option(World& world, Scope& scope, const OptionBlock& block, const OptionInfo& what,
                 bool usual = false);
// One of the option's words; empty if it is not given.
std::string word_option(Reports& reports, const OptionBlock& block, const OptionInfo& what);
std::optional<std::string> text_option(World& world, Scope& scope, const OptionBlock& block,
                                       const OptionInfo& what);
// (width, height), each within the bounds of the option.
std::optional<std::array<double, 2>> size_option(World& world, Scope& scope,
                                                 const OptionBlock& block, const OptionInfo& what);
// a .. b in order; `open`: b may be infinite. What the run gives that is finished by then stands as
// 0 in `value`. `example` is the hint where it is something else.
struct GivenInterval {
  std::optional<std::array<double, 2>> value;
  ir::Later from, to;
};
GivenInterval asked_interval(World& world, Scope& scope, const ast::Expr& expr,
                             const Purpose& purpose, const std::string& example, bool open);
// The same of constants.
std::optional<std::array<double, 2>> constant_interval(World& world, Scope& scope,
                                                       const ast::Expr& expr,
                                                       const Purpose& purpose,
                                                       const std::string& example);

}  // namespace mbs::elaborate
